import type { Schedule, UploadFilters, VideoChannel } from '@recaps/contract'
import { type Frequency, frequencies } from '@recaps/domain/plans'
import { defaultFrequency, type ScheduleRequest } from '@recaps/domain/schedules'
import { defaultFilters } from '@recaps/domain/upload-selection'
import * as z from 'zod/mini'
import { formatWithOffset, type WallClock, wallClockIn } from '../wall-clock.ts'

z.config({ jitless: true })

/** What the user has chosen in the three steps so far. Kept in local storage until it is saved or discarded. */
export interface Draft {
  /** The schedule being edited; null for a new one. */
  id: number | null
  /** That schedule when editing started. What differs from it was changed by the user. */
  held?: ScheduleRequest | undefined
  channels: VideoChannel[]
  /** In the user's time zone. Null keeps the current dates; a new schedule starts an hour from now. */
  start: WallClock | null
  frequency: Frequency
  /** Only the filters changed here. */
  filters: { [K in keyof UploadFilters]?: UploadFilters[K] | undefined }
}

export const emptyDraft: Draft = { id: null, channels: [], start: null, frequency: defaultFrequency, filters: {} }

export const toDraft = ({ id, channelList, frequency }: Schedule): Draft => ({
  id,
  held: { channelIds: idsOf(channelList), frequency },
  channels: channelList,
  start: null,
  frequency,
  filters: {},
})

const url = z.string()
const storedDraft = z.object({
  id: z.nullable(z.number()),
  held: z.optional(z.object({ channelIds: z.array(z.string()), frequency: z.enum(frequencies) })),
  channels: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      description: z.string(),
      thumbnails: z.object({ default: url, medium: url, high: url }),
    }),
  ),
  start: z.nullable(z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/))),
  frequency: z.enum(frequencies),
  // Missing in drafts stored by older versions.
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

/** Parses a stored draft. Null if it is invalid, for example written by an older version. */
export function parseDraft(text: string | null): Draft | null {
  if (text === null) return null
  try {
    return storedDraft.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/**
 * Rebases a stored draft onto the current schedule, which may have been created or changed elsewhere: only what the user
 * changed is kept. If the schedule has been deleted, the draft becomes one for a new schedule.
 */
export function rebaseDraft(stored: Draft | null, schedule: Schedule | null): Draft {
  if (!schedule) return stored ? { ...stored, id: null } : emptyDraft
  const current = toDraft(schedule)
  if (!stored) return current
  const base = (stored.id === current.id && stored.held) || { channelIds: [], frequency: defaultFrequency }
  const frequency = stored.frequency === base.frequency ? current.frequency : stored.frequency
  return { ...stored, id: current.id, held: current.held, frequency, channels: mergeChannels(stored, base, schedule) }
}

/** Applies the additions and removals that the draft made to `base` to the current list. */
function mergeChannels({ channels }: Draft, base: ScheduleRequest, { channelList }: Schedule): VideoChannel[] {
  // Unchanged elsewhere: keep the order in which the user chose them.
  if (String(base.channelIds) === String(idsOf(channelList))) return channels
  const chosen = idsOf(channels)
  const known = [...base.channelIds, ...idsOf(channelList)]
  const remaining = channelList.filter(({ id }) => chosen.includes(id) || !base.channelIds.includes(id))
  return [...remaining, ...channels.filter(({ id }) => !known.includes(id))]
}

/** Whether saving the draft would change the schedule. */
export const hasChanges = ({ channels, start, frequency, filters }: Draft, schedule: Schedule): boolean =>
  String(idsOf(channels)) !== String(idsOf(schedule.channelList)) ||
  start !== null ||
  frequency !== schedule.frequency ||
  Object.entries(filters).some(([name, chosen]) => chosen !== schedule.filters[name as keyof UploadFilters])

const idsOf = (channels: readonly VideoChannel[]) => channels.map(({ id }) => id)

/** The effective filters: changed in the draft, or else from the schedule, or else the defaults. */
export const effectiveFilters = ({ filters }: Draft, schedule: Schedule | null): UploadFilters =>
  ({ ...(schedule?.filters ?? defaultFilters), ...filters }) as UploadFilters

/**
 * The start to send when saving, with its offset; null to leave it. If only the frequency changes, the schedule restarts at
 * its next date, so that the saved dates are those shown in the wizard.
 */
export function startToSave({ start, frequency }: Draft, schedule: Schedule | null, zone: string): string | null {
  if (start) return formatWithOffset(zone, start)
  return schedule?.nextRunAt && schedule.frequency !== frequency
    ? formatWithOffset(zone, nextLocalTime(schedule, zone))
    : null
}

/**
 * Value of the date and time fields: the chosen start, or else the next date (for a paused schedule its original start). For
 * a new schedule it is an hour from now.
 */
export function shownStart({ start }: Draft, schedule: Schedule | null, zone: string, now: Date): WallClock {
  if (start) return start
  return schedule ? nextLocalTime(schedule, zone) : wallClockIn(zone, new Date(now.getTime() + 3600 * 1000))
}

/**
 * Intended local time of the next date; for a paused schedule, of its start. If the clocks skip that time, the actual date
 * is later, on the same day or the next.
 */
export function nextLocalTime({ nextRunAt, startClock }: Schedule, zone: string): WallClock {
  if (!nextRunAt) return startClock
  const at = Date.parse(nextRunAt)
  const on = (day: number) => `${wallClockIn(zone, new Date(day)).slice(0, 10)}T${startClock.slice(11)}`
  const intended = [on(at), on(at - dayMs)].find(clock => Date.parse(formatWithOffset(zone, clock)) === at)
  return intended ?? wallClockIn(zone, new Date(at))
}

const dayMs = 86_400_000
