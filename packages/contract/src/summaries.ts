import { contentTypes } from '@recaps/domain/plans'
import { timeframeNames } from '@recaps/domain/popularity'
import { z } from 'zod'
import { route } from './route.ts'
import { failureCode, id, idParam, minTrimmedLength, pagination, timestamp } from './schemas.ts'
import { shareTokenPattern } from './share-token.ts'
import { monthlyUsage } from './subscriptions.ts'
import { content, sentence, transcript } from './summary-content.ts'
import {
  audioStates,
  origins,
  presets,
  ratings,
  stages,
  summary,
  summaryItem,
  summaryStates,
  videoInfo,
} from './summary-shape.ts'
import { usageEntry } from './usage.ts'

export * from './summary-shape.ts'
export * from './usage.ts'

const type = z.enum(contentTypes)
export const maxLength = z.number().int().min(200, { error: 'maxLength must be at least 200' }).max(100_000)
/** What the user most wants to know, in their own words. Treated as a preference, never as an instruction to the model. */
export const focus = z.string().trim().max(200, { error: 'focus must have at most 200 characters' })
const options = {
  maxLength: maxLength.nullish(),
  preset: z.enum(presets).nullish(),
  focus: focus.nullish(),
}
/** The specification gives both forms: `{ urlOrId, type }` and `{ videoUrl, type }`. */
export const summaryRequest = z.union([
  z.object({ urlOrId: z.string().min(1).max(2048), type, ...options }),
  z.object({ videoUrl: z.string().min(1).max(2048), type, ...options }),
])

export const preview = z.object({
  videoInfo,
  /** Which captions the video has; `none` needs speech to text. */
  captions: z.enum(['manual', 'auto', 'none', 'unknown']),
  captionLanguage: z.string().nullable(),
  /** The requested length, or the one from your settings. */
  preset: z.enum(presets),
  /** Your own summaries of this video, in any length and with any focus, newest first. */
  existing: z.array(
    z.object({ id, state: z.enum(summaryStates), preset: z.enum(presets), focus: z.string().nullable() }),
  ),
  /** True if the text already exists in this length and you would get it at once. Reported only if you have it or it is popular. */
  known: z.boolean(),
  /** Why the video cannot be summarized now; null if it can. */
  code: failureCode.nullable(),
  error: z.string().nullable(),
  retryAt: timestamp.nullable(),
  /** Why the video may fail, judging by its title and channel: `no_speech` if it looks like music. */
  doubt: failureCode.nullable(),
  estimateSeconds: z.number().int(),
  month: monthlyUsage,
})
export type Preview = z.infer<typeof preview>

/** A channel with videos among your summaries. */
export const summarizedChannel = z.object({
  channelId: z.string(),
  channel: z.string(),
  /** Number of your summaries of its videos. */
  count: z.number().int(),
})
export type SummarizedChannel = z.infer<typeof summarizedChannel>

export const listQuery = z.object({
  cursor: z.string().max(200).nullish(),
  limit: z.coerce.number().int().min(1).max(100).nullish(),
  /** Search words, each of which must match the start of a word in the title, channel, headline or text; or a video link or id. */
  q: z.string().trim().max(200).nullish(),
  channel: z.string().max(200).nullish(),
  origin: z.enum(origins).nullish(),
  /** Only summaries from this run of a schedule. */
  run: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).nullish(),
  state: z.enum(['unread', 'with_audio', ...summaryStates]).nullish(),
  /** Default: best match first with `q`, otherwise newest first. A cursor is valid for one order only. */
  order: z.enum(['newest', 'oldest']).nullish(),
})

/** A message of the event stream. Clients reload the changed summary by its id. */
export const summaryEvent = z.object({
  id,
  state: z.enum(summaryStates),
  audio: z.enum(audioStates),
  stage: z.enum(stages).nullable(),
  progress: z.object({ done: z.number().int(), total: z.number().int() }).nullable(),
  code: failureCode.nullable(),
  /** The sentence for `code`. */
  error: z.string().nullable(),
  /** Whether cancelling now refunds the quota. */
  refundable: z.boolean(),
  /** The owner deleted it: remove it from every list. A restored summary is reported with `false`. */
  deleted: z.boolean(),
})
export type SummaryEvent = z.infer<typeof summaryEvent>

