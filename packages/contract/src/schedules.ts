import { contentTypes, frequencies } from '@recaps/domain/plans'
import { z } from 'zod'
import { route } from './route.ts'
import { id, idParam, timestamp } from './schemas.ts'
import { videoChannel } from './youtube.ts'

/** A timestamp with the UTC offset of the schedule's time zone: `2026-11-21T09:00:00+01:00`. */
const zonedTimestamp = z.iso.datetime({ offset: true })

/** Which uploads of its channels a schedule includes. */
export const uploadFilters = z.object({
  skipShorts: z.boolean(),
  /** Skips live and upcoming streams. */
  skipLive: z.boolean(),
  /** Skips shorter videos; 0 includes all. */
  minMinutes: z.number().int().min(0).max(720),
  /** How many of the newest videos to take per channel and run. */
  maxPerChannel: z.number().int().min(1).max(15),
})
export type UploadFilters = z.infer<typeof uploadFilters>

/**
 * `paused_private` and `paused_deleted`: two checks a day apart could not find the channel. It is now checked once a day.
 * `blocked`: the operator of this server does not summarize the channel.
 */
export const channelHealths = ['ok', 'paused_private', 'paused_deleted', 'blocked'] as const
export type ChannelHealth = (typeof channelHealths)[number]

/** Status of a followed channel. */
export const channelState = z.object({
  channelId: z.string(),
  health: z.enum(channelHealths),
  /** When `health` stopped being `ok`; null while it is `ok`. */
  since: timestamp.nullable(),
  /** The schedule has more channels than the plan allows, and this one is over the limit. */
  pausedByPlan: z.boolean(),
  /** When it was last checked for uploads; null if never. */
  polledAt: timestamp.nullable(),
  lastUploadAt: timestamp.nullable(),
  /** The channel's share of the last run; null if there was no run since the channel was added. */
  lastRun: z
    .object({ endedAt: timestamp.nullable(), found: z.number().int(), summarised: z.number().int() })
    .nullable(),
})
export type ChannelState = z.infer<typeof channelState>

/**
 * `new`: the run found new uploads. `frequency_not_in_plan`: the plan no longer includes the frequency. `disabled`: the
 * schedule was paused in the meantime. `not_confirmed`: the user must first confirm their email address.
 */
export const runOutcomes = ['new', 'nothing_new', 'frequency_not_in_plan', 'disabled', 'not_confirmed'] as const
export type RunOutcome = (typeof runOutcomes)[number]

export const run = z.object({
  id,
  kind: z.enum(['due', 'now']),
  dueAt: timestamp,
  /** `working` until the digest is sent or there is nothing to send. */
  state: z.enum(['working', 'ended']),
  outcome: z.enum(runOutcomes).nullable(),
  endedAt: timestamp.nullable(),
  /** Number of summaries, of videos that could not be summarized, and of videos listed by title only. */
  summarised: z.number().int(),
  failed: z.number().int(),
  listed: z.number().int(),
  /** State of the digest mail; `none` if there was nothing to send or the user gets no digests by mail. */
  mail: z.enum(['none', 'queued', 'sent', 'failed']),
})
export type Run = z.infer<typeof run>

export const schedule = z.object({
  id,
  userId: id,
  type: z.enum(contentTypes),
  channelList: z.array(videoChannel),
  frequency: z.enum(frequencies),
  /** The first occurrence. Later ones have the same time of day in `timezone`. */
  startDateTime: timestamp,
  /** `startDateTime` as local time in `timezone`: `2026-11-21T09:00`, even if a clock change skips that time and the run is later. */
  startClock: z.string(),
  disabled: z.boolean(),
  /** The plan no longer includes the frequency. Nothing runs until the plan or the frequency changes. */
  pausedByPlan: z.boolean(),
  filters: uploadFilters,
  /** In the order of `channelList`. */
  channelStates: z.array(channelState),
  lastRun: run.nullable(),
  /** Upper estimate of summaries per month, based on the channels' recent uploads; null until those are known. */
  forecastPerMonth: z.number().int().nullable(),
  /** Null while the schedule is disabled. */
  nextRunAt: timestamp.nullable(),
  /** The next three occurrences; empty while the schedule is disabled. */
  nextThree: z.array(zonedTimestamp),
  timezone: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
})
export type Schedule = z.infer<typeof schedule>

/** A channel's known upload activity. */
export const channelPreview = z.object({
  channelId: z.string(),
  /** Average over the last 30 days, without Shorts; null if unknown. */
  videosPerWeek: z.number().nullable(),
  /** The three newest videos, newest first, without Shorts. */
  newest: z.array(z.object({ videoId: z.string(), title: z.string(), publishedAt: timestamp })),
})
export type ChannelPreview = z.infer<typeof channelPreview>

/** A channel from a search result, sent back by the client. The server truncates titles and descriptions that are too long. */
const channelInput = z.object({
  id: z.string().max(64),
  title: z.string().max(1_000),
  description: z.string().max(10_000),
  thumbnails: z.object({ default: z.string().max(2048), medium: z.string().max(2048), high: z.string().max(2048) }),
})
export type ChannelInput = z.infer<typeof channelInput>

const channelList = z
  .array(channelInput)
  .min(1, { error: 'Choose at least one channel' })
  .max(500, { error: 'Choose at most 500 channels' })
const startDateTime = z.iso.datetime({
  offset: true,
  error: 'startDateTime must be a date and time with its zone, such as 2026-11-21T09:00:00Z',
})
const timing = { frequency: z.enum(frequencies).nullish(), startDateTime: startDateTime.nullish() }
const type = z.enum(contentTypes).nullish()
const filters = uploadFilters.partial().nullish()

