import type { Selectable } from 'kysely'
import type { Db } from '../../database/open.ts'
import type { ExportsTable } from '../../database/schema.ts'
import type { JobRun, Trx } from '../../jobs/queue.ts'

export type ExportRow = Selectable<ExportsTable>

/** The user's newest export, unless it has expired. */
export const findExport = (db: Db | Trx, userId: number, now: Date): Promise<ExportRow | undefined> =>
  db
    .selectFrom('exports')
    .selectAll()
    .where('user_id', '=', userId)
    .where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Returns undefined if an export is already being prepared. */
export const startExport = (trx: Trx, userId: number, now: Date): Promise<ExportRow | undefined> =>
  trx
    .insertInto('exports')
    .values({ user_id: userId, state: 'preparing', created_at: now })
    .onConflict(conflict => conflict.column('user_id').where('state', '=', 'preparing').doNothing())
    .returningAll()
    .executeTakeFirst()

export const setExportJob = (trx: Trx, id: number, jobId: string) =>
  trx.updateTable('exports').set({ job_id: jobId, job_run: 0 }).where('id', '=', id).execute()

/** Like recaps: the run of the job that the export waits for claims it, until a later run claims it. */
export type ClaimedExport = Pick<ExportRow, 'id' | 'job_id' | 'job_run'>

export const claimExport = (db: Db, id: number, run: Pick<JobRun, 'id' | 'restarts'>): Promise<ExportRow | undefined> =>
  db
    .updateTable('exports')
    .set({ job_run: run.restarts })
    .where('id', '=', id)
    .where('state', '=', 'preparing')
    .where('job_id', '=', run.id)
    .where('job_run', '<=', run.restarts)
    .returningAll()
    .executeTakeFirst()

/** Returns undefined if the claim was lost: another run has claimed the export, or the account was deleted. */
export const updateClaimedExport = (
  trx: Trx,
  claimed: ClaimedExport,
  change: Partial<Pick<ExportRow, 'state' | 'attempts' | 'file' | 'bytes' | 'ready_at' | 'expires_at'>>,
): Promise<ExportRow | undefined> =>
  trx
    .updateTable('exports')
    .set(change)
    .where('id', '=', claimed.id)
    .where('state', '=', 'preparing')
    .where('job_id', '=', claimed.job_id)
    .where('job_run', '=', claimed.job_run)
    .returningAll()
    .executeTakeFirst()

const filesOf = (rows: { file: string | null }[]): string[] => rows.flatMap(row => row.file ?? [])

/** Keeps only the newest export. Returns the files of the deleted ones. */
export const deleteOlderExports = async (trx: Trx, userId: number, newestId: number): Promise<string[]> =>
  filesOf(
    await trx
      .deleteFrom('exports')
      .where('user_id', '=', userId)
      .where('id', '<', newestId)
      .returning('file')
      .execute(),
  )

export const deleteUserExports = async (trx: Trx, userId: number): Promise<string[]> =>
  filesOf(await trx.deleteFrom('exports').where('user_id', '=', userId).returning('file').execute())

export const deleteExpiredExports = async (trx: Trx, now: Date): Promise<string[]> =>
  filesOf(await trx.deleteFrom('exports').where('expires_at', '<=', now).returning('file').execute())

export const findReferencedExportFiles = async (db: Db, names: readonly string[]): Promise<string[]> =>
  filesOf(await db.selectFrom('exports').select('file').where('file', 'in', names).execute())
