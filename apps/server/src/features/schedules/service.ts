import type { ResponseOf } from '@recaps/contract/route'
import type { schedules as contract, Schedule, WantedChannel } from '@recaps/contract/schedules'
import type { VideoChannel } from '@recaps/contract/youtube'
import { type ContentType, type Frequency, projectType } from '@recaps/domain/plans'
import { movedOccurrence, nextOccurrence, nextThree } from '@recaps/domain/recurrence'
import {
  defaultFrequency,
  defaultStart,
  refuseSchedule,
  refuseStart,
  type ScheduleWish,
  scheduleRefusalSentence,
} from '@recaps/domain/schedules'
import { instantOf, wallClockOf, withOffset } from '@recaps/domain/time-zone'
import type { Db } from '../../database/open.ts'
import { AppError } from '../../errors.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Subscriptions } from '../subscriptions/service.ts'
import { channelsFrom } from './channels.ts'
import type { Polling } from './polling.ts'
import {
  deleteSchedule,
  deleteSchedulesOf,
  findChannels,
  findOwner,
  findSchedule,
  insertSchedule,
  listSchedules,
  lockOwner,
  replaceChannels,
  type ScheduleRow,
  updateSchedule,
} from './repository.ts'

export interface SchedulesDeps {
  db: Db
  clock: Clock
  subscriptions: Subscriptions
  polling: Pick<Polling, 'follow'>
}

interface Timing {
  frequency?: Frequency | null | undefined
  startDateTime?: string | null | undefined
}

type PreviewOf = ResponseOf<typeof contract.preview>

interface Change extends Timing {
  type?: ContentType | null | undefined
  channelList?: WantedChannel[] | null | undefined
  disabled?: boolean | null | undefined
}

type NewSchedule = Change & { channelList: WantedChannel[] }

export function createSchedules({ db, clock, subscriptions, polling }: SchedulesDeps) {
  /** Throws where the plan says no; the caller holds the lock of the user, so that two changes at once are counted as two. */
  async function keepToPlan(trx: Trx, userId: number, wanted: ScheduleWish, held: ScheduleWish | null) {
    const plan = await subscriptions.activePlan(userId, trx)
    const refusal = refuseSchedule(plan, wanted, held)
    if (refusal) throw new AppError(refusal, scheduleRefusalSentence(refusal, plan, wanted))
  }

  const follow = (trx: Trx, channels: readonly VideoChannel[]) =>
    polling.follow(
      trx,
      channels.map(({ id }) => id),
    )

  const presentAll = async (within: Db | Trx, rows: readonly ScheduleRow[]): Promise<Schedule[]> => {
    const channels = await findChannels(
      within,
      rows.map(({ id }) => id),
    )
    return rows.map(row => present(row, channels.get(row.id) ?? []))
  }

  return {
    list: async (userId: number): Promise<Schedule[]> => await presentAll(db, await listSchedules(db, userId)),

    async detail(userId: number, id: number): Promise<Schedule> {
      const row = await findSchedule(db, userId, id)
      const [schedule] = row ? await presentAll(db, [row]) : []
      return schedule ?? missing()
    },

    /** What a schedule with this timing would run on, in the user's zone. */
    async preview(userId: number, timing: Timing): Promise<PreviewOf> {
      const { timezone } = (await findOwner(db, userId)) ?? gone()
      const start = startFrom(timing, clock.now())
      const startClock = wallClockOf(start, timezone)
      const dates = threeFrom(
        startClock,
        timing.frequency ?? defaultFrequency,
        timezone,
        instantOf(startClock, timezone),
      )
      return { nextThree: dates, timezone, clockChange: null, forecastPerMonth: null }
    },

    create: (userId: number, wish: NewSchedule): Promise<Schedule> => {
      refuseOtherTypes(wish.type)
      const channels = channelsFrom(wish.channelList)
      const frequency = wish.frequency ?? defaultFrequency
      return db.transaction().execute(async trx => {
        const { timezone } = (await lockOwner(trx, userId)) ?? gone()
        const held = await listSchedules(trx, userId)
        if (held.some(({ type }) => type === projectType)) throw new AppError('schedule_exists')
        const now = clock.now()
        const start = startFrom(wish, now)
        await keepToPlan(trx, userId, { channelIds: channels.map(({ id }) => id), frequency }, null)
        const startClock = wallClockOf(start, timezone)
        const row = await insertSchedule(trx, {
          user_id: userId,
          type: projectType,
          frequency,
          start_clock: startClock,
          timezone,
          disabled: wish.disabled ?? false,
          next_run_at: instantOf(startClock, timezone),
          created_at: now,
          updated_at: now,
        })
        await replaceChannels(trx, row.id, channels, now)
        if (!row.disabled) await follow(trx, channels)
        return present(row, channels)
      })
    },

    change: (userId: number, id: number, change: Change): Promise<Schedule> => {
      refuseOtherTypes(change.type)
      const wanted = change.channelList ? channelsFrom(change.channelList) : null
      return db.transaction().execute(async trx => {
        if (!(await lockOwner(trx, userId))) gone()
        const row = (await findSchedule(trx, userId, id)) ?? missing()
        const heldChannels = (await findChannels(trx, [id])).get(id) ?? []
        const channels = wanted ?? heldChannels
        const frequency = change.frequency ?? row.frequency
        await keepToPlan(
          trx,
          userId,
          { channelIds: channels.map(({ id }) => id), frequency },
          { channelIds: heldChannels.map(({ id }) => id), frequency: row.frequency },
        )
        const now = clock.now()
        const disabled = change.disabled ?? row.disabled
        const timing = retimed(row, { ...change, frequency, disabled }, now)
        const changed = await updateSchedule(trx, row, { frequency, disabled, ...timing, updated_at: now })
        if (wanted) await replaceChannels(trx, id, wanted, now)
        if (!disabled) await follow(trx, channels)
        return present(changed, channels)
      })
    },

    async delete(userId: number, id: number): Promise<void> {
      if ((await deleteSchedule(db, userId, id)) === 0) missing()
    },

    forgetUser: (trx: Trx, userId: number) => deleteSchedulesOf(trx, userId),

    /** The user lives in another zone now: the times of day stay what they are, there. Part of the transaction that says so. */
    async moveToZone(trx: Trx, userId: number, timezone: string): Promise<void> {
      for (const row of await listSchedules(trx, userId)) {
        const next = movedOccurrence(row.start_clock, row.frequency, row.timezone, timezone, row.next_run_at)
        await updateSchedule(trx, row, { timezone, next_run_at: next, updated_at: clock.now() })
      }
    },
  }
}

