import type { Answer } from './answer.ts'
import type { Question } from './question.ts'

/** Metadata of a video. */
export interface CatalogueVideo {
  videoId: string
  title: string
  description: string
  channelId: string
  channel: string
  durationSeconds: number
  viewCount: number
  publishedAt: Date | null
  privacy: 'public' | 'unlisted' | 'private'
  broadcast: 'none' | 'live' | 'upcoming'
  isAgeRestricted: boolean
  /** A JPEG file; null for a placeholder picture. */
  picturePath: string | null
  /** JSON of the player answer, embedded in the watch page. */
  playerAnswer: string
}

export interface CatalogueChannel {
  channelId: string
  title: string
  handle: string
  description: string
  subscriberCount: number
  picturePath: string
}

/** Metadata for pages, pictures, oEmbed and the Data API. */
export interface Catalogue {
  video(videoId: string): CatalogueVideo | undefined
  channel(name: { channelId: string } | { handle: string }): CatalogueChannel | undefined
  /** Video ids of a channel, newest first. */
  uploads(channelId: string): readonly string[] | undefined
  /** Ids in the order of the search results. */
  search(query: string): { videoIds: readonly string[]; channelIds: readonly string[] }
}

/** A source of answers: the project's own talks, or a folder of recorded traffic. */
export interface Source extends Catalogue {
  /** Undefined if the source has no answer. */
  answer(question: Question): Answer | undefined
}
