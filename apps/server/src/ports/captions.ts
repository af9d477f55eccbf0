import type { AskOptions } from './videos.ts'

/** The body of one caption track, as it came: the reader of transcripts sniffs its format. */
export interface CaptionTrack {
  kind: 'manual' | 'auto'
  /** BCP 47 tag of the track. */
  language: string
  body: Uint8Array
  /** Which provider answered, for the operator. */
  provider: string
}

/**
 * Reads the best caption track of a video: manual English, automatic English, manual original, automatic original.
 * Throws `ProviderError`; `no_captions` only when YouTube says so, never because it refused to answer.
 */
export interface Captions {
  read(videoId: string, options?: AskOptions): Promise<CaptionTrack>
}
