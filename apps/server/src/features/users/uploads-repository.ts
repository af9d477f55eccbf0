import type { Selectable } from 'kysely'
import type { Db } from '../../database/open.ts'
import type { UploadsTable } from '../../database/schema.ts'
import type { Trx } from '../../jobs/queue.ts'

export type UploadRow = Selectable<UploadsTable>

export const insertUpload = (trx: Trx, upload: Omit<UploadRow, 'used_at'>) =>
  trx
    .insertInto('uploads')
    .values({ ...upload, used_at: null })
    .execute()

/** An upload whose file has not been chosen yet. */
export const findOpenUpload = (db: Db, key: string): Promise<UploadRow | undefined> =>
  db.selectFrom('uploads').selectAll().where('key', '=', key).where('used_at', 'is', null).executeTakeFirst()

export const findUserUpload = (db: Db, userId: number, fileUrl: string): Promise<UploadRow | undefined> =>
  db
    .selectFrom('uploads')
    .selectAll()
    .where('user_id', '=', userId)
    .where('file_url', '=', fileUrl)
    .where('used_at', 'is', null)
    .executeTakeFirst()

/** Returns true for exactly one caller. */
export const consumeUpload = async (trx: Trx, key: string, now: Date): Promise<boolean> =>
  (await trx
    .updateTable('uploads')
    .set({ used_at: now })
    .where('key', '=', key)
    .where('used_at', 'is', null)
    .returning('key')
    .executeTakeFirst()) !== undefined

export const deleteOldUploads = (db: Db, expiredBefore: Date) =>
  db.deleteFrom('uploads').where('expires_at', '<', expiredBefore).execute()

export const findReferencedUploads = async (db: Db, names: readonly string[]): Promise<string[]> =>
  (await db.selectFrom('uploads').select('key').where('key', 'in', names).execute()).map(row => row.key)
