import type { Db } from '../../database/open.ts'
import { isInterrupted } from '../../jobs/interrupted-run.ts'
import type { Handler, Queue, Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Stores } from '../../ports/payments.ts'
import type { Logger } from '../../telemetry/logger.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import { type AcknowledgementData, acknowledgePurchase } from './job-kinds.ts'
import type { PaymentKillPoint } from './kill-points.ts'
import { isOver } from './projection.ts'
import { isStoreRef, type PurchaseRef, purchaseLogFields } from './purchase-refs.ts'
import { findPurchaseByRef } from './purchases-repository.ts'
import { retryDelayMs } from './retry-delay.ts'

export interface PurchaseAcknowledgementDeps {
  db: Db
  queue: Queue
  clock: Clock
  logger: Logger
  metrics: Metrics
  stores: Stores
  passed(point: PaymentKillPoint): void
}

/** Google refunds a purchase that is not acknowledged within three days. */
const retryForMs = 3 * 24 * 3600_000

/** Acknowledges purchases to their store, and retries until the store has refunded the buyer. */
export function createPurchaseAcknowledgement({
  db,
  queue,
  clock,
  logger,
  metrics,
  stores,
  passed,
}: PurchaseAcknowledgementDeps) {
  const acknowledge: Handler<AcknowledgementData> = async ({ tries, since, ...ref }, run) => {
    const row = await findPurchaseByRef(db, ref)
    if (!row || isOver(row.status)) return
    try {
      const store = stores[ref.provider]
      if (!store) throw new Error(`The store ${ref.provider} is no longer set up`)
      await store.acknowledge(ref.id)
      passed('purchase-acknowledged')
      metrics.purchaseAcknowledged('done')
    } catch (error) {
      if (isInterrupted(error, run)) throw error
      const fields = { err: error, ...purchaseLogFields(ref), purchaseId: row.id }
      if (clock.now().getTime() - Date.parse(since) >= retryForMs) {
        metrics.purchaseAcknowledged('failed')
        logger.error(fields, 'purchase acknowledgement failed, the store refunds the buyer')
        return
      }
      logger.warn(fields, 'purchase acknowledgement failed, retrying')
      const next = { ...ref, since, tries: tries + 1 }
      await db
        .transaction()
        .execute(trx => queue.send(trx, acknowledgePurchase, next, { afterMs: retryDelayMs(tries) }))
    }
  }

  return {
    acknowledge,

    async acknowledgeLater(trx: Trx, ref: PurchaseRef): Promise<void> {
      if (!isStoreRef(ref)) return
      await queue.send(trx, acknowledgePurchase, { ...ref, since: clock.now().toISOString(), tries: 0 })
    },
  }
}