/** `timeframe` has an error message of its own, because the specification requires it. */
export const mostViewedQuery = z.object({
  timeframe: z.enum(timeframeNames, { error: `timeframe must be one of ${timeframeNames.join(', ')}` }),
  /** Deprecated: `pageSize` wins. */
  limit: z.coerce.number().int().min(1).max(50).nullish(),
  page: z.coerce.number().int().min(1).max(1_000_000).nullish(),
  pageSize: z.coerce.number().int().min(1).max(50).nullish(),
  /** `known` hides videos you already have a summary of, in any form, and summaries you have read. Pages stay full. */
  hide: z.literal('known', { error: 'hide must be known' }).nullish(),
})

/** One part of a streamed answer: a sentence once it is complete, then whether the video contains an answer, or an error. */
export const answerPart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sentence'), sentence }),
  z.object({ kind: z.literal('end'), found: z.boolean(), engine: z.string() }),
  z.object({ kind: z.literal('error'), error: z.string(), code: failureCode }),
])
export type AnswerPart = z.infer<typeof answerPart>

export const exportFormats = ['md', 'txt', 'json', 'vtt', 'epub'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Maximum size of an uploaded recording. */
export const maxUploadedAudioBytes = 500 * 1000 * 1000

const shareToken = z.object({ token: z.string().regex(shareTokenPattern) })

const planType = z.object({ planType: z.literal('youtube', { error: 'planType must be youtube' }).nullish() })

export const summaries = {
  list: route({
    method: 'GET',
    path: '/api/summaries',
    summary: 'List your summaries, newest first, or the best matches of a search; includes pending and failed ones',
    access: 'user',
    query: listQuery,
    responses: {
      200: z.object({ data: z.array(summaryItem), nextCursor: z.string().nullable(), month: monthlyUsage }),
    },
  }),
  channels: route({
    method: 'GET',
    path: '/api/summaries/channels',
    summary: 'List the channels of your summaries, most frequent first (up to 500)',
    access: 'user',
    responses: { 200: z.object({ data: z.array(summarizedChannel) }) },
  }),
  request: route({
    method: 'POST',
    path: '/api/summaries',
    summary: 'Request a summary: 202 for a new one, 200 if you already have it',
    access: 'user',
    body: summaryRequest,
    responses: { 202: summary, 200: summary },
  }),
  preview: route({
    method: 'POST',
    path: '/api/summaries/preview',
    summary: 'Preview the video behind a link before you request a summary',
    access: 'user',
    body: z.object({ urlOrId: z.string().min(1).max(2048), preset: options.preset }),
    responses: { 200: preview },
  }),
  usage: route({
    method: 'GET',
    path: '/api/summaries/usage',
    summary: 'List how your monthly quota was used, newest first',
    access: 'user',
    query: z.object({ cursor: z.string().max(20).nullish() }),
    responses: { 200: z.object({ data: z.array(usageEntry), nextCursor: z.string().nullable() }) },
  }),
  upload: route({
    method: 'POST',
    path: '/api/summaries/upload',
    summary:
      'Summarize a caption file (.vtt .srt .sbv .ass .ssa .lrc .ttml .xml .json .txt, at most 5 MiB) or, if speech to text is set up, a recording (MP3, M4A, MP4, Ogg, WebM, WAV, FLAC, at most 500 MB); the request body is the file',
    access: 'user',
    query: z.object({
      name: z.string().trim().max(200).nullish(),
      title: z.string().trim().max(200).nullish(),
      maxLength: z.coerce.number().int().min(200).max(100_000).nullish(),
      preset: z.enum(presets).nullish(),
      focus: focus.nullish(),
    }),
    consumes: 'application/octet-stream',
    responses: { 202: summary, 200: summary },
  }),
  events: route({
    method: 'GET',
    path: '/api/summaries/events',
    summary: 'Stream changes of your summaries as server-sent events',
    access: 'user',
    responses: { 200: summaryEvent },
    produces: 'text/event-stream',
  }),
  mostViewed: route({
    method: 'GET',
    path: '/api/summaries/most-viewed',
    summary: 'List popular summaries; the id opens your own summary or a community read',
    access: 'user',
    query: mostViewedQuery,
    responses: { 200: z.object({ data: z.array(summaryItem), pagination }) },
  }),
  shared: route({
    method: 'GET',
    path: '/api/summaries/s/{token}',
    summary: 'Get a shared summary by the token of its link',
    access: 'public',
    params: shareToken,
    responses: { 200: summary },
  }),
  viewShared: route({
    method: 'POST',
    path: '/api/summaries/s/{token}/view',
    summary: 'Count a view of a shared summary, once a day per user (or per network if signed out)',
    access: 'public',
    params: shareToken,
    responses: { 204: null },
  }),
  detail: route({
    method: 'GET',
    path: '/api/summaries/{id}',
    summary: 'Get a summary with its text; a popular summary of another user counts as a community read',
    access: 'user',
    params: idParam,
    query: planType,
    responses: { 200: summary },
  }),
  change: route({
    method: 'PATCH',
    path: '/api/summaries/{id}',
    summary: 'Update a summary: save your position, start or stop sharing it, change its voice, or rate it',
    access: 'user',
    params: idParam,
    body: z.object({
      readPosition: z.number().int().min(0).max(100_000).nullish(),
      listenedMs: z.number().int().min(0).max(1_000_000_000).nullish(),
      unread: z.boolean().nullish(),
      shared: z.boolean().nullish(),
      /** With `shared: true`: the token of a revoked link that should work again, to undo the end of sharing. */
      shareToken: shareToken.shape.token.nullish(),
      /** Id of a voice from `GET /api/voices`. The audio is created again, and there is none until then. */
      voice: z.string().min(1).max(200).nullish(),
      /** `none` removes the rating. */
      rating: z.enum([...ratings, 'none']).nullish(),
    }),
    responses: { 200: summaryItem },
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/summaries/{id}',
    summary: 'Delete a summary from your list',
    access: 'user',
    params: idParam,
    responses: { 204: null },
  }),
  restore: route({
    method: 'POST',
    path: '/api/summaries/{id}/restore',
    summary: 'Restore a deleted summary within a day',
    access: 'user',
    params: idParam,
    responses: { 200: summaryItem },
  }),
  cancel: route({
    method: 'POST',
    path: '/api/summaries/{id}/cancel',
    summary: 'Cancel a pending summary and refund its quota if it is refundable',
    access: 'user',
    params: idParam,
    responses: { 200: summary },
  }),
  retry: route({
    method: 'POST',
    path: '/api/summaries/{id}/retry',
    summary: 'Retry a failed summary or failed audio',
    access: 'user',
    params: idParam,
    responses: { 202: summary, 200: summary },
  }),
  transcript: route({
    method: 'GET',
    path: '/api/summaries/{id}/transcript',
    summary: 'Get the transcript of a summary with timestamps',
    access: 'user',
    params: idParam,
    responses: { 200: transcript },
  }),
  ask: route({
    method: 'POST',
    path: '/api/summaries/{id}/ask',
    summary: 'Ask the video a question; streams the answer’s sentences with citations as server-sent events',
    access: 'user',
    params: idParam,
    body: z.object({
      question: z
        .string()
        .trim()
        .min(3, { error: 'Ask a question of at least three letters.' })
        .max(500, { error: 'A question can have up to 500 characters.' })
        .meta(minTrimmedLength(3)),
    }),
    responses: { 200: answerPart },
    produces: 'text/event-stream',
    stream: true,
  }),
  export: route({
    method: 'GET',
    path: '/api/summaries/{id}/export',
    summary: 'Download a summary as a file: md, txt, json (its content), vtt or epub',
    access: 'user',
    params: idParam,
    query: z.object({
      format: z.enum(exportFormats, { error: `format must be one of ${exportFormats.join(', ')}` }),
    }),
    responses: { 200: content },
    produces: ['text/markdown', 'text/plain', 'text/vtt', 'application/epub+zip'],
    file: true,
  }),
  view: route({
    method: 'POST',
    path: '/api/summaries/{id}/view',
    summary: 'Count a view, once a day per user',
    access: 'user',
    params: idParam,
    body: z.object({ id: id.nullish(), type: type.nullish() }).nullish(),
    responses: { 204: null },
  }),
}
