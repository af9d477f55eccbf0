import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import S3rver from 's3rver'
import { isSigned } from './s3-signature.ts'

export interface S3Server {
  /** For STORAGE_URL. */
  url: string
  endpoint: string
  bucket: string
  /** Where the objects lie, each as a folder of its parts. */
  folder: string
  /** Every request as it came: method and path. */
  requests: string[]
  stop(): Promise<void>
}

/** The one secret that the stand-in knows. */
export const s3Secret = 'S3RVER'

/** A storage that speaks the protocol of S3, with one empty bucket, and refuses what is not signed with its secret. */
export async function startS3(): Promise<S3Server> {
  const directory = mkdtempSync(path.join(tmpdir(), 'recaps-s3-'))
  const bucket = 'recaps'
  const store = new S3rver({ silent: true, directory, configureBuckets: [{ name: bucket }] })
  await store.configureBuckets()
  const answer = store.callback()
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url!.split('?')[0]}`)
    if (isSigned(request, s3Secret)) return answer(request, response)
    response.writeHead(403, { 'Content-Type': 'application/xml' })
    response.end('<Error><Code>SignatureDoesNotMatch</Code><Message>The signature is wrong.</Message></Error>')
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `s3://S3RVER:${s3Secret}@127.0.0.1:${port}/${bucket}?tls=off`,
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    folder: path.join(directory, bucket),
    requests,
    async stop() {
      server.closeAllConnections()
      await new Promise(closed => server.close(closed))
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
