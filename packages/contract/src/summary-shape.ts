import { contentTypes } from '@recaps/domain/plans'
import { z } from 'zod'
import { failureCode, id, instant } from './schemas.ts'
import { content, timing } from './summary-content.ts'

export const summaryStates = ['queued', 'deferred', 'working', 'readable', 'ready', 'failed', 'cancelled'] as const
export type SummaryState = (typeof summaryStates)[number]

export const audioStates = ['none', 'pending', 'ready', 'failed'] as const
export type AudioState = (typeof audioStates)[number]

export const stages = ['queued', 'captions', 'transcribing', 'summarising', 'checking', 'speaking'] as const
export type Stage = (typeof stages)[number]

export const origins = ['request', 'schedule', 'upload'] as const
/** How the reader comes to it: as its owner, by a link its owner gave away, or as a community read of a popular one. */
export const accesses = ['own', 'shared', 'community'] as const
export type SummaryAccess = (typeof accesses)[number]

/** How long a summary is, from the shortest on. */
export const presets = ['short', 'standard', 'long'] as const
export type Preset = (typeof presets)[number]

/** What its owner thought of a summary. */
export const ratings = ['good', 'bad'] as const
export type Rating = (typeof ratings)[number]

export const videoInfo = z.object({
  videoId: z.string(),
  videoUrl: z.string().nullable(),
  title: z.string(),
  channel: z.string(),
  channelId: z.string().nullable(),
  description: z.string().nullable(),
  /** Same-origin path of the cached picture. */
  thumbnailUrl: z.string().nullable(),
  /** ISO 8601, `PT2H5M`. */
  duration: z.string().nullable(),
  /** Decimal string. */
  viewCount: z.string().nullable(),
  publishedAt: instant.nullable(),
})
export type VideoInfo = z.infer<typeof videoInfo>

/** A summary as it stands in a list: everything but the text. */
export const summaryItem = z.object({
  /** Your own entry's; of somebody else's, a number under which you, and nobody else, may open it. */
  id,
  /** 0 when it is not yours. */
  userId: z.number().int().nonnegative(),
  access: z.enum(accesses),
  type: z.enum(contentTypes),
  videoInfo,
  /** What is spoken in the video, a BCP 47 tag such as `pt-BR`, `und` where nobody knows; null until there is text. */
  language: z.string().nullable(),
  headline: z.string().nullable(),
  /** What you asked to know most; null for none, and for others. */
  focus: z.string().nullable(),
  preset: z.enum(presets),
  /** Minutes it takes to read, at least 1; null until there is text. */
  readMinutes: z.number().int().nullable(),
  audioUrl: z.string().nullable(),
  audioDurationMs: z.number().int().nullable(),
  /** Name of the voice that reads it; another than the chosen one where that could not speak. Null until there is sound. */
  readBy: z.string().nullable(),
  viewCount: z.number().int(),
  createdAt: instant,
  updatedAt: instant,
  deleted: z.boolean(),
  origin: z.enum(origins),
  state: z.enum(summaryStates),
  audio: z.enum(audioStates),
  stage: z.enum(stages).nullable(),
  progress: z.object({ done: z.number().int(), total: z.number().int() }).nullable(),
  /** The failure's sentence and code; null while all is well. */
  error: z.string().nullable(),
  code: failureCode.nullable(),
  /** Whether cancelling now gives its place in the month back: while it is in work, before money was spent on it, and a number of times a month. */
  refundable: z.boolean(),
  /** When a deferred one is looked at again. */
  retryAt: instant.nullable(),
  shared: z.boolean(),
  /** Both for the owner alone, while it is shared: what opens it, and the page to send to others. */
  shareToken: z.string().nullable(),
  shareUrl: z.string().nullable(),
  /** Where the user stopped: sentence index while reading, milliseconds while listening. */
  readPosition: z.number().int().nullable(),
  listenedMs: z.number().int().nullable(),
  unread: z.boolean(),
  /** Of its owner, for its owner alone; null where they said nothing. */
  rating: z.enum(ratings).nullable(),
})
export type SummaryItem = z.infer<typeof summaryItem>

export const summary = summaryItem.extend({
  /** The text itself, Markdown, at most `maxLength` characters. Empty until it is readable. */
  summary: z.string(),
  content: content.nullable(),
  timings: z.array(timing).nullable(),
})
export type Summary = z.infer<typeof summary>
