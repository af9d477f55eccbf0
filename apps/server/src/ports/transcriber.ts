import type { Segment } from '@recaps/domain/transcript'

/** A sound to listen to. It is brought as a file only when it is needed: a job that goes on may have it in pieces already. */
export interface Sound {
  /** The same for the same sound: under it the work that was done before a job died is found again. */
  name: string
  /** Writes the sound into this file; what an earlier run left there may be continued. */
  bring(file: string, options: { signal: AbortSignal }): Promise<void>
}

/** What was heard, in order: the segments of one piece of the sound after the other, so that nobody has to walk over hours of it at once. */
export interface Heard {
  /** BCP 47, `und` where the recogniser did not say. */
  language: string
  passages: Segment[][]
  /** Of the sound. */
  durationMs: number
}

/**
 * Writes down what is said in a sound. Throws `ProviderError`: `sound_unreadable` for a file without sound, `too_long`,
 * or `transcription_failed` when the recogniser could not be asked. A piece that was heard once is not asked for again.
 */
export interface Transcriber {
  /** Who listens, and with which model: what the words depend on besides the sound. */
  readonly id: string
  transcribe(
    sound: Sound,
    options: {
      signal: AbortSignal
      /** Called before each request to the recogniser. What it throws ends the transcription. */
      beforeCall?(): Promise<void>
      onProgress(done: number, total: number): void
    },
  ): Promise<Heard>
  /** Removes what is kept of a sound while it is listened to. */
  forget(name: string): Promise<void>
}
