import type { Notice } from '@recaps/contract/notices'
import { plainLine } from '@recaps/domain/plain-text'
import { daysToMs, retentionPeriods } from '@recaps/domain/retention'
import type { Db } from '../../database/open.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import { createNoticeDeletion } from './notice-deletion.ts'
import {
  countUnreadNotices,
  deleteNoticesBefore,
  deleteUserNotices,
  insertNotice,
  listAllNotices,
  listNotices,
  markNoticesRead,
  type NewNotice,
  type NoticeRow,
} from './notice-repository.ts'

const keepForMs = daysToMs(retentionPeriods.notices)

/** Notifications that users see in the app. */
export function createNotices({ db, clock }: { db: Db; clock: Clock }) {
  const { emptyOld, ...deletion } = createNoticeDeletion({ db, clock })

  return {
    ...deletion,

    /**
     * Adds a notice in the caller's transaction. False if the user already has one with this key. Cleans the text, which may
     * contain titles of videos and channels.
     */
    add: (trx: Trx, userId: number, notice: NewNotice): Promise<boolean> =>
      insertNotice(
        trx,
        userId,
        { ...notice, title: plainLine(notice.title), body: plainLine(notice.body) },
        clock.now(),
      ),

    async list(userId: number, { cursor, limit }: { cursor?: number | null | undefined; limit: number }) {
      const rows = await listNotices(db, userId, cursor ?? null, limit + 1)
      const shown = rows.slice(0, limit)
      return {
        data: shown.map(present),
        unread: await countUnreadNotices(db, userId),
        nextCursor: rows.length > limit ? String(shown.at(-1)!.id) : null,
      }
    },

    async read(userId: number, ids: readonly number[] | null): Promise<{ unread: number }> {
      if (ids?.length !== 0) await markNoticesRead(db, userId, ids, clock.now())
      return { unread: await countUnreadNotices(db, userId) }
    },

    exportForUser: async (userId: number): Promise<Notice[]> => (await listAllNotices(db, userId)).map(present),
    deleteForUser: (trx: Trx, userId: number) => deleteUserNotices(trx, userId),
    async deleteOld(): Promise<void> {
      await deleteNoticesBefore(db, new Date(clock.now().getTime() - keepForMs))
      await emptyOld()
    },
  }
}

export type Notices = ReturnType<typeof createNotices>

const present = ({ id, kind, title, body, path, created_at, read_at }: NoticeRow): Notice => ({
  id,
  kind,
  title,
  body,
  path,
  createdAt: created_at.toISOString(),
  readAt: read_at?.toISOString() ?? null,
})
