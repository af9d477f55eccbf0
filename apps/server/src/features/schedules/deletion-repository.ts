import { sql } from 'kysely'
import type { Db } from '../../database/open.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { ScheduleRow } from './repository.ts'
import type { RunRow } from './runs-repository.ts'

/** Locked, so that it cannot be erased in the meantime. */
export const findDeletedSchedule = (
  trx: Trx,
  userId: number,
  id: number,
  after: Date,
): Promise<ScheduleRow | undefined> =>
  trx
    .selectFrom('schedules')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('deleted_at', '>', after)
    .forUpdate()
    .executeTakeFirst()

export const listDeletedSchedules = (
  trx: Trx,
  { user_id, type }: Pick<ScheduleRow, 'user_id' | 'type'>,
): Promise<number[]> =>
  idsOf(
    trx
      .selectFrom('schedules')
      .select('id')
      .where('user_id', '=', user_id)
      .where('type', '=', type)
      .where('deleted_at', 'is not', null)
      .forUpdate(),
  )

/** Locked. Skips schedules that are being restored. */
export const listExpiredSchedules = (trx: Trx, until: Date, limit: number): Promise<number[]> =>
  idsOf(
    trx
      .selectFrom('schedules')
      .select('id')
      .where('deleted_at', '<=', until)
      .orderBy('deleted_at')
      .limit(limit)
      .forUpdate()
      .skipLocked(),
  )

const idsOf = async (query: { execute(): Promise<{ id: number }[]> }): Promise<number[]> =>
  (await query.execute()).map(({ id }) => id)

/** Deletes schedules and their channels, and ends their unfinished runs. */
export async function eraseSchedules(trx: Trx, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await trx
    .updateTable('runs')
    .set({ state: 'skipped', outcome: 'disabled', ended_at: now })
    .where('schedule_id', 'in', ids)
    .where('state', 'in', ['queued', 'gathering', 'waiting'])
    .execute()
  await trx.deleteFrom('schedules').where('id', 'in', ids).execute()
}

/** Clears the restorable channels of schedules that have not changed since `until`. */
export const clearRemovedChannels = (db: Db, until: Date) =>
  db
    .updateTable('schedules')
    .set({ removed_channels: '{}' })
    .where(sql<boolean>`removed_channels <> '{}'`)
    .where('updated_at', '<=', until)
    .execute()

/** Locks runs that have not gathered all of their videos. Waits for a run that is just finishing that. */
export const lockUngatheredRuns = (trx: Trx, scheduleId: number): Promise<Pick<RunRow, 'id'>[]> =>
  trx
    .selectFrom('runs')
    .select('id')
    .where('schedule_id', '=', scheduleId)
    .where('state', 'in', ['queued', 'gathering'])
    .orderBy('id')
    .forUpdate()
    .execute()

/** Assigns a run to a new job. Earlier jobs can no longer change it. */
export const assignRunToJob = (trx: Trx, id: number, jobId: string) =>
  trx.updateTable('runs').set({ job_id: jobId, job_run: 0 }).where('id', '=', id).execute()

export const listWaitingRuns = (trx: Trx, scheduleId: number): Promise<Pick<RunRow, 'id'>[]> =>
  trx.selectFrom('runs').select('id').where('schedule_id', '=', scheduleId).where('state', '=', 'waiting').execute()
