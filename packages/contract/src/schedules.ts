import { contentTypes, frequencies } from '@recaps/domain/plans'
import { z } from 'zod'
import { route } from './route.ts'
import { id, idParam, instant } from './schemas.ts'
import { videoChannel } from './youtube.ts'

/** An instant as the zone of the schedule writes it: `2026-11-21T09:00:00+01:00`. */
const localInstant = z.iso.datetime({ offset: true })

export const schedule = z.object({
  id,
  userId: id,
  type: z.enum(contentTypes),
  channelList: z.array(videoChannel),
  frequency: z.enum(frequencies),
  /** The first occurrence; the others keep its time of day in `timezone`. */
  startDateTime: instant,
  disabled: z.boolean(),
  /** Null while it is disabled. */
  nextRunAt: instant.nullable(),
  /** The next three occurrences, none while it is disabled. */
  nextThree: z.array(localInstant),
  timezone: z.string(),
  createdAt: instant,
  updatedAt: instant,
})
export type Schedule = z.infer<typeof schedule>

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

/** Monthly and from an hour ahead where nothing else is said. */
export const newSchedule = z.object({ ...timing, type, channelList, disabled: z.boolean().nullish() })
/** What is absent stays as it is. */
export const scheduleChange = z.object({
  ...timing,
  type,
  channelList: channelList.nullish(),
  disabled: z.boolean().nullish(),
})

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
    summary: 'The first three dates that a schedule would run on',
    access: 'user',
    body: z.object(timing),
    responses: { 200: z.object({ nextThree: z.array(localInstant), timezone: z.string() }) },
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
}
