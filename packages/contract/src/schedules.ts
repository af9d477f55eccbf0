import { contentTypes, frequencies } from '@recaps/domain/plans'
import { z } from 'zod'
import { route } from './route.ts'
import { id, idParam, instant } from './schemas.ts'
import { videoChannel } from './youtube.ts'

/** An instant as the zone of the schedule writes it: `2026-11-21T09:00:00+01:00`. */
const localInstant = z.iso.datetime({ offset: true })

/** Which uploads of its channels a schedule brings. */
export const uploadFilters = z.object({
  skipShorts: z.boolean(),
  /** Streams that are live or are still to come. */
  skipLive: z.boolean(),
  /** Shorter ones are left out; 0 takes all. */
  minMinutes: z.number().int().min(0).max(720),
  /** The newest so many of each channel and run. */
  maxPerChannel: z.number().int().min(1).max(15),
})
export type UploadFilters = z.infer<typeof uploadFilters>

/**
 * `ok` · `paused_private`, `paused_deleted`: it was found gone twice, a day apart, and is not asked any more but once a day ·
 * `blocked`: whoever runs the service does not summarise it.
 */
export const channelHealths = ['ok', 'paused_private', 'paused_deleted', 'blocked'] as const
export type ChannelHealth = (typeof channelHealths)[number]

/** How a followed channel does. */
export const channelState = z.object({
  channelId: z.string(),
  health: z.enum(channelHealths),
  /** Since when it is not `ok`; null while it is. */
  since: instant.nullable(),
  /** More channels than the plan follows: this one waits until there is room. */
  pausedByPlan: z.boolean(),
  /** When it was last asked for uploads; null when never yet. */
  polledAt: instant.nullable(),
  lastUploadAt: instant.nullable(),
  /** What the last run brought of it; null where it joined after that, or there was none. */
  lastRun: z.object({ endedAt: instant.nullable(), found: z.number().int(), summarised: z.number().int() }).nullable(),
})
export type ChannelState = z.infer<typeof channelState>

/**
 * `new`: there was something to tell · `nothing_new` · `frequency_not_in_plan`: the plan does not hold the frequency any
 * more · `disabled`: it was paused meanwhile · `not_confirmed`: the user must confirm their address first.
 */
export const runOutcomes = ['new', 'nothing_new', 'frequency_not_in_plan', 'disabled', 'not_confirmed'] as const
export type RunOutcome = (typeof runOutcomes)[number]

export const run = z.object({
  id,
  kind: z.enum(['due', 'now']),
  dueAt: instant,
  /** `working` until its digest is out or it is clear that there is none. */
  state: z.enum(['working', 'ended']),
  outcome: z.enum(runOutcomes).nullable(),
  endedAt: instant.nullable(),
  /** Summaries that came with it, videos that could not be summarized, and those that were only named. */
  summarised: z.number().int(),
  failed: z.number().int(),
  listed: z.number().int(),
  /** What became of its mail; `none`: there was nothing to mail, or nobody wanted it mailed. */
  mail: z.enum(['none', 'queued', 'sent', 'failed']),
})
export type Run = z.infer<typeof run>

export const schedule = z.object({
  id,
  userId: id,
  type: z.enum(contentTypes),
  channelList: z.array(videoChannel),
  frequency: z.enum(frequencies),
  /** The first occurrence; the others keep its time of day in `timezone`. */
  startDateTime: instant,
  /** What the clocks of `timezone` show then: `2026-11-21T09:00`, also where they skip that very time and it comes later. */
  startClock: z.string(),
  disabled: z.boolean(),
  /** The frequency is not in the plan any more: nothing runs until one of them changes. */
  pausedByPlan: z.boolean(),
  filters: uploadFilters,
  /** In the order of `channelList`. */
  channelStates: z.array(channelState),
  /** The newest one. */
  lastRun: run.nullable(),
  /** Summaries that a month of it takes at most, as its channels have uploaded lately; null until they are known. */
  forecastPerMonth: z.number().int().nullable(),
  /** Null while it is disabled. */
  nextRunAt: instant.nullable(),
  /** The next three occurrences, none while it is disabled. */
  nextThree: z.array(localInstant),
  timezone: z.string(),
  createdAt: instant,
  updatedAt: instant,
})
export type Schedule = z.infer<typeof schedule>

/** How a channel uploads, as far as it is known here. */
export const channelPreview = z.object({
  channelId: z.string(),
  /** Over the last 30 days, without Shorts; null where that is not known. */
  videosPerWeek: z.number().nullable(),
  /** The newest three, newest first, without Shorts. */
  newest: z.array(z.object({ videoId: z.string(), title: z.string(), publishedAt: instant })),
})
export type ChannelPreview = z.infer<typeof channelPreview>

/** A search result, as it is handed back. What is too long for a name or a description is cut. */
const wantedChannel = z.object({
  id: z.string().max(64),
  title: z.string().max(1_000),
  description: z.string().max(10_000),
  thumbnails: z.object({ default: z.string().max(2048), medium: z.string().max(2048), high: z.string().max(2048) }),
})
export type WantedChannel = z.infer<typeof wantedChannel>

const channelList = z
  .array(wantedChannel)
  .min(1, { error: 'Choose at least one channel' })
  .max(500, { error: 'Choose at most 500 channels' })
