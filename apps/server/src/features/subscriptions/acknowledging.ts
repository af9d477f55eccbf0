import type { Db } from '../../database/open.ts'
import { isHandedBack } from '../../jobs/handed-back.ts'
import type { Handler, Queue, Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Stores } from '../../ports/payments.ts'
import type { Logger } from '../../telemetry/logger.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import { type Acknowledgement, acknowledgePurchase } from './job-kinds.ts'
import { pauseMs } from './pauses.ts'
import type { PaymentPoint } from './points.ts'
import { isOver } from './projection.ts'
import { isOfStore, nameInLog, type Ref } from './refs.ts'
import { findByRef } from './repository.ts'

export interface AcknowledgingDeps {
  db: Db
  queue: Queue
  clock: Clock
  logger: Logger
  metrics: Metrics
  stores: Stores
  passed(point: PaymentPoint): void
}

/** Then Google has given the money back. */
const triedForMs = 3 * 24 * 3600_000

/** Tells stores that what was bought there was taken: as often as it needs, for as long as that helps. */
export function createAcknowledging({ db, queue, clock, logger, metrics, stores, passed }: AcknowledgingDeps) {
  const acknowledge: Handler<Acknowledgement> = async ({ tries, since, ...ref }, run) => {
    const row = await findByRef(db, ref)
    if (!row || isOver(row.status)) return
    try {
      const store = stores[ref.provider]
      if (!store) throw new Error(`The store ${ref.provider} is not set up any more`)
      await store.acknowledge(ref.id)
      passed('purchase-acknowledged')
      metrics.purchaseAcknowledged('done')
    } catch (error) {
      if (isHandedBack(error, run)) throw error
      const facts = { err: error, ...nameInLog(ref), purchaseId: row.id }
      if (clock.now().getTime() - Date.parse(since) >= triedForMs) {
        metrics.purchaseAcknowledged('failed')
        logger.error(facts, 'a store could not be told of a purchase, and gives the money back')
        return
      }
      logger.warn(facts, 'a store is told of a purchase again')
      const next = { ...ref, since, tries: tries + 1 }
      await db.transaction().execute(trx => queue.send(trx, acknowledgePurchase, next, { afterMs: pauseMs(tries) }))
    }
  }

  return {
    acknowledge,

    /** In the transaction that writes the purchase down. */
    async acknowledgeLater(trx: Trx, ref: Ref): Promise<void> {
      if (!isOfStore(ref)) return
      await queue.send(trx, acknowledgePurchase, { ...ref, since: clock.now().toISOString(), tries: 0 })
    },
  }
}
