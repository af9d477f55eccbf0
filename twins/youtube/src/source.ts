import type { Answer } from './answer.ts'
import type { Question } from './question.ts'

/** A video as pages about it tell it; what is not told is null. */
export interface CatalogueVideo {
  videoId: string
  title: string
  description: string
  channelId: string
  channel: string
  durationMs: number
  viewCount: number
  publishedAt: string | null
  isPrivate: boolean
  isLive: boolean
}

export interface CatalogueChannel {
  channelId: string
  title: string
  handle: string | null
  description: string
}

/** Where answers come from: the project's own talks, or a folder of recorded traffic. */
export interface Source {
  /** Undefined where the source does not know. */
  answer(question: Question): Answer | undefined
  /** What oEmbed, the Data API, watch pages and pictures are made from. */
  videos: readonly CatalogueVideo[]
  channels: readonly CatalogueChannel[]
}
