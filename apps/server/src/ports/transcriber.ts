import type { Segment } from '@recaps/domain/transcript'

/** Audio to transcribe. The file is only downloaded when needed: a resumed job may already have it in pieces. */
export interface AudioInput {
  /** Identifies the audio, so that a resumed job finds the work done before. */
  name: string
  /** Downloads the audio into this file, resuming an earlier download. */
  download(file: string, options: { signal: AbortSignal }): Promise<void>
}

/** A transcription, in order. One passage per piece of audio, so that no one has to process hours of segments at once. */
export interface Transcription {
  /** BCP 47; `und` if the service did not report it. */
  language: string
  passages: Segment[][]
  /** Duration of the audio. */
  durationMs: number
}

/**
 * Transcribes audio. Throws `ProviderError`: `sound_unreadable` for a file without audio, `too_long`, or
 * `transcription_failed` if the service cannot be reached. Pieces that were transcribed before are not sent again.
 */
export interface Transcriber {
  /** Service and model: everything the transcript depends on besides the audio. */
  readonly id: string
  transcribe(
    sound: AudioInput,
    options: {
      signal: AbortSignal
      /** Called before each request to the service. An error it throws ends the transcription. */
      beforeCall?(): Promise<void>
      onProgress(done: number, total: number): void
    },
  ): Promise<Transcription>
  /** Deletes the intermediate files and results of a transcription. */
  deleteIntermediateFiles(name: string): Promise<void>
}