const startDateTime = z.iso.datetime({
  offset: true,
  error: 'startDateTime must be a date and time with its zone, such as 2026-11-21T09:00:00Z',
})
const timing = { frequency: z.enum(frequencies).nullish(), startDateTime: startDateTime.nullish() }
const type = z.enum(contentTypes).nullish()
const filters = uploadFilters.partial().nullish()

/** Monthly and from an hour ahead where nothing else is said. */
export const newSchedule = z.object({ ...timing, type, filters, channelList, disabled: z.boolean().nullish() })
/** What is absent stays as it is. */
export const scheduleChange = z.object({
  ...timing,
  type,
  filters,
  channelList: channelList.nullish(),
  disabled: z.boolean().nullish(),
})

/** A video of a channel that is followed, as the list of its uploads tells it. */
export const newVideo = z.object({
  videoId: z.string(),
  title: z.string(),
  channelId: z.string(),
  channel: z.string(),
  publishedAt: instant,
  /** ISO 8601, `PT2H5M`; null where the list does not tell it. */
  duration: z.string().nullable(),
})
export type NewVideo = z.infer<typeof newVideo>

/** A hundred channels with their descriptions take more than other bodies. */
const maxBodyBytes = 512 * 1024

export const schedules = {
  list: route({
    method: 'GET',
    path: '/api/schedules',
    summary: 'List your schedules: at most one of each type',
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
    summary: 'The first three dates that a schedule would run on, and how many summaries a month it would take',
    access: 'user',
    body: z.object({ ...timing, filters, channelIds: z.array(z.string().max(64)).max(500).nullish() }),
    responses: {
      200: z.object({
        nextThree: z.array(localInstant),
        timezone: z.string(),
        /** One of these dates comes later than its time of day, because the clocks skip that, or the clocks show it twice. */
        clockChange: z.enum(['skipped', 'twice']).nullable(),
        forecastPerMonth: z.number().int().nullable(),
      }),
    },
  }),
  previewChannels: route({
    method: 'POST',
    path: '/api/schedules/channels',
    summary: 'How often channels upload, and their newest videos',
    access: 'user',
    body: z.object({
      channelIds: z.array(z.string().max(64)).min(1).max(100),
      /** Also asks YouTube about the first few that you do not follow. Without it, only those that you follow are answered. */
      ask: z.boolean().nullish(),
    }),
    responses: { 200: z.object({ data: z.array(channelPreview) }) },
  }),
  suggestions: route({
    method: 'GET',
    path: '/api/schedules/suggestions',
    summary: 'Up to three of the newest videos of your channels that you have no summary of; YouTube is not asked',
    access: 'user',
    responses: { 200: z.object({ data: z.array(newVideo) }) },
  }),
  detail: route({
    method: 'GET',
    path: '/api/schedules/{id}',
    summary: 'Read a schedule of yours',
    access: 'user',
    params: idParam,
    responses: { 200: schedule },
  }),
  change: route({
    method: 'PUT',
    path: '/api/schedules/{id}',
    summary: 'Change a schedule; what is left out stays as it is',
    access: 'user',
    params: idParam,
    body: scheduleChange,
    maxBodyBytes,
    responses: { 200: schedule },
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/schedules/{id}',
    summary: 'Stop following and delete the schedule',
    access: 'user',
    params: idParam,
    responses: { 204: null },
  }),
  restore: route({
    method: 'POST',
    path: '/api/schedules/{id}/restore',
    summary: 'Take the deletion of a schedule back, within a day and while no other has taken its place',
    access: 'user',
    params: idParam,
    responses: { 200: schedule },
  }),
  run: route({
    method: 'POST',
    path: '/api/schedules/{id}/run',
    summary: 'Look for new uploads now; the dates stay as they are',
    access: 'user',
    params: idParam,
    responses: { 202: schedule },
  }),
  pause: route({
    method: 'POST',
    path: '/api/schedules/{id}/pause',
    summary: 'Pause a schedule until it is resumed',
    access: 'user',
    params: idParam,
    responses: { 200: schedule },
  }),
  resume: route({
    method: 'POST',
    path: '/api/schedules/{id}/resume',
    summary: 'Let a paused schedule go on, from its next date',
    access: 'user',
    params: idParam,
    responses: { 200: schedule },
  }),
  skip: route({
    method: 'POST',
    path: '/api/schedules/{id}/skip',
    summary: 'Leave out the next date; its uploads come with the one after',
    access: 'user',
    params: idParam,
    responses: { 200: schedule },
  }),
  runs: route({
    method: 'GET',
    path: '/api/schedules/{id}/runs',
    summary: 'The twenty newest runs of a schedule, newest first',
    access: 'user',
    params: idParam,
    responses: { 200: z.object({ data: z.array(run) }) },
  }),
  mailSample: route({
    method: 'POST',
    path: '/api/schedules/sample',
    summary: 'Mail yourself a sample of a digest, made of your newest summaries; to a confirmed address alone',
    access: 'user',
    responses: { 202: z.object({ to: z.string() }) },
  }),
  importChannels: route({
    method: 'POST',
    path: '/api/schedules/import',
    summary:
      'Read the channels out of an OPML file, the subscriptions of an app or a Google Takeout, or a list of links and handles',
    access: 'user',
    body: z.object({ text: z.string().max(400_000) }),
    maxBodyBytes,
    responses: {
      200: z.object({
        format: z.enum(['opml', 'takeout', 'list']),
        channels: z.array(videoChannel),
        /** Lines that name no channel, or none that is there. */
        unknown: z.array(z.object({ text: z.string(), reason: z.string() })),
      }),
    },
  }),
}
