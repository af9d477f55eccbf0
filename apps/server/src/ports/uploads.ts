export type UploadKind = 'video' | 'short' | 'live' | 'upcoming'

/** A video in the list of a channel's uploads. */
export interface Upload {
  videoId: string
  title: string
  publishedAt: Date
  /** If the list reports it. */
  kind?: UploadKind
  durationMs?: number
  /** Whether the video has views, if the list reports them. A video without views may only be announced. */
  isSeen?: boolean
}

/** The newest uploads of every kind, without gaps. `isAll`: the channel has no other uploads. */
export interface GaplessUploads {
  videoIds: string[]
  isAll: boolean
}

/** HTTP cache validators of an earlier answer, which shorten the next one if nothing has changed. */
export interface CacheValidators {
  etag?: string | null
  lastModified?: string | null
}

/** `spared`: the cheap source fails for all channels and the expensive one was used recently, so nothing was requested. */
export type Uploads =
  | { kind: 'unchanged' }
  | { kind: 'spared' }
  | { kind: 'list'; title: string; uploads: Upload[]; gapless?: GaplessUploads; etag?: string; lastModified?: string }

/**
 * Fetches the uploads of a channel from YouTube. Throws `ProviderError` if that fails. A missing list does not mean that the
 * channel was deleted: check `channelStatus`.
 */
export interface ChannelUploads {
  /** The newest uploads, newest first: at least 15 if there are that many. `askedAt` is the time of the last answer or failure. */
  newest(
    channelId: string,
    options?: { known?: CacheValidators; askedAt?: Date | null; signal?: AbortSignal },
  ): Promise<Uploads>
  /** The status that YouTube shows on the channel's own page. Throws if the page shows none. */
  channelStatus(channelId: string, options?: { signal?: AbortSignal }): Promise<'there' | 'private' | 'deleted'>
}
