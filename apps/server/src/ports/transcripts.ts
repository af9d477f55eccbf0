import type { Segment, TranscriptKind } from '@recaps/domain/transcript'
import type { Transcription } from './transcriber.ts'

/** A parsed transcript. Its segments stay packed, because nothing on the main thread needs them. */
export interface ReadTranscript {
  kind: TranscriptKind
  /** Spoken language, BCP 47; `und` if it can't be detected. */
  language: string
  /** Hash of the words and their timestamps: the same captions have the same hash. */
  hash: string
  words: number
  spokenUntilMs: number
  packed: Uint8Array
}

/**
 * Parses a caption track or an uploaded file of any format into a transcript. Throws `AppError('upload_unreadable')` for bytes
 * without captions and `ProviderError('no_speech')` for captions without words.
 */
export interface Transcripts {
  read(
    source: { kind: TranscriptKind; language: string; body: Uint8Array; fileName?: string },
    options?: { signal?: AbortSignal },
  ): Promise<ReadTranscript>
  /** Turns a transcription into a transcript of kind `stt`. Throws `ProviderError('no_speech')` if it has almost no words. */
  pack(transcription: Transcription, options?: { signal?: AbortSignal }): Promise<ReadTranscript>
  segments(packed: Uint8Array): Promise<Segment[]>
}
