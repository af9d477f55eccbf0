import type { Clock } from '../../ports/clock.ts'
import type { HeardPiece } from './answer.ts'
import type { PieceForm } from './ffmpeg.ts'

/** A piece of sound, ten minutes at most. */
export interface SoundPiece {
  bytes: Uint8Array
  lengthMs: number
}

/** Hears one piece. Throws `ProviderError('transcription_failed')`, or the reason of the signal. */
export interface Recogniser {
  readonly id: string
  readonly form: PieceForm
  hear(piece: SoundPiece, options: { signal: AbortSignal }): Promise<HeardPiece>
}

/** Where a recogniser is, and how patient we are with it. */
export interface RecogniserConfig {
  url: string
  key: string | undefined
  model: string
  timeoutMs: number
  clock: Clock
  /** Pauses between the tries; there is one try more than pauses. Replaced in tests only. */
  pausesMs?: readonly number[]
}
