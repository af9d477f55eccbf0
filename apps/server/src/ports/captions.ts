import type { VideoRequestOptions } from './videos.ts'

/** The unparsed body of one caption track. `Transcripts` detects its format. */
export interface CaptionTrack {
  kind: 'manual' | 'auto'
  /** BCP 47 tag of the track. */
  language: string
  body: Uint8Array
  /** The provider that answered, shown to the operator. */
  provider: string
}

/**
 * Reads the best caption track of a video: manual English, automatic English, manual original, automatic original. Throws
 * `ProviderError`, with `no_captions` only if YouTube reports that there are none, never because it refused to answer.
 */
export interface Captions {
  read(videoId: string, options?: VideoRequestOptions): Promise<CaptionTrack>
}
