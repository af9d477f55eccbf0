import { daysToMs, retentionPeriods } from '@recaps/domain/retention'
import type { Db } from '../../database/open.ts'
import { AppError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import { eraseDeletedNotices, restoreNotices, softDeleteNotices } from './notice-deletion-repository.ts'

const restorableForMs = daysToMs(retentionPeriods.deletedNotice)

/** Soft deletion of notices. Their keys are kept, so that a deleted notice is not created a second time. */
export function createNoticeDeletion({ db, clock }: { db: Db; clock: Clock }) {
  const restorableSince = () => new Date(clock.now().getTime() - restorableForMs)

  return {
    async delete(userId: number, id: number): Promise<void> {
      const deleted = await softDeleteNotices(db, userId, { ids: [id] }, clock.now())
      if (deleted.length === 0) throw new AppError('not_found')
    },

    /** Deletes the newest read notices, at most as many as one call can restore (1000). */
    async deleteRead(userId: number, except: readonly number[]): Promise<{ ids: number[] }> {
      return { ids: await softDeleteNotices(db, userId, { readExcept: except }, clock.now()) }
    },

    /** Returns the ids that were restored: those deleted recently enough to restore. */
    async restore(userId: number, ids: readonly number[]): Promise<{ ids: number[] }> {
      return { ids: ids.length === 0 ? [] : await restoreNotices(db, userId, ids, restorableSince()) }
    },

    /** Erases the content of notices that can no longer be restored, and keeps their keys. */
    emptyOld: () => eraseDeletedNotices(db, restorableSince()),
  }
}
