import { sql } from 'kysely'
import type { Storage } from '../ports/storage.ts'
import type { Logger } from '../telemetry/logger.ts'
import type { Db } from './open.ts'

/**
 * Files that have to go, noted in the transaction of the change that makes them so: whoever is stopped between the change
 * and the deletion leaves the note. A file that only a later change will name is noted before it is written, and kept by
 * that change.
 */
type Handle = Pick<Db, 'insertInto' | 'deleteFrom'>

export async function eraseLater(db: Handle, names: readonly string[], dueAt: Date): Promise<void> {
  if (names.length === 0) return
  await db
    .insertInto('erasures')
    .values(names.map(name => ({ name, due_at: dueAt })))
    .onConflict(conflict =>
      conflict.column('name').doUpdateSet({ due_at: sql`least(erasures.due_at, excluded.due_at)` }),
    )
    .execute()
}

export const isNoted = async (db: Db, name: string): Promise<boolean> =>
  (await db.selectFrom('erasures').select('name').where('name', '=', name).executeTakeFirst()) !== undefined

/** From now on a row names the file. False when its time had come, and it may be gone. */
export async function keepFile(db: Handle, name: string, now: Date): Promise<boolean> {
  const kept = await db
    .deleteFrom('erasures')
    .where('name', '=', name)
    .where('due_at', '>', now)
    .returning('name')
    .executeTakeFirst()
  return kept !== undefined
}

/**
 * Erases a file at once when its request was refused: it was scheduled for erasure before it was written, and `keepFile` was
 * never called. A concurrent `keepFile` returns false. If the storage fails, the next housekeeping run tries again.
 */
export async function eraseUnkept(db: Db, storage: Storage, name: string, now: Date): Promise<void> {
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

const atOnce = 200

/** Erases what is due. Several processes may do it at once: a file goes twice without complaint. */
export async function eraseDue(db: Db, deps: { storage: Storage; logger: Logger; now: Date }): Promise<void> {
  for (let after = ''; ; ) {
    const due = await db
      .selectFrom('erasures')
      .select('name')
      .where('due_at', '<=', deps.now)
      .where('name', '>', after)
      .orderBy('name')
      .limit(atOnce)
      .execute()
    if (due.length === 0) return
    const gone: string[] = []
    for (const { name } of due)
      await deps.storage.delete(name).then(
        () => gone.push(name),
        error => deps.logger.warn({ err: error }, 'a file could not be erased; the next round tries again'),
      )
    if (gone.length > 0)
      await db.deleteFrom('erasures').where('name', 'in', gone).where('due_at', '<=', deps.now).execute()
    after = due.at(-1)!.name
  }
}
