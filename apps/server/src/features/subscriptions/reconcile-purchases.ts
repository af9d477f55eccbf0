import type { Db } from '../../database/open.ts'
import type { PaymentProvider } from '../../database/payment-tables.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Payments, Stores } from '../../ports/payments.ts'
import type { Logger } from '../../telemetry/logger.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import { toPurchaseRef } from './purchase-refs.ts'
import type { PurchaseSync } from './purchase-sync.ts'
import { listOpenPurchases, type PurchaseRow } from './purchases-repository.ts'
import type { Webhooks } from './webhooks.ts'

export interface ReconcilePurchasesDeps {
  db: Db
  clock: Clock
  logger: Logger
  metrics: Metrics
  payments: Pick<Payments, 'undeliveredEvents' | 'setup'>
  stores: Stores
  webhooks: Pick<Webhooks, 'acceptEvent'>
  purchaseSync: Pick<PurchaseSync, 'refresh'>
}

const batchSize = 100
/** The provider retries the delivery of an event for at most this long. */
const undeliveredSinceMs = 4 * 24 * 3600_000
/** After that many, the provider is probably down: the next run checks the rest. */
const maxFailures = 5

/** Fetches events that were not delivered, and refreshes all open purchases in case an event is missing. */
export function createReconcilePurchases(deps: ReconcilePurchasesDeps) {
  const { db, clock, logger, metrics, payments, webhooks, purchaseSync } = deps
  const providers = [
    ...(payments.setup.provider === 'none' ? [] : [payments.setup.provider]),
    ...Object.values(deps.stores).map(({ provider }) => provider),
  ]

  async function acceptUndelivered(signal?: AbortSignal): Promise<void> {
    const since = new Date(clock.now().getTime() - undeliveredSinceMs)
    for await (const event of payments.undeliveredEvents(since, signal)) await webhooks.acceptEvent(event)
  }

  async function reconcile(provider: PaymentProvider, signal?: AbortSignal): Promise<void> {
    let failures = 0
    for (let after = 0; ; ) {
      const rows = await listOpenPurchases(db, provider, after, batchSize)
      if (rows.length === 0) return
      for (const row of rows) {
        if (signal?.aborted || failures >= maxFailures) return
        await purchaseSync.refresh(toPurchaseRef(row)!).then(
          refreshed => metrics.paymentReconciled(refreshed && isDifferent(row, refreshed) ? 'healed' : 'same'),
          error => {
            failures++
            logger.warn({ err: error, purchaseId: row.id }, 'purchase reconciliation failed')
          },
        )
      }
      after = rows.at(-1)!.id
    }
  }

  return async (signal?: AbortSignal): Promise<void> => {
    await acceptUndelivered(signal).catch(error => logger.warn({ err: error }, 'failed to list undelivered events'))
    for (const provider of providers) await reconcile(provider, signal)
  }
}

const isDifferent = (before: PurchaseRow, after: PurchaseRow): boolean =>
  before.status !== after.status || before.plan_id !== after.plan_id || before.is_canceling !== after.is_canceling
