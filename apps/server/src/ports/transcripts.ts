import type { Segment, TranscriptKind } from '@recaps/domain/transcript'
import type { Heard } from './transcriber.ts'

/** A transcript that was read: its segments stay packed, because nothing on the main thread needs them. */
export interface ReadTranscript {
  kind: TranscriptKind
  /** Language of the words themselves, BCP 47, `und` where it cannot be told. */
  language: string
  /** Of the words and their instants: the same captions give the same hash. */
  hash: string
  words: number
  spokenUntilMs: number
  packed: Uint8Array
}

/**
 * Turns the body of a caption track or an uploaded file into a transcript, whatever its format. Throws
 * `AppError('upload_unreadable')` for bytes that hold no captions and `ProviderError('no_speech')` for captions without words.
 */
export interface Transcripts {
  read(
    source: { kind: TranscriptKind; language: string; body: Uint8Array; fileName?: string },
    options?: { signal?: AbortSignal },
  ): Promise<ReadTranscript>
  /** What was heard, as a transcript of kind `stt`. Throws `ProviderError('no_speech')` when that is next to nothing. */
  pack(heard: Heard, options?: { signal?: AbortSignal }): Promise<ReadTranscript>
  segments(packed: Uint8Array): Promise<Segment[]>
}
