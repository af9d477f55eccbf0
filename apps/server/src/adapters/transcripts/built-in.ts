import { AppError, ProviderError } from '../../errors.ts'
import type { Transcripts } from '../../ports/transcripts.ts'
import type { TextThreads } from '../text-threads/pool.ts'

/** Reads captions with the product's own parsers, off the main thread. */
export const builtInTranscripts = (threads: TextThreads): Transcripts => ({
  async read(source, { signal } = {}) {
    const outcome = await threads.run({ kind: 'read', source }, signal)
    if (outcome.ok) return outcome.value
    if (source.kind === 'uploaded') throw uploadRefusal(outcome.reason)
    const code = outcome.reason === 'no_speech' ? 'no_speech' : 'parse_changed'
    throw new ProviderError({
      provider: 'transcripts',
      code,
      retryable: code === 'parse_changed',
      ...(outcome.detail ? { detail: outcome.detail } : {}),
    })
  },
  async segments(packed) {
    const outcome = await threads.run({ kind: 'segments', packed })
    if (!outcome.ok) throw new Error('A stored transcript cannot be read')
    return outcome.value
  },
})

const uploadRefusal = (reason: string): AppError =>
  reason === 'no_speech'
    ? new AppError('upload_unreadable', 'This file holds no spoken words to summarise.')
    : new AppError('upload_unreadable')
