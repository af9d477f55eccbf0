import type { Schedule, UploadFilters, VideoChannel } from '@recaps/contract'
import { defaultFilters } from '@recaps/domain/following'
import { type Frequency, frequencies } from '@recaps/domain/plans'
import { defaultFrequency, type ScheduleWish } from '@recaps/domain/schedules'
import * as z from 'zod/mini'
import { type WallClock, wallClockIn, writtenIn } from '../wall-clock.ts'

z.config({ jitless: true })

/** What was chosen so far in the three steps. */
export interface Draft {
  /** The schedule that it changes; null for a new one. */
  id: number | null
  /** What that schedule was when this was begun: all else has been chosen here. */
  held?: ScheduleWish | undefined
  channels: VideoChannel[]
  /** On the clocks of the user's zone. Null: the dates that there are already, and for a new one an hour from now. */
  start: WallClock | null
  frequency: Frequency
  /** What was chosen here; the others stay as they are. */
  filters: { [K in keyof UploadFilters]?: UploadFilters[K] | undefined }
}

export const emptyDraft: Draft = { id: null, channels: [], start: null, frequency: defaultFrequency, filters: {} }

export const draftOf = ({ id, channelList, frequency }: Schedule): Draft => ({
  id,
  held: { channelIds: idsOf(channelList), frequency },
  channels: channelList,
  start: null,
  frequency,
  filters: {},
})

const picture = z.string()
const stored = z.object({
  id: z.nullable(z.number()),
  held: z.optional(z.object({ channelIds: z.array(z.string()), frequency: z.enum(frequencies) })),
  channels: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      description: z.string(),
      thumbnails: z.object({ default: picture, medium: picture, high: picture }),
    }),
  ),
  start: z.nullable(z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/))),
  frequency: z.enum(frequencies),
  // What was stored before they could be chosen here has none.
  filters: z._default(
    z.partial(
      z.object({
        skipShorts: z.boolean(),
        skipLive: z.boolean(),
        minMinutes: z.int().check(z.minimum(0), z.maximum(720)),
        maxPerChannel: z.int().check(z.minimum(1), z.maximum(15)),
      }),
    ),
    {},
  ),
})

/** What local storage holds may be old, or of another hand: what is no draft is none. */
export function parseDraft(text: string | null): Draft | null {
  if (text === null) return null
  try {
    return stored.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/**
 * The draft that is worked on. What was chosen here is laid over the schedule as it is by now: it may have been changed
 * elsewhere, or have come up there. What changed one that is gone makes a new one.
 */
export function presentDraft(begun: Draft | null, schedule: Schedule | null): Draft {
  if (!schedule) return begun ? { ...begun, id: null } : emptyDraft
  const now = draftOf(schedule)
  if (!begun) return now
  const held = (begun.id === now.id && begun.held) || { channelIds: [], frequency: defaultFrequency }
  const frequency = begun.frequency === held.frequency ? now.frequency : begun.frequency
  return { ...begun, id: now.id, held: now.held, frequency, channels: channelsNow(begun, held, schedule) }
}

function channelsNow({ channels }: Draft, held: ScheduleWish, { channelList }: Schedule): VideoChannel[] {
  // Also in the order in which they were chosen.
  if (String(held.channelIds) === String(idsOf(channelList))) return channels
  const chosen = idsOf(channels)
  const known = [...held.channelIds, ...idsOf(channelList)]
  const kept = channelList.filter(({ id }) => chosen.includes(id) || !held.channelIds.includes(id))
  return [...kept, ...channels.filter(({ id }) => !known.includes(id))]
}

/** Whether saving it would change the schedule. */
export const isChange = ({ channels, start, frequency, filters }: Draft, schedule: Schedule): boolean =>
  String(idsOf(channels)) !== String(idsOf(schedule.channelList)) ||
  start !== null ||
  frequency !== schedule.frequency ||
  Object.entries(filters).some(([name, chosen]) => chosen !== schedule.filters[name as keyof UploadFilters])

const idsOf = (channels: readonly VideoChannel[]) => channels.map(({ id }) => id)

/** Which uploads are to come. */
export const filtersOf = ({ filters }: Draft, schedule: Schedule | null): UploadFilters =>
  ({ ...(schedule?.filters ?? defaultFilters), ...filters }) as UploadFilters

/** The start to ask for. A schedule with another frequency begins anew at its next date, so that its dates are those shown. */
export function startOf({ start, frequency }: Draft, schedule: Schedule | null, zone: string): string | null {
  if (start) return writtenIn(zone, start)
  return schedule?.nextRunAt && schedule.frequency !== frequency ? writtenIn(zone, nextClock(schedule, zone)) : null
}

/** What the fields of date and time show while nothing was chosen; of a schedule that is paused, when it began. */
export function shownStart({ start }: Draft, schedule: Schedule | null, zone: string, now: Date): WallClock {
  if (start) return start
  return schedule ? nextClock(schedule, zone) : wallClockIn(zone, new Date(now.getTime() + 3600 * 1000))
}

/**
 * What the clocks are meant to show at the next date; of a schedule that is paused, at its start. Where they skip that, the
 * date comes later, on the same day or the one after.
 */
export function nextClock({ nextRunAt, startClock }: Schedule, zone: string): WallClock {
  if (!nextRunAt) return startClock
  const at = Date.parse(nextRunAt)
  const on = (day: number) => `${wallClockIn(zone, new Date(day)).slice(0, 10)}T${startClock.slice(11)}`
  const meant = [on(at), on(at - dayMs)].find(clock => Date.parse(writtenIn(zone, clock)) === at)
  return meant ?? wallClockIn(zone, new Date(at))
}

const dayMs = 86_400_000
