import { type Selectable, sql } from 'kysely'
import type { Db } from '../../database/open.ts'
import type { RunsTable } from '../../database/schedule-tables.ts'
import type { JobRun, Trx } from '../../jobs/queue.ts'

export type RunRow = Selectable<RunsTable>

/** Locks due schedules, longest overdue first, skipping rows that another process has locked. */
export const lockDueSchedules = (trx: Trx, now: Date, limit: number) =>
  trx
    .selectFrom('schedules')
    .select(['id', 'user_id', 'frequency', 'start_clock', 'timezone', 'next_run_at'])
    .where('next_run_at', '<=', now)
    .where('disabled', '=', false)
    .where('deleted_at', 'is', null)
    .orderBy('next_run_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()

export interface NewRun {
  schedule_id: number
  user_id: number
  kind: RunRow['kind']
  due_at: Date
  job_id: string
}

/** Inserts runs, once per occurrence, and returns the new ones. They are passed as JSON because many parameters are slower. */
export async function insertRuns(
  trx: Trx,
  runs: readonly NewRun[],
  now: Date,
): Promise<{ id: number; job_id: string }[]> {
  const { rows } = await sql<{ id: number; job_id: string }>`
    insert into runs (schedule_id, user_id, kind, due_at, job_id, created_at)
    select schedule_id, user_id, kind, due_at, job_id, ${now}
    from json_to_recordset(${JSON.stringify(runs)}::json)
      as new(schedule_id bigint, user_id bigint, kind text, due_at timestamptz, job_id uuid)
    on conflict (schedule_id, due_at) do nothing
    returning id, job_id::text`.execute(trx)
  return rows
}

export const setNextRuns = (trx: Trx, next: readonly { id: number; at: Date }[]) =>
  sql`
    update schedules set next_run_at = moved.at
    from json_to_recordset(${JSON.stringify(next)}::json) as moved(id bigint, at timestamptz)
    where schedules.id = moved.id`.execute(trx)

/** Number of due schedules, and when the oldest of them became due; null if none is due. */
export async function measureScheduleBacklog(db: Db, now: Date): Promise<{ oldest: Date | null; due: number }> {
  const row = await db
    .selectFrom('schedules')
    .select(eb => [eb.fn.min('next_run_at').as('oldest'), eb.fn.countAll<number>().as('due')])
    .where('disabled', '=', false)
    .where('deleted_at', 'is', null)
    .where('next_run_at', '<=', now)
    .executeTakeFirstOrThrow()
  return { oldest: row.oldest, due: Number(row.due) }
}

/** Claims a run for an execution of its job. A later execution of the same job takes it over. */
export const claimRun = (db: Db, id: number, run: Pick<JobRun, 'id' | 'restarts'>): Promise<RunRow | undefined> =>
  db
    .updateTable('runs')
    .set({ job_run: run.restarts })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'gathering'])
    .where('job_id', '=', run.id)
    .where('job_run', '<=', run.restarts)
    .returningAll()
    .executeTakeFirst()

/** Updates a run that this execution still owns; false if it has lost it. */
export async function updateClaimedRun(
  trx: Trx,
  claimed: Pick<RunRow, 'id' | 'job_id' | 'job_run'>,
  change: Partial<Pick<RunRow, 'state' | 'outcome' | 'deadline_at' | 'ended_at'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('runs')
    .set(change)
    .where('id', '=', claimed.id)
    .where('state', 'in', ['queued', 'gathering'])
    .where('job_id', '=', claimed.job_id)
    .where('job_run', '=', claimed.job_run)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Locks a run that is waiting for its summaries; undefined in any other state. The state is checked after locking, to wait for
 * a transaction that is just changing it.
 */
export async function lockWaitingRun(trx: Trx, id: number): Promise<RunRow | undefined> {
  const run = await trx.selectFrom('runs').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return run?.state === 'waiting' ? run : undefined
}

export const completeRun = (trx: Trx, id: number, change: Pick<RunRow, 'outcome' | 'outbox_id'>, now: Date) =>
  trx
    .updateTable('runs')
    .set({ ...change, state: 'delivered', ended_at: now })
    .where('id', '=', id)
    .execute()

/** Waiting runs past their deadline, except for deleted schedules. */
export const listOverdueRuns = async (db: Db, now: Date, limit: number): Promise<number[]> =>
  (
    await db
      .selectFrom('runs')
      .leftJoin('schedules', 'schedules.id', 'runs.schedule_id')
      .select('runs.id')
      .where('runs.state', '=', 'waiting')
      .where('runs.deadline_at', '<=', now)
      .where('schedules.deleted_at', 'is', null)
      .orderBy('runs.deadline_at')
      .limit(limit)
      .execute()
  ).map(({ id }) => id)

export const findActiveRun = (trx: Trx, scheduleId: number) =>
  trx
    .selectFrom('runs')
    .select('id')
    .where('schedule_id', '=', scheduleId)
    .where('state', 'in', ['queued', 'gathering', 'waiting'])
    .executeTakeFirst()

export const findRunOwner = async (db: Db, id: number): Promise<number | undefined> =>
  (await db.selectFrom('runs').select('user_id').where('id', '=', id).executeTakeFirst())?.user_id
