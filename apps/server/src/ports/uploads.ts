export type UploadKind = 'video' | 'short' | 'live' | 'upcoming'

/** A video as the list of a channel's uploads tells it. */
export interface Upload {
  videoId: string
  title: string
  publishedAt: Date
  /** Where the list tells it. */
  kind?: UploadKind
  durationMs?: number
  /** Whether anybody has seen it, where the list counts that: what nobody has may only be announced. */
  isSeen?: boolean
}

/** The newest uploads of every kind with none left out between; `isAll` where the channel has no others. */
export interface Gapless {
  videoIds: string[]
  isAll: boolean
}

/** What makes the next answer short when nothing has changed. */
export interface Known {
  etag?: string | null
  lastModified?: string | null
}

/** `spared`: the cheap way fails for everybody, and the dear one was gone not long ago. Nobody was asked about this channel. */
export type Uploads =
  | { kind: 'unchanged' }
  | { kind: 'spared' }
  | { kind: 'list'; title: string; uploads: Upload[]; gapless?: Gapless; etag?: string; lastModified?: string }

/**
 * Asks YouTube what a channel has uploaded. Throws `ProviderError` where it could not be asked. That a channel is gone is
 * never told by a list that is missing: ask `standing`.
 */
export interface ChannelUploads {
  /** The newest ones, newest first: 15 or more where there are so many. `askedAt` is when it last answered or failed. */
  newest(channelId: string, options?: { known?: Known; askedAt?: Date | null; signal?: AbortSignal }): Promise<Uploads>
  /** What YouTube says on the channel's own page. Throws where that page says neither. */
  standing(channelId: string, options?: { signal?: AbortSignal }): Promise<'there' | 'private' | 'deleted'>
}
