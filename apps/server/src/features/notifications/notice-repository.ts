import type { NoticeKind } from '@recaps/contract/notices'
import type { Selectable } from 'kysely'
import type { Db } from '../../database/open.ts'
import type { NoticesTable } from '../../database/schedule-tables.ts'
import type { Trx } from '../../jobs/queue.ts'

export type NoticeRow = Selectable<NoticesTable>

export interface NewNotice {
  /** Identifies the event: a user gets at most one notice per key. */
  key: string
  kind: NoticeKind
  title: string
  body: string
  /** The page of the app that it opens. */
  path: string
}

/** False if the user already has a notice with this key. */
export const insertNotice = async (trx: Trx, userId: number, notice: NewNotice, now: Date): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('notices')
    .values({ user_id: userId, ...notice, created_at: now })
    .onConflict(conflict => conflict.columns(['user_id', 'key']).doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** The newest notices with an id below `before`; null starts with the newest. */
export const listNotices = (db: Db, userId: number, before: number | null, limit: number): Promise<NoticeRow[]> =>
  db
    .selectFrom('notices')
    .selectAll()
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .$if(before !== null, query => query.where('id', '<', before!))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const listAllNotices = (db: Db, userId: number): Promise<NoticeRow[]> =>
  db
    .selectFrom('notices')
    .selectAll()
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()

export const countUnreadNotices = async (db: Db, userId: number): Promise<number> => {
  const { unread } = await db
    .selectFrom('notices')
    .select(eb => eb.fn.countAll<number>().as('unread'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(unread)
}

/** Marks all notices if `ids` is null. */
export const markNoticesRead = (db: Db, userId: number, ids: readonly number[] | null, now: Date) =>
  db
    .updateTable('notices')
    .set({ read_at: now })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .$if(ids !== null, query => query.where('id', 'in', ids!))
    .execute()

export const deleteNoticesBefore = (db: Db, before: Date) =>
  db.deleteFrom('notices').where('created_at', '<', before).execute()

export const deleteUserNotices = (trx: Trx, userId: number) =>
  trx.deleteFrom('notices').where('user_id', '=', userId).execute()
