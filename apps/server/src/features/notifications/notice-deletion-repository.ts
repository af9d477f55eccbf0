import { maxNoticesPerCall } from '@recaps/contract/notices'
import type { Db } from '../../database/open.ts'

type Selection = { ids: readonly number[] } | { readExcept: readonly number[] }

/** Returns the ids that were deleted by this call. */
export const softDeleteNotices = async (db: Db, userId: number, selection: Selection, now: Date): Promise<number[]> =>
  idsOf(
    db
      .updateTable('notices')
      .set({ deleted_at: now })
      .where('deleted_at', 'is', null)
      .where('id', 'in', eb => {
        const own = eb.selectFrom('notices').select('id').where('user_id', '=', userId).where('deleted_at', 'is', null)
        if ('ids' in selection) return own.where('id', 'in', selection.ids)
        return own
          .where('read_at', 'is not', null)
          .$if(selection.readExcept.length > 0, query => query.where('id', 'not in', selection.readExcept))
          .orderBy('id', 'desc')
          .limit(maxNoticesPerCall)
      })
      .returning('id'),
  )

export const restoreNotices = (db: Db, userId: number, ids: readonly number[], after: Date): Promise<number[]> =>
  idsOf(
    db
      .updateTable('notices')
      .set({ deleted_at: null })
      .where('user_id', '=', userId)
      .where('id', 'in', ids)
      .where('deleted_at', '>', after)
      .returning('id'),
  )

export const eraseDeletedNotices = (db: Db, until: Date) =>
  db
    .updateTable('notices')
    .set({ title: '', body: '', path: '/' })
    .where('deleted_at', '<=', until)
    .where('title', '<>', '')
    .execute()

const idsOf = async (query: { execute(): Promise<{ id: number }[]> }): Promise<number[]> =>
  (await query.execute()).map(({ id }) => id)
