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

const undoForMs = daysToMs(keptDays.deletedSchedule)
const erasedAtOnce = 200

/** Deleting a schedule, and taking that back: until then it rests, with its channels and its runs as they were. */
export function createDeletion({ db, queue, clock, follow }: DeletionDeps) {
  /** What was taken away before can not come back any more. */
  const undoneSince = () => new Date(clock.now().getTime() - undoForMs)

  return {
    undoneSince,

    /** In turn with the changes of it: one that is under way finds what it changes. Of several only the last can come back. */
    delete: (userId: number, id: number): Promise<void> =>
      db.transaction().execute(async trx => {
        await lockOwner(trx, userId)
        const row = (await findSchedule(trx, userId, id)) ?? missing()
        const now = clock.now()
        await eraseSchedules(trx, await listDeletedOf(trx, row), now)
        await updateSchedule(trx, row, { deleted_at: now })
      }),

    /**
     * It goes on as if it had never been deleted: a date that passed meanwhile runs once, a digest that came due goes out, and
     * what the plan does not hold any more is paused. It keeps the zone that its user has by now.
     */
    async restore(trx: Trx, userId: number, id: number): Promise<ScheduleRow> {
      const { timezone } = (await lockOwner(trx, userId)) ?? gone()
      const held = await listSchedules(trx, userId)
      const back = held.find(living => living.id === id)
      if (back) return back
      const row = (await findDeleted(trx, userId, id, undoneSince())) ?? missing()
      if (held.some(({ type }) => type === row.type)) throw new AppError('schedule_exists')
      const { start_clock, frequency } = row
      const next_run_at = movedOccurrence(start_clock, frequency, row.timezone, timezone, row.next_run_at)
      if (!row.disabled) await follow(trx, (await findChannels(trx, [id])).get(id) ?? [])
      await goOn(trx, id)
      return await updateSchedule(trx, row, { deleted_at: null, timezone, next_run_at, updated_at: clock.now() })
    },

    async eraseOld(): Promise<void> {
      await forgetRemoved(db, undoneSince())
      for (let erased = erasedAtOnce; erased === erasedAtOnce; )
        erased = await db.transaction().execute(async trx => {
          const ids = await listDeletedUntil(trx, undoneSince(), erasedAtOnce)
          await eraseSchedules(trx, ids, clock.now())
          return ids.length
        })
    },
  }

  /** Its runs go on where they stand, whatever has become of their jobs: nothing of a run happens twice. */
  async function goOn(trx: Trx, scheduleId: number): Promise<void> {
    for (const { id: runId } of await lockUngathered(trx, scheduleId)) {
      const id = randomUUID()
      await giveToJob(trx, runId, id)
      await queue.sendMany(trx, gatherRun, [{ id, data: { runId } }])
    }
    for (const { id: runId } of await listWaiting(trx, scheduleId)) await queue.send(trx, deliverRun, { runId })
  }
}