export type Schedules = ReturnType<typeof createSchedules>

const missing = (): never => {
  throw new AppError('not_found')
}
/** The account was deleted while the request was under way. */
const gone = (): never => {
  throw new AppError('unauthorized')
}

function refuseOtherTypes(type: ContentType | null | undefined): void {
  if (type && type !== projectType)
    throw new AppError('invalid_request', `Schedules of type ${type} are not run yet: only ${projectType}.`)
}

function startFrom({ startDateTime }: Timing, now: Date): Date {
  if (!startDateTime) return defaultStart(now)
  const start = new Date(startDateTime)
  const refusal = refuseStart(start, now)
  if (refusal === 'start_too_late')
    throw new AppError('invalid_request', 'A schedule starts within a year. Choose an earlier date.')
  if (refusal) throw new AppError(refusal)
  return start
}

/**
 * What becomes of the times. A start that is sent back as it was read is no new one, however long ago it was. A new one is
 * the first occurrence; another frequency, or going on after a pause, counts on from the old one. Else what is due stays due.
 */
function retimed(
  row: ScheduleRow,
  change: Timing & { frequency: Frequency; disabled: boolean },
  now: Date,
): Pick<ScheduleRow, 'start_clock' | 'next_run_at'> {
  const { start_clock, timezone, next_run_at } = row
  const known = instantOf(start_clock, timezone).getTime()
  if (change.startDateTime && new Date(change.startDateTime).getTime() !== known) {
    const startClock = wallClockOf(startFrom(change, now), timezone)
    return { start_clock: startClock, next_run_at: instantOf(startClock, timezone) }
  }
  const goesOn = row.disabled && !change.disabled
  if (change.frequency === row.frequency && !goesOn) return { start_clock, next_run_at }
  return { start_clock, next_run_at: nextOccurrence(start_clock, change.frequency, timezone, now) }
}

const threeFrom = (startClock: string, frequency: Frequency, zone: string, first: Date): string[] =>
  nextThree(startClock, frequency, zone, new Date(first.getTime() - 1)).map(at => withOffset(at, zone))

function present(row: ScheduleRow, channels: VideoChannel[]): Schedule {
  const { start_clock, frequency, timezone, disabled, next_run_at } = row
  return {
    id: row.id,
    userId: row.user_id,
    type: row.type,
    channelList: channels,
    frequency,
    startDateTime: instantOf(start_clock, timezone).toISOString(),
    disabled,
    pausedByPlan: false,
    filters: {
      skipShorts: row.skip_shorts,
      skipLive: row.skip_live,
      minMinutes: row.min_minutes,
      maxPerChannel: row.max_per_channel,
    },
    channelStates: [],
    lastRun: null,
    forecastPerMonth: null,
    nextRunAt: disabled ? null : next_run_at.toISOString(),
    nextThree: disabled ? [] : threeFrom(start_clock, frequency, timezone, next_run_at),
    timezone,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
