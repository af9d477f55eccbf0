import { contentTypes } from '@recaps/domain/plans'
import { timeframeNames } from '@recaps/domain/popularity'
import { z } from 'zod'
import { route } from './route.ts'
import { failureCode, id, idParam, instant, leftByTrim, pagination } from './schemas.ts'
import { shareTokenForm } from './share-token.ts'
import { monthlyUse } from './subscriptions.ts'
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
/** What its reader wants to know most, in their words. It is read as a wish, never as an instruction. */
export const focus = z.string().trim().max(200, { error: 'focus must have at most 200 characters' })
const options = {
  maxLength: maxLength.nullish(),
  preset: z.enum(presets).nullish(),
  focus: focus.nullish(),
}
/** Both readings of the specification: `{ urlOrId, type }` and `{ videoUrl, type }`. */
export const summaryRequest = z.union([
  z.object({ urlOrId: z.string().min(1).max(2048), type, ...options }),
  z.object({ videoUrl: z.string().min(1).max(2048), type, ...options }),
])

export const preview = z.object({
  videoInfo,
  /** Whether captions were seen; `none` needs speech to text. */
  captions: z.enum(['manual', 'auto', 'none', 'unknown']),
  captionLanguage: z.string().nullable(),
  /** The length that was looked at: the one asked for, or that of your settings. */
  preset: z.enum(presets),
  /** Your own entries for this video, in any length and with any focus, the newest first. */
  existing: z.array(
    z.object({ id, state: z.enum(summaryStates), preset: z.enum(presets), focus: z.string().nullable() }),
  ),
  /** True when the text exists in this length and is delivered at once, as far as you may know: you have it, or it is popular. */
  known: z.boolean(),
  /** Why it cannot be summarized (now); null when it can. */
  code: failureCode.nullable(),
  error: z.string().nullable(),
  retryAt: instant.nullable(),
  /** Why it may turn out to be one that cannot be summarized, by what it is called: `no_speech` for what looks like music. */
  doubt: failureCode.nullable(),
  estimateSeconds: z.number().int(),
  month: monthlyUse,
})
export type Preview = z.infer<typeof preview>

/** A channel whose videos are among your summaries. */
export const summarizedChannel = z.object({
  channelId: z.string(),
  channel: z.string(),
  /** How many of your summaries are of its videos. */
  count: z.number().int(),
})
export type SummarizedChannel = z.infer<typeof summarizedChannel>

export const listQuery = z.object({
  cursor: z.string().max(200).nullish(),
  limit: z.coerce.number().int().min(1).max(100).nullish(),
  /** Words of the title, channel, headline or text, all of which must match by their beginning; or a link or an id of a video. */
  q: z.string().trim().max(200).nullish(),
  channel: z.string().max(200).nullish(),
  origin: z.enum(origins).nullish(),
  /** Those that this run of a schedule brought. */
  run: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).nullish(),
  state: z.enum(['unread', 'with_audio', ...summaryStates]).nullish(),
  /** With `q` the best matches come first, otherwise the newest, unless asked otherwise; the cursor is of one order alone. */
  order: z.enum(['newest', 'oldest']).nullish(),
})

/** One message of the event stream. The list and the detail are read again by id when it says so. */
export const summaryEvent = z.object({
  id,
  state: z.enum(summaryStates),
  audio: z.enum(audioStates),
  stage: z.enum(stages).nullable(),
  progress: z.object({ done: z.number().int(), total: z.number().int() }).nullable(),
  code: failureCode.nullable(),
  /** What its reader is told of the code. */
  error: z.string().nullable(),
  /** Whether cancelling now gives its place in the month back. */
  refundable: z.boolean(),
  /** Its owner deleted it: it leaves every list. One that is restored is told of with `false`. */
  deleted: z.boolean(),
})
export type SummaryEvent = z.infer<typeof summaryEvent>

/** The wrong ones are refused in a sentence of their own: it is the one field that the specification asks for. */
export const mostViewedQuery = z.object({
  timeframe: z.enum(timeframeNames, { error: `timeframe must be one of ${timeframeNames.join(', ')}` }),
  /** Deprecated: `pageSize` wins. */
  limit: z.coerce.number().int().min(1).max(50).nullish(),
  page: z.coerce.number().int().min(1).max(1_000_000).nullish(),
  pageSize: z.coerce.number().int().min(1).max(50).nullish(),
  /** `known`: without what is in your summaries, in whatever form, and what you have read before; pages stay full. */
  hide: z.literal('known', { error: 'hide must be known' }).nullish(),
})

/** One piece of an answer: a sentence as soon as it stands, and in the end whether the video says anything, or what went wrong. */
export const answerPart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sentence'), sentence }),
  z.object({ kind: z.literal('end'), found: z.boolean(), engine: z.string() }),
  z.object({ kind: z.literal('error'), error: z.string(), code: failureCode }),
])
export type AnswerPart = z.infer<typeof answerPart>

