import type { Db } from '../../database/open.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import { holdGraceEnding, holdUntold, type PurchaseRow, updatePurchase } from './repository.ts'
import type { PaymentTelling } from './telling.ts'

export interface DunningDeps {
  db: Db
  clock: Clock
  telling: Pick<PaymentTelling, 'lost' | 'graceEnding'>
}

const toldBeforeMs = 3 * 24 * 3600_000
const atOnce = 50

/** Writes down that a grace is over, and tells of that; and three days before. Any number of processes may do it. */
export function createDunning({ db, clock, telling }: DunningDeps) {
  const held = (hold: (trx: Trx) => Promise<PurchaseRow[]>, act: (trx: Trx, row: PurchaseRow) => Promise<unknown>) =>
    db.transaction().execute(async trx => {
      for (const row of await hold(trx)) await act(trx, row)
    })

  return async (): Promise<void> => {
    const now = clock.now()
    await held(
      trx => holdGraceEnding(trx, now, atOnce),
      async (trx, row) => {
        // What was seen before this is older than what is written here; a look that begins now sees at least as much.
        const after = await updatePurchase(trx, row.id, { status: 'past_due', updated_at: now })
        await telling.lost(trx, after, 'unpaid')
      },
    )
    await held(
      trx => holdUntold(trx, new Date(now.getTime() + toldBeforeMs), atOnce),
      async (trx, row) => {
        await updatePurchase(trx, row.id, { told_grace_end: true })
        await telling.graceEnding(trx, row)
      },
    )
  }
}
