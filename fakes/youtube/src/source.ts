import type { Answer } from './answer.ts'
import type { Question } from './question.ts'

/** A video as other pages than its own tell it. */
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
  /** A JPEG file; null for the neutral picture. */
  picturePath: string | null
  /** What a watch page has in it. */
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

/** What pages, pictures, oEmbed and the Data API are made from. */
export interface Catalogue {
  video(videoId: string): CatalogueVideo | undefined
  channel(name: { channelId: string } | { handle: string }): CatalogueChannel | undefined
  /** Ids of what a channel shows, newest first. */
  uploads(channelId: string): readonly string[] | undefined
  /** Ids in the order of a search result. */
  search(query: string): { videoIds: readonly string[]; channelIds: readonly string[] }
}

/** Where answers come from: the project's own talks, or a folder of recorded traffic. */
export interface Source extends Catalogue {
  /** Undefined where the source does not know. */
  answer(question: Question): Answer | undefined
}
