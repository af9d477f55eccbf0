import { afterAll, it } from 'vitest'
import { findGoProgram, goProgramSkipReason, versitygw } from '../../../scripts/go-program.ts'
import { type S3Server, startS3 } from './start-s3.ts'

/**
 * A real S3 server with one empty bucket, for all tests of the surrounding block; null if none is installed. Pages of any origin may
 * use it, unless `cors` names one origin or is false.
 */
export async function useS3({ cors = '*' }: { cors?: string | false } = {}): Promise<S3Server | null> {
  const program = findGoProgram(versitygw)
  if (!program) {
    it.skip(goProgramSkipReason(versitygw), () => {})
    return null
  }
  const s3 = await startS3(program, cors)
  afterAll(() => s3.stop())
  return s3
}