/** Defaults: monthly, starting in one hour. */
export const newSchedule = z.object({ ...timing, type, filters, channelList, disabled: z.boolean().nullish() })
/** Missing fields stay unchanged. */
export const scheduleChange = z.object({
  ...timing,
  type,
  filters,
  channelList: channelList.nullish(),
  disabled: z.boolean().nullish(),
})

/** A video from a followed channel's list of uploads. */
export const newVideo = z.object({
  videoId: z.string(),
  title: z.string(),
  channelId: z.string(),
  channel: z.string(),
  publishedAt: timestamp,
  /** ISO 8601, `PT2H5M`; null if the list does not contain it. */
  duration: z.string().nullable(),
})
export type NewVideo = z.infer<typeof newVideo>

/** A hundred channels with descriptions exceed the usual limit. */
const maxBodyBytes = 512 * 1024

export const schedules = {
  list: route({
    method: 'GET',
    path: '/api/schedules',
    summary: 'List your schedules (at most one of each type)',
    access: 'user',
    responses: { 200: z.array(schedule) },
  }),
  create: route({
    method: 'POST',
    path: '/api/schedules',
    summary: 'Follow channels on a schedule',
    access: 'user',
    body: newSchedule,
    maxBodyBytes,
    responses: { 201: schedule },
  }),
  preview: route({
    method: 'POST',
    path: '/api/schedules/preview',
    summary: 'Preview the first three run dates of a schedule and the summaries it would use per month',
    access: 'user',
    body: z.object({ ...timing, filters, channelIds: z.array(z.string().max(64)).max(500).nullish() }),
    responses: {
      200: z.object({
        nextThree: z.array(zonedTimestamp),
        timezone: z.string(),
        /** A clock change affects one of these dates: its time of day is skipped, so the run is later, or occurs twice. */
        clockChange: z.enum(['skipped', 'twice']).nullable(),
        forecastPerMonth: z.number().int().nullable(),
      }),
    },
  }),
  previewChannels: route({
    method: 'POST',
    path: '/api/schedules/channels',
    summary: 'Get how often channels upload, and their newest videos',
    access: 'user',
    body: z.object({
      channelIds: z.array(z.string().max(64)).min(1).max(100),
      /** Also queries YouTube for the first few channels you don't follow. Otherwise only channels you follow are returned. */
      ask: z.boolean().nullish(),
    }),
    responses: { 200: z.object({ data: z.array(channelPreview) }) },
  }),
  suggestions: route({
    method: 'GET',
    path: '/api/schedules/suggestions',
    summary: 'Suggest up to three new videos from your channels that you have no summary of (without querying YouTube)',
    access: 'user',
    responses: { 200: z.object({ data: z.array(newVideo) }) },
  }),
  detail: route({
    method: 'GET',
    path: '/api/schedules/{id}',
    summary: 'Get one of your schedules',
    access: 'user',
    params: idParam,
    responses: { 200: schedule },
  }),
  change: route({
    method: 'PUT',
    path: '/api/schedules/{id}',
    summary: 'Update a schedule; missing fields stay unchanged',
    access: 'user',
    params: idParam,
    body: scheduleChange,
    maxBodyBytes,
    responses: { 200: schedule },
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/schedules/{id}',
    summary: 'Delete a schedule and stop following its channels',
    access: 'user',
    params: idParam,
    responses: { 204: null },
  }),
  restore: route({
    method: 'POST',
    path: '/api/schedules/{id}/restore',
    summary: 'Restore a schedule within a day of its deletion, unless you have a new one',
    access: 'user',
    params: idParam,
    responses: { 200: schedule },
  }),
  run: route({
    method: 'POST',
    path: '/api/schedules/{id}/run',
    summary: 'Check for new uploads now, without changing the run dates',
    access: 'user',
    params: idParam,
    responses: { 202: schedule },
  }),
  pause: route({
    method: 'POST',
    path: '/api/schedules/{id}/pause',
    summary: 'Pause a schedule until you resume it',
    access: 'user',
    params: idParam,
    responses: { 200: schedule },
  }),
  resume: route({
    method: 'POST',
    path: '/api/schedules/{id}/resume',
    summary: 'Resume a paused schedule from its next date',
    access: 'user',
    params: idParam,
    responses: { 200: schedule },
  }),
  skip: route({
    method: 'POST',
    path: '/api/schedules/{id}/skip',
    summary: 'Skip the next date; its uploads are included in the run after it',
    access: 'user',
    params: idParam,
    responses: { 200: schedule },
  }),
  runs: route({
    method: 'GET',
    path: '/api/schedules/{id}/runs',
    summary: 'List the twenty newest runs of a schedule, newest first',
    access: 'user',
    params: idParam,
    responses: { 200: z.object({ data: z.array(run) }) },
  }),
  mailSample: route({
    method: 'POST',
    path: '/api/schedules/sample',
    summary: 'Email yourself a sample digest of your newest summaries (needs a confirmed address)',
    access: 'user',
    responses: { 202: z.object({ to: z.string() }) },
  }),
  importChannels: route({
    method: 'POST',
    path: '/api/schedules/import',
    summary:
      'Read channels from an OPML file, the subscriptions of an app or Google Takeout, or a list of links and handles',
    access: 'user',
    body: z.object({ text: z.string().max(400_000) }),
    maxBodyBytes,
    responses: {
      200: z.object({
        format: z.enum(['opml', 'takeout', 'list']),
        channels: z.array(videoChannel),
        /** Lines that don't name a channel, or name one that doesn't exist. */
        unknown: z.array(z.object({ text: z.string(), reason: z.string() })),
      }),
    },
  }),
}
