import { daysToMs, keptDays } from '@recaps/domain/retention'
import type { Db } from '../../database/open.ts'
import { AppError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import { emptyNotices, markDeleted, restoreNotices } from './notice-deletion-repository.ts'

const undoForMs = daysToMs(keptDays.deletedNotice)

/** Notices out of sight, and back: their keys stay, so that nobody is told a second time what he has put away. */
export function createNoticeDeletion({ db, clock }: { db: Db; clock: Clock }) {
  const undoneSince = () => new Date(clock.now().getTime() - undoForMs)

  return {
    async delete(userId: number, id: number): Promise<void> {
      const gone = await markDeleted(db, userId, { ids: [id] }, clock.now())
      if (gone.length === 0) throw new AppError('not_found')
    },

    /** A thousand at a time at most, the newest first: so many can be brought back by one call. */
    async deleteRead(userId: number, except: readonly number[]): Promise<{ ids: number[] }> {
      return { ids: await markDeleted(db, userId, { readBut: except }, clock.now()) }
    },

    /** Gives those that are back: what was deleted too long ago, or by nobody, is none of them. */
    async restore(userId: number, ids: readonly number[]): Promise<{ ids: number[] }> {
      return { ids: ids.length === 0 ? [] : await restoreNotices(db, userId, ids, undoneSince()) }
    },

    /** Nothing is left but the keys of what was deleted too long ago to come back. */
    emptyOld: () => emptyNotices(db, undoneSince()),
  }
}
