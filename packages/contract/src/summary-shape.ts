import { contentTypes } from '@recaps/domain/plans'
import { z } from 'zod'
import { failureCode, id, timestamp } from './schemas.ts'
import { content, timing } from './summary-content.ts'

export const summaryStates = ['queued', 'deferred', 'working', 'readable', 'ready', 'failed', 'cancelled'] as const
export type SummaryState = (typeof summaryStates)[number]

export const audioStates = ['none', 'pending', 'ready', 'failed'] as const
export type AudioState = (typeof audioStates)[number]

export const stages = ['queued', 'captions', 'transcribing', 'summarising', 'checking', 'speaking'] as const
export type Stage = (typeof stages)[number]

export const origins = ['request', 'schedule', 'upload'] as const
/** How the user has access: as the owner, through a share link, or as a community read of a popular summary. */
export const summaryAccesses = ['own', 'shared', 'community'] as const
export type SummaryAccess = (typeof summaryAccesses)[number]

/** Summary lengths, shortest first. */
export const presets = ['short', 'standard', 'long'] as const
export type Preset = (typeof presets)[number]

/** The owner's rating of a summary. */
export const ratings = ['good', 'bad'] as const
export type Rating = (typeof ratings)[number]

export const videoInfo = z.object({
  videoId: z.string(),
  videoUrl: z.string().nullable(),
  title: z.string(),
  channel: z.string(),
  channelId: z.string().nullable(),
  description: z.string().nullable(),
  /** Same-origin path of the cached thumbnail. */
  thumbnailUrl: z.string().nullable(),
  /** ISO 8601, `PT2H5M`. */
  duration: z.string().nullable(),
  /** Decimal string. */
  viewCount: z.string().nullable(),
  publishedAt: timestamp.nullable(),
})
export type VideoInfo = z.infer<typeof videoInfo>

/** A summary as a list item: everything except the text. */
export const summaryItem = z.object({
  /** Id of your own summary, or for someone else's summary an id that only you can open. */
  id,
  /** 0 when it is not yours. */
  userId: z.number().int().nonnegative(),
  access: z.enum(summaryAccesses),
  type: z.enum(contentTypes),
  videoInfo,
  /** Spoken language as a BCP 47 tag such as `pt-BR`, `und` if unknown; null until there is text. */
  language: z.string().nullable(),
  headline: z.string().nullable(),
  /** Your requested focus; null if there is none or the summary is not yours. */
  focus: z.string().nullable(),
  preset: z.enum(presets),
  /** Reading time in minutes, at least 1; null until there is text. */
  readMinutes: z.number().int().nullable(),
  audioUrl: z.string().nullable(),
  audioDurationMs: z.number().int().nullable(),
  /** Name of the voice. Differs from the chosen voice if that one was unavailable. Null until there is audio. */
  readBy: z.string().nullable(),
  viewCount: z.number().int(),
  createdAt: timestamp,
  updatedAt: timestamp,
  deleted: z.boolean(),
  origin: z.enum(origins),
  state: z.enum(summaryStates),
  audio: z.enum(audioStates),
  stage: z.enum(stages).nullable(),
  progress: z.object({ done: z.number().int(), total: z.number().int() }).nullable(),
  /** The failure's sentence and code; null if there is no failure. */
  error: z.string().nullable(),
  code: failureCode.nullable(),
  /** Whether cancelling now refunds the quota: only while in progress, before it costs money, and a limited number of times a month. */
  refundable: z.boolean(),
  /** When a deferred summary is retried. */
  retryAt: timestamp.nullable(),
  shared: z.boolean(),
  /** Token of the share link, and the page to send to others. Set only for the owner, while the summary is shared. */
  shareToken: z.string().nullable(),
  shareUrl: z.string().nullable(),
  /** Where the user stopped: a sentence index for reading, milliseconds for listening. */
  readPosition: z.number().int().nullable(),
  listenedMs: z.number().int().nullable(),
  unread: z.boolean(),
  /** The owner's rating, visible only to the owner; null if not rated. */
  rating: z.enum(ratings).nullable(),
})
export type SummaryItem = z.infer<typeof summaryItem>

export const summary = summaryItem.extend({
  /** The text as Markdown, at most `maxLength` characters. Empty until it can be read. */
  summary: z.string(),
  content: content.nullable(),
  timings: z.array(timing).nullable(),
})
export type Summary = z.infer<typeof summary>
