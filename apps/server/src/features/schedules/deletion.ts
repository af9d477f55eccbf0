import { randomUUID } from 'node:crypto'
import type { VideoChannel } from '@recaps/contract/youtube'
import { movedOccurrence } from '@recaps/domain/recurrence'
import { daysToMs, keptDays } from '@recaps/domain/retention'
import type { Db } from '../../database/open.ts'
import { AppError } from '../../errors.ts'
import type { Queue, Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import {
  eraseSchedules,
  findDeleted,
  forgetRemoved,
  giveToJob,
  listDeletedOf,
  listDeletedUntil,
  listWaiting,
  lockUngathered,
} from './deletion-repository.ts'
import { deliverRun, gatherRun } from './job-kinds.ts'
import { gone, missing } from './missing.ts'
import { findChannels, findSchedule, listSchedules, lockOwner, type ScheduleRow, updateSchedule } from './repository.ts'

export interface DeletionDeps {
  db: Db
  queue: Queue
  clock: Clock
  follow(trx: Trx, channels: readonly VideoChannel[]): Promise<void>
}

const restorableForMs = daysToMs(keptDays.deletedSchedule)
const batchSize = 200

/** Soft delete of schedules: a deleted schedule keeps its channels and runs, and can be restored for a day. */
export function createDeletion({ db, queue, clock, follow }: DeletionDeps) {
  /** Schedules deleted, and channels removed, before this time can no longer be restored. */
  const undoneSince = () => new Date(clock.now().getTime() - restorableForMs)

  return {
    undoneSince,

    /** Waits for parallel changes of the owner. Erases earlier deleted schedules: only the last one can be restored. */
    delete: (userId: number, id: number): Promise<void> =>
      db.transaction().execute(async trx => {
        await lockOwner(trx, userId)
        const row = (await findSchedule(trx, userId, id)) ?? missing()
        const now = clock.now()
        await eraseSchedules(trx, await listDeletedOf(trx, row), now)
        await updateSchedule(trx, row, { deleted_at: now })
      }),

    /**
     * Continues as if the schedule had never been deleted: missed dates run once, a digest that came due is sent, and the limits
     * of the current plan apply. The schedule takes over the user's current time zone.
     */
    async restore(trx: Trx, userId: number, id: number): Promise<ScheduleRow> {
      const { timezone } = (await lockOwner(trx, userId)) ?? gone()
      const active = await listSchedules(trx, userId)
      const restored = active.find(schedule => schedule.id === id)
      if (restored) return restored
      const row = (await findDeleted(trx, userId, id, undoneSince())) ?? missing()
      if (active.some(({ type }) => type === row.type)) throw new AppError('schedule_exists')
      const { start_clock, frequency } = row
      const next_run_at = movedOccurrence(start_clock, frequency, row.timezone, timezone, row.next_run_at)
      if (!row.disabled) await follow(trx, (await findChannels(trx, [id])).get(id) ?? [])
      await resumeRuns(trx, id)
      return await updateSchedule(trx, row, { deleted_at: null, timezone, next_run_at, updated_at: clock.now() })
    },

    async eraseOld(): Promise<void> {
      await forgetRemoved(db, undoneSince())
      for (let erased = batchSize; erased === batchSize; )
        erased = await db.transaction().execute(async trx => {
          const ids = await listDeletedUntil(trx, undoneSince(), batchSize)
          await eraseSchedules(trx, ids, clock.now())
          return ids.length
        })
    },
  }

  /** Continues unfinished runs, even if their jobs are lost. Safe because no step of a run is repeated. */
  async function resumeRuns(trx: Trx, scheduleId: number): Promise<void> {
    for (const { id: runId } of await lockUngathered(trx, scheduleId)) {
      const id = randomUUID()
      await giveToJob(trx, runId, id)
      await queue.sendMany(trx, gatherRun, [{ id, data: { runId } }])
    }
    for (const { id: runId } of await listWaiting(trx, scheduleId)) await queue.send(trx, deliverRun, { runId })
  }
}
