import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError, ProviderError } from '../../errors.ts'
import type { Transcripts } from '../../ports/transcripts.ts'
import type { TextThreads } from '../text-threads/pool.ts'
import type { TextFailure } from '../text-threads/tasks.ts'

/** Reads captions with our own parsers, off the main thread. */
export const builtInTranscripts = (threads: TextThreads): Transcripts => ({
  async read(source, { signal } = {}) {
    const outcome = await threads.run({ kind: 'read', source }, signal)
    if (outcome.ok) return outcome.value
    if (source.kind === 'uploaded') throw uploadRefusal(outcome.reason)
    const code = outcome.reason === 'no_speech' || outcome.reason === 'empty' ? 'no_speech' : 'parse_changed'
    throw new ProviderError({
      provider: 'transcripts',
      code,
      retryable: code === 'parse_changed',
      ...(outcome.detail ? { detail: outcome.detail } : {}),
    })
  },
  async pack({ language, passages }, { signal } = {}) {
    const encoded: Uint8Array[] = []
    for (const passage of passages) {
      encoded.push(Buffer.from(JSON.stringify(passage)))
      // A transcript may be hours long, so other work gets a turn after each passage.
      await nextTurn()
    }
    const outcome = await threads.run({ kind: 'pack', language, passages: encoded }, signal)
    if (outcome.ok) return outcome.value
    throw new ProviderError({ provider: 'transcripts', code: 'no_speech', retryable: false, detail: outcome.detail })
  },
  async segments(packed) {
    const outcome = await threads.run({ kind: 'segments', packed })
    if (!outcome.ok) throw new Error('A stored transcript cannot be read')
    return outcome.value
  },
})

const uploadRefusal = (reason: TextFailure): AppError => new AppError('upload_unreadable', uploadSentences[reason])

/** More specific than the default message of the failure code, which lists the supported formats. */
const uploadSentences: Partial<Record<TextFailure, string>> = {
  empty: 'This file is empty. Choose the file with the captions.',
  no_speech: 'This file has too few spoken words to summarize. Choose the captions of a longer video.',
  too_big: 'This file has more text than the captions of 12 hours. Upload a part of it.',
  web_page: 'This is a web page, not a caption file. Download the captions and upload that file.',
}
