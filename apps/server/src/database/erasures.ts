import { sql } from 'kysely'
import type { Storage } from '../ports/storage.ts'
import type { Logger } from '../telemetry/logger.ts'
import type { Db } from './open.ts'

/**
 * Erasures are scheduled in the transaction that makes a file obsolete, so that a crash cannot leave the file behind. The
 * erasure of a new file is scheduled before it is written and cancelled (`cancelFileErasure`) once a row refers to the file.
 */
type Handle = Pick<Db, 'insertInto' | 'deleteFrom'>

export async function scheduleFileErasure(db: Handle, names: readonly string[], dueAt: Date): Promise<void> {
  if (names.length === 0) return
  await db
    .insertInto('erasures')
    .values(names.map(name => ({ name, due_at: dueAt })))
    .onConflict(conflict =>
      conflict.column('name').doUpdateSet({ due_at: sql`least(erasures.due_at, excluded.due_at)` }),
    )
    .execute()
}

export const isErasureScheduled = async (db: Db, name: string): Promise<boolean> =>
  (await db.selectFrom('erasures').select('name').where('name', '=', name).executeTakeFirst()) !== undefined

/** Cancels the erasure of a file that a row now refers to. Returns false if the erasure was due: the file may already be erased. */
export async function cancelFileErasure(db: Handle, name: string, now: Date): Promise<boolean> {
  const cancelled = await db
    .deleteFrom('erasures')
    .where('name', '=', name)
    .where('due_at', '>', now)
    .returning('name')
    .executeTakeFirst()
  return cancelled !== undefined
}

/**
 * Erases a file at once when its request was refused: it was scheduled for erasure before it was written, and `cancelFileErasure` was
 * never called. A concurrent `cancelFileErasure` returns false. If the storage fails, the next housekeeping run tries again.
 */
export async function eraseRejectedFile(db: Db, storage: Storage, name: string, now: Date): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('erasures')
    .set({ due_at: now })
    .where('name', '=', name)
    .where('due_at', '>', now)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await storage.delete(name)
  await db.deleteFrom('erasures').where('name', '=', name).where('due_at', '<=', now).execute()
}

const batchSize = 200

/** Erases all files that are due. Safe in several processes at once: deleting a file twice is no error. */
export async function eraseDue(db: Db, deps: { storage: Storage; logger: Logger; now: Date }): Promise<void> {
  for (let after = ''; ; ) {
    const due = await db
      .selectFrom('erasures')
      .select('name')
      .where('due_at', '<=', deps.now)
      .where('name', '>', after)
      .orderBy('name')
      .limit(batchSize)
      .execute()
    if (due.length === 0) return
    const erased: string[] = []
    for (const { name } of due)
      await deps.storage.delete(name).then(
        () => erased.push(name),
        error => deps.logger.warn({ err: error }, 'failed to erase a stored file, retrying at the next housekeeping'),
      )
    if (erased.length > 0)
      await db.deleteFrom('erasures').where('name', 'in', erased).where('due_at', '<=', deps.now).execute()
    after = due.at(-1)!.name
  }
}
