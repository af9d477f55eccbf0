import type { Db } from '../../database/open.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import {
  lockExpiredGracePeriods,
  lockUnwarnedGracePeriods,
  type PurchaseRow,
  updatePurchase,
} from './purchases-repository.ts'
import type { PaymentNotifications } from './stripe-notifications.ts'

export interface ExpireGracePeriodsDeps {
  db: Db
  clock: Clock
  notifications: Pick<PaymentNotifications, 'notifyPlanLost' | 'notifyGraceEnding'>
}

const warnBeforeMs = 3 * 24 * 3600_000
const batchSize = 50

/** Ends expired grace periods and notifies their users, with a warning three days before. Safe to run in several processes. */
export function createExpireGracePeriods({ db, clock, notifications }: ExpireGracePeriodsDeps) {
  const withLocked = (
    lock: (trx: Trx) => Promise<PurchaseRow[]>,
    act: (trx: Trx, row: PurchaseRow) => Promise<unknown>,
  ) =>
    db.transaction().execute(async trx => {
      for (const row of await lock(trx)) await act(trx, row)
    })

  return async (): Promise<void> => {
    const now = clock.now()
    await withLocked(
      trx => lockExpiredGracePeriods(trx, now, batchSize),
      async (trx, row) => {
        // Needs no sync number: a sync that is saved after this also finds that the grace period has ended.
        const after = await updatePurchase(trx, row.id, { status: 'past_due', updated_at: now })
        await notifications.notifyPlanLost(trx, after, 'unpaid')
      },
    )
    await withLocked(
      trx => lockUnwarnedGracePeriods(trx, new Date(now.getTime() + warnBeforeMs), batchSize),
      async (trx, row) => {
        await updatePurchase(trx, row.id, { told_grace_end: true })
        await notifications.notifyGraceEnding(trx, row)
      },
    )
  }
}
