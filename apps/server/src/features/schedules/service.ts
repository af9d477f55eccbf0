import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@recaps/contract/route'
import type { ChannelInput, schedules as contract, Run, Schedule, UploadFilters } from '@recaps/contract/schedules'
import type { VideoChannel } from '@recaps/contract/youtube'
import { isChannelId } from '@recaps/domain/channel-url'
import { type ContentType, projectType } from '@recaps/domain/plans'
import { moveOccurrence, nextOccurrence } from '@recaps/domain/recurrence'
import {
  checkScheduleLimits,
  defaultFrequency,
  restorableChannels,
  type ScheduleRequest,
  scheduleLimitSentence,
} from '@recaps/domain/schedules'
import { wallClockToDate } from '@recaps/domain/time-zone'
import { defaultFilters } from '@recaps/domain/upload-selection'
import type { Db } from '../../database/open.ts'
import { AppError } from '../../errors.ts'
import type { Queue, Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Subscriptions } from '../subscriptions/service.ts'
import { sanitizeChannels } from './channels.ts'
import { resumePolling } from './channels-repository.ts'
import { createScheduleDeletion } from './deletion.ts'
import { definedFilters, toFilterColumns, toFilters } from './filters.ts'
import { gatherRun } from './job-kinds.ts'
import type { Polling } from './polling.ts'
import {
  deleteUserSchedules,
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
import { findActiveRun, insertRuns } from './runs-repository.ts'
import { throwAccountDeleted, throwScheduleNotFound } from './schedule-errors.ts'
import { forecastSummaries, loadScheduleState, presentRun } from './schedule-state.ts'
import { filterFollowed, loadChannelStats, newestRuns } from './schedule-state-repository.ts'
import { findClockChange, nextThreeDates, reschedule, resolveStartClock, type Timing } from './timing.ts'
import { uploadWindowMs } from './upload-rate.ts'

export interface SchedulesDeps {
  db: Db
  queue: Queue
  clock: Clock
  subscriptions: Subscriptions
  polling: Pick<Polling, 'follow' | 'prefetchChannels'>
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
  channelList?: ChannelInput[] | null | undefined
  disabled?: boolean | null | undefined
}

type NewSchedule = Change & { channelList: ChannelInput[] }

const maxRuns = 20

export function createSchedules({ db, queue, clock, subscriptions, polling }: SchedulesDeps) {
  /** Throws if the plan does not allow the change. The caller must hold the owner's lock, to count parallel changes. */
  async function requirePlan(trx: Trx, userId: number, requested: ScheduleRequest, current: ScheduleRequest | null) {
    const plan = await subscriptions.activePlan(userId, trx)
    const refusal = checkScheduleLimits(plan, requested, current)
    if (refusal) throw new AppError(refusal, scheduleLimitSentence(refusal, plan, requested))
  }

  const follow = (trx: Trx, channels: readonly VideoChannel[]) => polling.follow(trx, idsOf(channels))

  const deletion = createScheduleDeletion({ db, queue, clock, follow })

  async function toResponse(conn: Db | Trx, row: ScheduleRow): Promise<Schedule> {
    const channels = (await findChannels(conn, [row.id])).get(row.id) ?? []
    const plan = await subscriptions.activePlan(row.user_id, conn)
    return present(row, channels, await loadScheduleState(conn, row, idsOf(channels), plan, clock.now()))
  }

  /** Changes a schedule under its owner's lock, so that parallel changes wait. */
  const withLockedSchedule = (
    userId: number,
    id: number,
    change: (trx: Trx, row: ScheduleRow) => Promise<ScheduleRow>,
  ) =>
    db.transaction().execute(async trx => {
      if (!(await lockOwner(trx, userId))) throwAccountDeleted()
      const row = (await findSchedule(trx, userId, id)) ?? throwScheduleNotFound()
      return await toResponse(trx, await change(trx, row))
    })

  /** Pauses a schedule, or resumes it at its next date. */
  const setDisabled = (userId: number, id: number, disabled: boolean): Promise<Schedule> =>
    withLockedSchedule(userId, id, async (trx, row) => {
      if (row.disabled === disabled) return row
      const now = clock.now()
      const timing = reschedule(row, { frequency: row.frequency, disabled }, now)
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
      await toResponse(db, (await findSchedule(db, userId, id)) ?? throwScheduleNotFound()),

    async runs(userId: number, id: number): Promise<Run[]> {
      const { id: scheduleId } = (await findSchedule(db, userId, id)) ?? throwScheduleNotFound()
      return (await newestRuns(db, [scheduleId], maxRuns)).map(presentRun)
    },

    /** Starts a run now, outside the dates. Does nothing while another run is active. */
    run: (userId: number, id: number): Promise<Schedule> =>
      withLockedSchedule(userId, id, async (trx, row) => {
        if (await findActiveRun(trx, id)) return row
        const plan = await subscriptions.activePlan(userId, trx)
        if (!plan.allowedFrequencies.includes(row.frequency)) {
          const requested = { channelIds: [], frequency: row.frequency }
          throw new AppError('frequency_not_in_plan', scheduleLimitSentence('frequency_not_in_plan', plan, requested))
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
      const { timezone } = (await findOwner(db, userId)) ?? throwAccountDeleted()
      const now = clock.now()
      const frequency = request.frequency ?? defaultFrequency
      const startClock = resolveStartClock(request, timezone, now)
      const { skip_shorts, max_per_channel } = toFilterColumns({
        ...defaultFilters,
        ...definedFilters(request.filters),
      })
      const channelIds = (request.channelIds ?? []).filter(isChannelId)
      const visible = new Set([
        ...(await filterFollowed(db, userId, channelIds)),
        ...(await polling.prefetchChannels(channelIds)),
      ])
      // Stored data about the other channels would reveal that another user follows them.
      const facts = (await loadChannelStats(db, channelIds, new Date(now.getTime() - uploadWindowMs))).map(fact =>
        visible.has(fact.channel_id) ? fact : { ...fact, first_polled_at: null },
      )
      const dates = nextThreeDates(startClock, frequency, timezone, wallClockToDate(startClock, timezone))
      return {
        nextThree: dates,
        timezone,
        clockChange: findClockChange(dates, startClock, timezone),
        forecastPerMonth: forecastSummaries(facts, { frequency, skip_shorts, max_per_channel }, now),
      }
    },

    create: (userId: number, request: NewSchedule): Promise<Schedule> => {
      refuseOtherTypes(request.type)
      const channels = sanitizeChannels(request.channelList)
      const frequency = request.frequency ?? defaultFrequency
      return db.transaction().execute(async trx => {
        const { timezone } = (await lockOwner(trx, userId)) ?? throwAccountDeleted()
        const existing = await listSchedules(trx, userId)
        if (existing.some(({ type }) => type === projectType)) throw new AppError('schedule_exists')
        const now = clock.now()
        const startClock = resolveStartClock(request, timezone, now)
        await requirePlan(trx, userId, { channelIds: idsOf(channels), frequency }, null)
        const row = await insertSchedule(trx, {
          user_id: userId,
          type: projectType,
          frequency,
          start_clock: startClock,
          timezone,
          disabled: request.disabled ?? false,
          next_run_at: wallClockToDate(startClock, timezone),
          ...toFilterColumns({ ...defaultFilters, ...definedFilters(request.filters) }),
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
      const newChannels = change.channelList ? sanitizeChannels(change.channelList) : null
      return withLockedSchedule(userId, id, async (trx, row) => {
        const currentChannels = (await findChannels(trx, [id])).get(id) ?? []
        const channels = newChannels ?? currentChannels
        const frequency = change.frequency ?? row.frequency
        const now = clock.now()
        const [channelIds, currentIds] = [idsOf(channels), idsOf(currentChannels)]
        const removed = row.updated_at > deletion.restorableSince() ? row.removed_channels : {}
        const removedIds = Object.keys(removed)
        const current = { channelIds: [...currentIds, ...removedIds], frequency: row.frequency }
        await requirePlan(trx, userId, { channelIds, frequency }, current)
        const disabled = change.disabled ?? row.disabled
        const timing = reschedule(row, { ...change, frequency, disabled }, now)
        const filters = toFilterColumns({ ...toFilters(row), ...definedFilters(change.filters) })
        const newlyRemoved = newChannels && (await replaceChannels(trx, id, newChannels, now, removed))
        const restorableIds = restorableChannels(channelIds, currentIds, removedIds)
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
    onChannelUnblocked: (trx: Trx, channelId: string) => resumePolling(trx, channelId, clock.now()),

    deleteForUser: (trx: Trx, userId: number) => deleteUserSchedules(trx, userId),

    /** Keeps the local times of day when the user changes their time zone. Call it in the transaction that changes the zone. */
    async changeTimeZone(trx: Trx, userId: number, timezone: string): Promise<void> {
      for (const row of await listSchedules(trx, userId)) {
        const next = moveOccurrence(row.start_clock, row.frequency, row.timezone, timezone, row.next_run_at)
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

type ScheduleState = Awaited<ReturnType<typeof loadScheduleState>>

function present(row: ScheduleRow, channels: VideoChannel[], state: ScheduleState): Schedule {
  const { start_clock, frequency, timezone, disabled, next_run_at } = row
  return {
    id: row.id,
    userId: row.user_id,
    type: row.type,
    channelList: channels,
    frequency,
    startDateTime: wallClockToDate(start_clock, timezone).toISOString(),
    startClock: start_clock.slice(0, 16),
    disabled,
    filters: toFilters(row),
    ...state,
    nextRunAt: disabled ? null : next_run_at.toISOString(),
    nextThree: disabled ? [] : nextThreeDates(start_clock, frequency, timezone, next_run_at),
    timezone,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
