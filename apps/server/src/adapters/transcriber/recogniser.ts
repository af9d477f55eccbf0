import type { Clock } from '../../ports/clock.ts'
import type { PieceFormat } from './ffmpeg.ts'
import type { PieceTranscript } from './parse-transcript.ts'

/** A piece of encoded audio of at most ten minutes. */
export interface EncodedPiece {
  bytes: Uint8Array
  lengthMs: number
}

/** Transcribes single pieces. Throws `ProviderError('transcription_failed')` or the signal's abort reason. */
export interface Recogniser {
  readonly id: string
  readonly format: PieceFormat
  transcribe(piece: EncodedPiece, options: { signal: AbortSignal }): Promise<PieceTranscript>
}

export interface RecogniserConfig {
  url: string
  key: string | undefined
  model: string
  timeoutMs: number
  clock: Clock
  /** Pauses before retries; their number is the number of retries. Set by tests only. */
  pausesMs?: readonly number[]
}
