import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@recaps/contract/route'
import type { schedules as contract, Run, Schedule, UploadFilters, WantedChannel } from '@recaps/contract/schedules'
import type { VideoChannel } from '@recaps/contract/youtube'
import { isChannelId } from '@recaps/domain/channel-url'
import { defaultFilters } from '@recaps/domain/following'
import { type ContentType, projectType } from '@recaps/domain/plans'
import { movedOccurrence, nextOccurrence } from '@recaps/domain/recurrence'
import {
  defaultFrequency,
  refuseSchedule,
  removedAfter,
  type ScheduleWish,
  scheduleRefusalSentence,
} from '@recaps/domain/schedules'
import { instantOf } from '@recaps/domain/time-zone'
import type { Db } from '../../database/open.ts'
import { AppError } from '../../errors.ts'
import type { Queue, Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Subscriptions } from '../subscriptions/service.ts'
import { channelsFrom } from './channels.ts'
import { askAgain } from './channels-repository.ts'
import { createDeletion } from './deletion.ts'
import { columnsOf, filtersOf, given } from './filters.ts'
import { gatherRun } from './job-kinds.ts'
import { gone, missing } from './missing.ts'
import type { Polling } from './polling.ts'
import {
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
import { insertRuns, runInWork } from './runs-repository.ts'
import { forecastOf, presentRun, stateOf } from './states.ts'
import { channelFacts, followedAmong, newestRuns } from './states-repository.ts'
import { clockChangeOn, retimed, startFrom, type Timing, threeFrom } from './timing.ts'
import { lookedBackMs } from './upload-rate.ts'

export interface SchedulesDeps {
  db: Db
  queue: Queue
  clock: Clock
  subscriptions: Subscriptions
  polling: Pick<Polling, 'follow' | 'learn'>
}

type PreviewOf = ResponseOf<typeof contract.preview>

interface PreviewRequest extends Timing {
  filters?: FilterChanges
  channelIds?: string[] | null | undefined
}

type FilterChanges = { [K in keyof UploadFilters]?: UploadFilters[K] | undefined } | null | undefined

interface Change extends Timing {
  filters?: FilterChanges
  type?: ContentType | null | undefined
  channelList?: WantedChannel[] | null | undefined
  disabled?: boolean | null | undefined
}

type NewSchedule = Change & { channelList: WantedChannel[] }

const maxRuns = 20

export function createSchedules({ db, queue, clock, subscriptions, polling }: SchedulesDeps) {
  /** Throws if the plan does not allow the change. The caller must hold the owner's lock, to count parallel changes. */
  async function requirePlan(trx: Trx, userId: number, requested: ScheduleWish, current: ScheduleWish | null) {
    const plan = await subscriptions.activePlan(userId, trx)
    const refusal = refuseSchedule(plan, requested, current)
    if (refusal) throw new AppError(refusal, scheduleRefusalSentence(refusal, plan, requested))
  }

  const follow = (trx: Trx, channels: readonly VideoChannel[]) => polling.follow(trx, idsOf(channels))

  const deletion = createDeletion({ db, queue, clock, follow })

  async function toResponse(conn: Db | Trx, row: ScheduleRow): Promise<Schedule> {
    const channels = (await findChannels(conn, [row.id])).get(row.id) ?? []
    const plan = await subscriptions.activePlan(row.user_id, conn)
    return present(row, channels, await stateOf(conn, row, idsOf(channels), plan, clock.now()))
  }

  /** Changes a schedule under its owner's lock, so that parallel changes wait. */
  const withLockedSchedule = (
    userId: number,
    id: number,
    change: (trx: Trx, row: ScheduleRow) => Promise<ScheduleRow>,
  ) =>
    db.transaction().execute(async trx => {
      if (!(await lockOwner(trx, userId))) gone()
      const row = (await findSchedule(trx, userId, id)) ?? missing()
      return await toResponse(trx, await change(trx, row))
    })

  /** Pauses a schedule, or resumes it at its next date. */
  const setDisabled = (userId: number, id: number, disabled: boolean): Promise<Schedule> =>
    withLockedSchedule(userId, id, async (trx, row) => {
      if (row.disabled === disabled) return row
      const now = clock.now()
      const timing = retimed(row, { frequency: row.frequency, disabled }, now)
      if (!disabled) await follow(trx, (await findChannels(trx, [id])).get(id) ?? [])
      return await updateSchedule(trx, row, { disabled, ...timing, updated_at: now })
    })

  return {
    async list(userId: number): Promise<Schedule[]> {
      const schedules: Schedule[] = []
      for (const row of await listSchedules(db, userId)) schedules.push(await toResponse(db, row))
      return schedules
    },

    detail: async (userId: number, id: number): Promise<Schedule> =>
      await toResponse(db, (await findSchedule(db, userId, id)) ?? missing()),

    async runs(userId: number, id: number): Promise<Run[]> {
      const { id: scheduleId } = (await findSchedule(db, userId, id)) ?? missing()
      return (await newestRuns(db, [scheduleId], maxRuns)).map(presentRun)
    },

    /** Starts a run now, outside the dates. Does nothing while another run is active. */
    run: (userId: number, id: number): Promise<Schedule> =>
      withLockedSchedule(userId, id, async (trx, row) => {
        if (await runInWork(trx, id)) return row
        const plan = await subscriptions.activePlan(userId, trx)
        if (!plan.allowedFrequencies.includes(row.frequency)) {
          const requested = { channelIds: [], frequency: row.frequency }
          throw new AppError('frequency_not_in_plan', scheduleRefusalSentence('frequency_not_in_plan', plan, requested))
        }
        const now = clock.now()
        const job_id = randomUUID()
        const [run] = await insertRuns(
          trx,
          [{ schedule_id: id, user_id: userId, kind: 'now', due_at: now, job_id }],
          now,
        )
        if (run) await queue.sendMany(trx, gatherRun, [{ id: job_id, data: { runId: run.id } }])
        return row
      }),

    pause: (userId: number, id: number) => setDisabled(userId, id, true),
    resume: (userId: number, id: number) => setDisabled(userId, id, false),

    skip: (userId: number, id: number): Promise<Schedule> =>
      withLockedSchedule(userId, id, async (trx, row) => {
        if (row.disabled)
          throw new AppError(
            'invalid_request',
            'This schedule is paused, so there is no date to skip. Resume it first.',
          )
        const now = clock.now()
        const next = nextOccurrence(row.start_clock, row.frequency, row.timezone, row.next_run_at)
        return await updateSchedule(trx, row, { next_run_at: next, updated_at: now })
      }),

    /** Next dates, in the user's time zone, and expected number of summaries of a schedule with these settings. */
    async preview(userId: number, request: PreviewRequest): Promise<PreviewOf> {
      const { timezone } = (await findOwner(db, userId)) ?? gone()
      const now = clock.now()
      const frequency = request.frequency ?? defaultFrequency
      const startClock = startFrom(request, timezone, now)
      const { skip_shorts, max_per_channel } = columnsOf({ ...defaultFilters, ...given(request.filters) })
      const channelIds = (request.channelIds ?? []).filter(isChannelId)
      const visible = new Set([...(await followedAmong(db, userId, channelIds)), ...(await polling.learn(channelIds))])
      // Stored data about the other channels would reveal that another user follows them.
      const facts = (await channelFacts(db, channelIds, new Date(now.getTime() - lookedBackMs))).map(fact =>
        visible.has(fact.channel_id) ? fact : { ...fact, first_polled_at: null },
      )
      const dates = threeFrom(startClock, frequency, timezone, instantOf(startClock, timezone))
      return {
        nextThree: dates,
        timezone,
        clockChange: clockChangeOn(dates, startClock, timezone),
        forecastPerMonth: forecastOf(facts, { frequency, skip_shorts, max_per_channel }, now),
      }
    },

    create: (userId: number, request: NewSchedule): Promise<Schedule> => {
      refuseOtherTypes(request.type)
      const channels = channelsFrom(request.channelList)
      const frequency = request.frequency ?? defaultFrequency
      return db.transaction().execute(async trx => {
        const { timezone } = (await lockOwner(trx, userId)) ?? gone()
        const existing = await listSchedules(trx, userId)
        if (existing.some(({ type }) => type === projectType)) throw new AppError('schedule_exists')
        const now = clock.now()
        const startClock = startFrom(request, timezone, now)
        await requirePlan(trx, userId, { channelIds: idsOf(channels), frequency }, null)
        const row = await insertSchedule(trx, {
          user_id: userId,
          type: projectType,
          frequency,
          start_clock: startClock,
          timezone,
          disabled: request.disabled ?? false,
          next_run_at: instantOf(startClock, timezone),
          ...columnsOf({ ...defaultFilters, ...given(request.filters) }),
          created_at: now,
          updated_at: now,
        })
        await replaceChannels(trx, row.id, channels, now)
        if (!row.disabled) await follow(trx, channels)
        return await toResponse(trx, row)
      })
    },

    change: (userId: number, id: number, change: Change): Promise<Schedule> => {
      refuseOtherTypes(change.type)
      const newChannels = change.channelList ? channelsFrom(change.channelList) : null
      return withLockedSchedule(userId, id, async (trx, row) => {
        const currentChannels = (await findChannels(trx, [id])).get(id) ?? []
        const channels = newChannels ?? currentChannels
        const frequency = change.frequency ?? row.frequency
        const now = clock.now()
        const [channelIds, currentIds] = [idsOf(channels), idsOf(currentChannels)]
        const removed = row.updated_at > deletion.undoneSince() ? row.removed_channels : {}
        const removedIds = Object.keys(removed)
        const current = { channelIds: [...currentIds, ...removedIds], frequency: row.frequency }
        await requirePlan(trx, userId, { channelIds, frequency }, current)
        const disabled = change.disabled ?? row.disabled
        const timing = retimed(row, { ...change, frequency, disabled }, now)
        const filters = columnsOf({ ...filtersOf(row), ...given(change.filters) })
        const newlyRemoved = newChannels && (await replaceChannels(trx, id, newChannels, now, removed))
        const restorableIds = removedAfter(channelIds, currentIds, removedIds)
        const removed_channels = JSON.stringify(pick(restorableIds, { ...removed, ...newlyRemoved }))
        if (!disabled) await follow(trx, channels)
        return await updateSchedule(trx, row, {
          frequency,
          disabled,
          ...timing,
          ...filters,
          removed_channels,
          updated_at: now,
        })
      })
    },

    delete: deletion.delete,

    restore: (userId: number, id: number): Promise<Schedule> =>
      db.transaction().execute(async trx => await toResponse(trx, await deletion.restore(trx, userId, id))),

    /** Erases deleted schedules and removed channels that can no longer be restored. */
    housekeeping: deletion.eraseOld,

    /** Resumes polling of an unblocked channel. Call it in the transaction that removes the block. */
    channelOpened: (trx: Trx, channelId: string) => askAgain(trx, channelId, clock.now()),

    forgetUser: (trx: Trx, userId: number) => deleteSchedulesOf(trx, userId),

    /** Keeps the local times of day when the user changes their time zone. Call it in the transaction that changes the zone. */
    async moveToZone(trx: Trx, userId: number, timezone: string): Promise<void> {
      for (const row of await listSchedules(trx, userId)) {
        const next = movedOccurrence(row.start_clock, row.frequency, row.timezone, timezone, row.next_run_at)
        await updateSchedule(trx, row, { timezone, next_run_at: next, updated_at: clock.now() })
      }
    },
  }
}

export type Schedules = ReturnType<typeof createSchedules>

const idsOf = (channels: readonly VideoChannel[]) => channels.map(({ id }) => id)

const pick = <T>(keys: readonly string[], record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => keys.includes(key)))

function refuseOtherTypes(type: ContentType | null | undefined): void {
  if (type && type !== projectType)
    throw new AppError('invalid_request', `Schedules of type ${type} aren’t supported yet. Use ${projectType}.`)
}

type ScheduleState = Awaited<ReturnType<typeof stateOf>>

function present(row: ScheduleRow, channels: VideoChannel[], state: ScheduleState): Schedule {
  const { start_clock, frequency, timezone, disabled, next_run_at } = row
  return {
    id: row.id,
    userId: row.user_id,
    type: row.type,
    channelList: channels,
    frequency,
    startDateTime: instantOf(start_clock, timezone).toISOString(),
    startClock: start_clock.slice(0, 16),
    disabled,
    filters: filtersOf(row),
    ...state,
    nextRunAt: disabled ? null : next_run_at.toISOString(),
    nextThree: disabled ? [] : threeFrom(start_clock, frequency, timezone, next_run_at),
    timezone,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
