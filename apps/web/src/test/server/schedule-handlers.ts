import type { Schedule, VideoChannel } from '@recaps/contract'
import type { Frequency } from '@recaps/domain/plans'
import { nextThree } from '@recaps/domain/recurrence'
import {
  checkScheduleLimits,
  checkStartDate,
  defaultFrequency,
  defaultStart,
  restorableChannels,
  scheduleLimitSentence,
} from '@recaps/domain/schedules'
import { formatWithOffset, toWallClock, wallClockFromTimestamp, wallClockToDate } from '@recaps/domain/time-zone'
import { defaultFilters, forecastPerMonth } from '@recaps/domain/upload-selection'
import { HandlerFailure, type Handlers, type Input } from './handler.ts'
import { samplePreview, sampleRun, sampleSchedule } from './schedule-samples.ts'
import { activePlanOf, type World } from './world.ts'

interface ScheduleInput {
  frequency?: Frequency | null
  startDateTime?: string | null
  channelList?: VideoChannel[] | null
  channelIds?: string[] | null
  filters?: Partial<Schedule['filters']> | null
  disabled?: boolean | null
}

/** Memory handlers for schedules. Dates are calculated with the product's own code. */
export function scheduleHandlers(world: World): Handlers {
  const now = () => new Date(world.now())
  const zone = () => world.settings.timeZone
  let removed: string[] = []
  const find = ({ params }: Input): Schedule => {
    const found = world.schedules.find(({ id }) => id === (params as { id: number }).id)
    if (!found) throw new HandlerFailure('not_found')
    return found
  }
  const enforcePlan = (channels: readonly VideoChannel[], frequency: Frequency, current: Schedule | null) => {
    const plan = activePlanOf(world)
    const request = { channelIds: channels.map(({ id }) => id), frequency }
    const currentIds = current?.channelList.map(({ id }) => id) ?? []
    const before = current && { channelIds: [...currentIds, ...removed], frequency: current.frequency }
    const refusal = checkScheduleLimits(plan, request, before)
    if (refusal) throw new HandlerFailure(refusal, scheduleLimitSentence(refusal, plan, request))
    removed = restorableChannels(request.channelIds, currentIds, removed)
  }
  const startFrom = (requested: string | null | undefined) => {
    if (!requested) return startAt(toWallClock(defaultStart(now()), zone()))
    const start = new Date(requested)
    const refusal = checkStartDate(start, now())
    if (refusal === 'start_too_late')
      throw new HandlerFailure('invalid_request', 'A schedule must start within a year. Choose an earlier date.')
    if (refusal) throw new HandlerFailure(refusal)
    return startAt(wallClockFromTimestamp(requested, zone()))
  }
  const startAt = (clock: string) => ({
    startDateTime: wallClockToDate(clock, zone()).toISOString(),
    startClock: clock.slice(0, 16),
  })
  const withDates = (schedule: Schedule): Schedule => {
    if (schedule.disabled) return { ...schedule, timezone: zone(), nextRunAt: null, nextThree: [] }
    const after = new Date(Math.max(world.now(), Date.parse(schedule.nextRunAt ?? '') - 1 || 0))
    const dates = nextThree(schedule.startClock, schedule.frequency, zone(), after)
    return {
      ...schedule,
      timezone: zone(),
      nextRunAt: dates[0]!.toISOString(),
      nextThree: dates.map(at => formatWithOffset(at, zone())),
    }
  }
  /** Splits the world's forecast evenly between the channels and applies the limit per channel. */
  const forecast = (channels: number, frequency: ScheduleInput['frequency'], filters: ScheduleInput['filters']) => {
    const { maxPerChannel } = { ...defaultFilters, ...filters }
    const perChannel = Array<number | null>(channels).fill(world.forecast === null ? null : world.forecast / channels)
    return forecastPerMonth(perChannel, frequency ?? defaultFrequency, maxPerChannel)
  }
  const put = (schedule: Schedule, change: Partial<Schedule>) => {
    const changed = { ...schedule, ...change, updatedAt: now().toISOString() }
    world.schedules = [...world.schedules.filter(({ id }) => id !== schedule.id), changed]
    return { body: withDates(changed) }
  }
  return {
    'schedules.list': () => ({ body: world.schedules.map(withDates) }),
    'schedules.suggestions': () => ({ body: { data: world.newVideos } }),
    'schedules.detail': input => ({ body: withDates(find(input)) }),
    'schedules.create'({ body }) {
      const { frequency, startDateTime, channelList, filters } = body as ScheduleInput
      if (world.schedules.length > 0) throw new HandlerFailure('schedule_exists')
      const start = startFrom(startDateTime)
      enforcePlan(channelList!, frequency ?? defaultFrequency, null)
      const none = { channelStates: [], lastRun: null, forecastPerMonth: null, nextRunAt: null }
      const made = {
        frequency: frequency ?? defaultFrequency,
        ...start,
        channelList: channelList!,
        filters: { ...defaultFilters, ...filters },
      }
      return { status: 201, ...put(sampleSchedule(world.now(), { ...none, ...made, id: 6 }), {}) }
    },
    'schedules.change'(input) {
      const current = find(input)
      const { frequency, startDateTime, channelList, filters, disabled } = input.body as ScheduleInput
      enforcePlan(channelList ?? current.channelList, frequency ?? current.frequency, current)
      const isNew = startDateTime && startDateTime !== current.startDateTime
      return put(current, {
        ...(frequency && { frequency }),
        ...(channelList && { channelList }),
        ...(isNew && { ...startFrom(startDateTime), nextRunAt: null }),
        ...(disabled != null && { disabled }),
        filters: { ...current.filters, ...filters },
      })
    },
    'schedules.preview'({ body }) {
      const { frequency, startDateTime, filters, channelIds } = body as ScheduleInput
      const { startClock: clock } = startFrom(startDateTime)
      const first = wallClockToDate(clock, zone())
      const isSkipped = toWallClock(first, zone()).slice(0, 16) !== clock
      const isTwice = toWallClock(new Date(first.getTime() + 3_600_000), zone()).slice(0, 16) === clock
      const dates = nextThree(clock, frequency ?? defaultFrequency, zone(), new Date(first.getTime() - 1))
      return {
        body: {
          nextThree: dates.map(at => formatWithOffset(at, zone())),
          timezone: zone(),
          clockChange: isSkipped ? 'skipped' : isTwice ? 'twice' : null,
          forecastPerMonth: forecast(channelIds?.length || 1, frequency, filters),
        },
      }
    },
    'schedules.previewChannels'({ body }) {
      const { channelIds, ask } = body as { channelIds: string[]; ask?: boolean | null }
      if (ask) for (const id of channelIds) world.previewedChannels.add(id)
      return {
        body: {
          data: channelIds.filter(id => world.previewedChannels.has(id)).map(id => samplePreview(id, world.now())),
        },
      }
    },
    'schedules.delete'(input) {
      const { id } = find(input)
      world.deletedSchedule = world.schedules.find(schedule => schedule.id === id) ?? null
      world.schedules = world.schedules.filter(schedule => schedule.id !== id)
      return {}
    },
    'schedules.restore'({ params }) {
      const deleted = world.deletedSchedule
      if (deleted?.id !== (params as { id: number }).id) throw new HandlerFailure('not_found')
      if (world.schedules.length > 0) throw new HandlerFailure('schedule_exists')
      return put(deleted, {})
    },
    'schedules.run': input => ({
      status: 202,
      ...put(find(input), {
        lastRun: sampleRun(world.now(), {
          id: 8,
          kind: 'now',
          dueAt: now().toISOString(),
          state: 'working',
          outcome: null,
          endedAt: null,
          summarised: 0,
          failed: 0,
          mail: 'none',
        }),
      }),
    }),
    'schedules.pause': input => put(find(input), { disabled: true }),
    'schedules.resume': input => put(find(input), { disabled: false }),
    'schedules.skip'(input) {
      const schedule = find(input)
      return put(schedule, { nextRunAt: new Date(withDates(schedule).nextThree[1]!).toISOString() })
    },
    'schedules.runs'(input) {
      const { lastRun } = find(input)
      return { body: { data: [...(lastRun ? [lastRun] : []), ...world.earlierRuns] } }
    },
    'schedules.mailSample'({ userId }) {
      const found = world.users.find(({ user }) => user.id === userId)
      if (!found?.user.emailVerified) throw new HandlerFailure('forbidden')
      if (world.summaries.size === 0) throw new HandlerFailure('not_found')
      return { status: 202, body: { to: found.email } }
    },
    'schedules.importChannels'({ body }) {
      const lines = (body as { text: string }).text.split('\n').flatMap(line => line.trim() || [])
      const read = lines.map(text => ({ text, channel: world.channels.find(({ id }) => text.includes(id)) }))
      const unknown = read.flatMap(({ text, channel }) => (channel ? [] : { text, reason: 'Channel not found.' }))
      return { body: { format: 'list', channels: read.flatMap(({ channel }) => channel ?? []), unknown } }
    },
  }
}