export const exportFormats = ['md', 'txt', 'json', 'vtt', 'epub'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** The most that an uploaded recording may have. */
export const largestSoundBytes = 500 * 1000 * 1000

const shareToken = z.object({ token: z.string().regex(shareTokenForm) })

const planType = z.object({ planType: z.literal('youtube', { error: 'planType must be youtube' }).nullish() })

export const summaries = {
  list: route({
    method: 'GET',
    path: '/api/summaries',
    summary: 'Your summaries, newest first, or the best matches of a search; those in work and failed ones are in it',
    access: 'user',
    query: listQuery,
    responses: { 200: z.object({ data: z.array(summaryItem), nextCursor: z.string().nullable(), month: monthlyUse }) },
  }),
  channels: route({
    method: 'GET',
    path: '/api/summaries/channels',
    summary: 'The channels of your summaries, those with the most first; at most 500',
    access: 'user',
    responses: { 200: z.object({ data: z.array(summarizedChannel) }) },
  }),
  request: route({
    method: 'POST',
    path: '/api/summaries',
    summary: 'Ask for a summary: 202 for a new one, 200 for the one you have',
    access: 'user',
    body: summaryRequest,
    responses: { 202: summary, 200: summary },
  }),
  preview: route({
    method: 'POST',
    path: '/api/summaries/preview',
    summary: 'What a link leads to, before a summary is asked for',
    access: 'user',
    body: z.object({ urlOrId: z.string().min(1).max(2048), preset: options.preset }),
    responses: { 200: preview },
  }),
  usage: route({
    method: 'GET',
    path: '/api/summaries/usage',
    summary: 'What the months were used for, newest first: a line for each place that was taken in one',
    access: 'user',
    query: z.object({ cursor: z.string().max(20).nullish() }),
    responses: { 200: z.object({ data: z.array(usageEntry), nextCursor: z.string().nullable() }) },
  }),
  upload: route({
    method: 'POST',
    path: '/api/summaries/upload',
    summary:
      'Summarize a caption file (.vtt .srt .sbv .ass .ssa .lrc .ttml .xml .json .txt, at most 5 MiB) or, where speech to text is set up, a recording (MP3, M4A, MP4, Ogg, WebM, WAV, FLAC, at most 500 MB); the body is the file',
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
    summary: 'Changes of your summaries as server-sent events',
    access: 'user',
    responses: { 200: summaryEvent },
    produces: 'text/event-stream',
  }),
  mostViewed: route({
    method: 'GET',
    path: '/api/summaries/most-viewed',
    summary: 'Popular summaries: the id of each opens it, your own or as a community read',
    access: 'user',
    query: mostViewedQuery,
    responses: { 200: z.object({ data: z.array(summaryItem), pagination }) },
  }),
  shared: route({
    method: 'GET',
    path: '/api/summaries/s/{token}',
    summary: 'A summary that its owner shares, for whoever has the link',
    access: 'public',
    params: shareToken,
    responses: { 200: summary },
  }),
  viewShared: route({
    method: 'POST',
    path: '/api/summaries/s/{token}/view',
    summary: 'Count a view of a shared summary: once a day and user, or network when signed out',
    access: 'public',
    params: shareToken,
    responses: { 204: null },
  }),
  detail: route({
    method: 'GET',
    path: '/api/summaries/{id}',
    summary: 'One summary with its text; a popular one of others is a community read',
    access: 'user',
    params: idParam,
    query: planType,
    responses: { 200: summary },
  }),
  change: route({
    method: 'PATCH',
    path: '/api/summaries/{id}',
    summary:
      'Keep your place in it, share it or stop sharing it, have it read in another voice, say whether it was good',
    access: 'user',
    params: idParam,
    body: z.object({
      readPosition: z.number().int().min(0).max(100_000).nullish(),
      listenedMs: z.number().int().min(0).max(1_000_000_000).nullish(),
      unread: z.boolean().nullish(),
      shared: z.boolean().nullish(),
      /** With `shared: true`, to take back that sharing was stopped: the token of the link that is to work again. */
      shareToken: shareToken.shape.token.nullish(),
      /** Id of a voice of `GET /api/voices`: its sound is made, and until then there is none. */
      voice: z.string().min(1).max(200).nullish(),
      /** `none` takes back what was said before. */
      rating: z.enum([...ratings, 'none']).nullish(),
    }),
    responses: { 200: summaryItem },
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/summaries/{id}',
    summary: 'Delete it from your list',
    access: 'user',
    params: idParam,
    responses: { 204: null },
  }),
  restore: route({
    method: 'POST',
    path: '/api/summaries/{id}/restore',
    summary: 'Take the deletion back, within a day',
    access: 'user',
    params: idParam,
    responses: { 200: summaryItem },
  }),
  cancel: route({
    method: 'POST',
    path: '/api/summaries/{id}/cancel',
    summary: 'Stop one that is in work; its place in the month is given back',
    access: 'user',
    params: idParam,
    responses: { 200: summary },
  }),
  retry: route({
    method: 'POST',
    path: '/api/summaries/{id}/retry',
    summary: 'Try a failed one, or failed audio, again',
    access: 'user',
    params: idParam,
    responses: { 202: summary, 200: summary },
  }),
  transcript: route({
    method: 'GET',
    path: '/api/summaries/{id}/transcript',
    summary: 'The words it was made from, with their instants',
    access: 'user',
    params: idParam,
    responses: { 200: transcript },
  }),
  ask: route({
    method: 'POST',
    path: '/api/summaries/{id}/ask',
    summary: 'Ask the video: sentences of its transcript’s answer, each with its moments, as server-sent events',
    access: 'user',
    params: idParam,
    body: z.object({
      question: z
        .string()
        .trim()
        .min(3, { error: 'Ask a question of at least three letters.' })
        .max(500, { error: 'Ask in at most 500 characters.' })
        .meta(leftByTrim(3)),
    }),
    responses: { 200: answerPart },
    produces: 'text/event-stream',
    stream: true,
  }),
  export: route({
    method: 'GET',
    path: '/api/summaries/{id}/export',
    summary: 'The summary as a file: md, txt, json (its content), vtt or epub',
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
    summary: 'Count a view, once a day and user',
    access: 'user',
    params: idParam,
    body: z.object({ id: id.nullish(), type: type.nullish() }).nullish(),
    responses: { 204: null },
  }),
}
