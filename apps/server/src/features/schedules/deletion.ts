import { randomUUID } from 'node:crypto'
import type { VideoChannel } from '@recaps/contract/youtube'
import { moveOccurrence } from '@recaps/domain/recurrence'
import { daysToMs, retentionPeriods } from '@recaps/domain/retention'
import type { Db } from '../../database/open.ts'
import { AppError } from '../../errors.ts'
import type { Queue, Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import {
  assignRunToJob,
  clearRemovedChannels,
  eraseSchedules,
  findDeletedSchedule,
  listDeletedSchedules,
  listExpiredSchedules,
  listWaitingRuns,
  lockUngatheredRuns,
} from './deletion-repository.ts'
import { deliverRun, gatherRun } from './job-kinds.ts'
import { findChannels, findSchedule, listSchedules, lockOwner, type ScheduleRow, updateSchedule } from './repository.ts'
import { throwAccountDeleted, throwScheduleNotFound } from './schedule-errors.ts'

export interface ScheduleDeletionDeps {
  db: Db
  queue: Queue
  clock: Clock
  follow(trx: Trx, channels: readonly VideoChannel[]): Promise<void>
}

const restorableForMs = daysToMs(retentionPeriods.deletedSchedule)
const batchSize = 200

/** Soft delete of schedules: a deleted schedule keeps its channels and runs, and can be restored for a day. */
export function createScheduleDeletion({ db, queue, clock, follow }: ScheduleDeletionDeps) {
  /** Schedules deleted, and channels removed, before this time can no longer be restored. */
  const restorableSince = () => new Date(clock.now().getTime() - restorableForMs)

  return {
    restorableSince,

    /** Waits for parallel changes of the owner. Erases earlier deleted schedules: only the last one can be restored. */
    delete: (userId: number, id: number): Promise<void> =>
      db.transaction().execute(async trx => {
        await lockOwner(trx, userId)
        const row = (await findSchedule(trx, userId, id)) ?? throwScheduleNotFound()
        const now = clock.now()
        await eraseSchedules(trx, await listDeletedSchedules(trx, row), now)
        await updateSchedule(trx, row, { deleted_at: now })
      }),

    /**
     * Continues as if the schedule had never been deleted: missed dates run once, a digest that came due is sent, and the limits
     * of the current plan apply. The schedule takes over the user's current time zone.
     */
    async restore(trx: Trx, userId: number, id: number): Promise<ScheduleRow> {
      const { timezone } = (await lockOwner(trx, userId)) ?? throwAccountDeleted()
      const active = await listSchedules(trx, userId)
      const restored = active.find(schedule => schedule.id === id)
      if (restored) return restored
      const row = (await findDeletedSchedule(trx, userId, id, restorableSince())) ?? throwScheduleNotFound()
      if (active.some(({ type }) => type === row.type)) throw new AppError('schedule_exists')
      const { start_clock, frequency } = row
      const next_run_at = moveOccurrence(start_clock, frequency, row.timezone, timezone, row.next_run_at)
      if (!row.disabled) await follow(trx, (await findChannels(trx, [id])).get(id) ?? [])
      await resumeRuns(trx, id)
      return await updateSchedule(trx, row, { deleted_at: null, timezone, next_run_at, updated_at: clock.now() })
    },

    async eraseOld(): Promise<void> {
      await clearRemovedChannels(db, restorableSince())
      for (let erased = batchSize; erased === batchSize; )
        erased = await db.transaction().execute(async trx => {
          const ids = await listExpiredSchedules(trx, restorableSince(), batchSize)
          await eraseSchedules(trx, ids, clock.now())
          return ids.length
        })
    },
  }

  /** Continues unfinished runs, even if their jobs are lost. Safe because no step of a run is repeated. */
  async function resumeRuns(trx: Trx, scheduleId: number): Promise<void> {
    for (const { id: runId } of await lockUngatheredRuns(trx, scheduleId)) {
      const id = randomUUID()
      await assignRunToJob(trx, runId, id)
      await queue.sendMany(trx, gatherRun, [{ id, data: { runId } }])
    }
    for (const { id: runId } of await listWaitingRuns(trx, scheduleId)) await queue.send(trx, deliverRun, { runId })
  }
}
