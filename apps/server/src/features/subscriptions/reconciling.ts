import type { Db } from '../../database/open.ts'
import type { PaymentProvider } from '../../database/payment-tables.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Payments, Stores } from '../../ports/payments.ts'
import type { Logger } from '../../telemetry/logger.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import type { Looking } from './looking.ts'
import type { Refreshing } from './refreshing.ts'
import { refOf } from './refs.ts'
import { openPurchases, type PurchaseRow } from './repository.ts'

export interface ReconcilingDeps {
  db: Db
  clock: Clock
  logger: Logger
  metrics: Metrics
  payments: Pick<Payments, 'undelivered' | 'setup'>
  stores: Stores
  looking: Pick<Looking, 'take'>
  refreshing: Pick<Refreshing, 'refresh'>
}

const rowsAtOnce = 100
/** The provider tries that long to deliver an event. */
const lookedBackMs = 4 * 24 * 3600_000
/** It is down, then: what is left is looked at in the next round. */
const failuresAllowed = 5

/** Heals what was missed: events that never came, and purchases of which no event has told. */
export function createReconciling(deps: ReconcilingDeps) {
  const { db, clock, logger, metrics, payments, looking, refreshing } = deps
  const providers = [
    ...(payments.setup.provider === 'none' ? [] : [payments.setup.provider]),
    ...Object.values(deps.stores).map(({ provider }) => provider),
  ]

  async function takeUndelivered(signal?: AbortSignal): Promise<void> {
    const since = new Date(clock.now().getTime() - lookedBackMs)
    for await (const event of payments.undelivered(since, signal)) await looking.take(event)
  }

  async function reconcile(provider: PaymentProvider, signal?: AbortSignal): Promise<void> {
    let failures = 0
    for (let after = 0; ; ) {
      const rows = await openPurchases(db, provider, after, rowsAtOnce)
      if (rows.length === 0) return
      for (const row of rows) {
        if (signal?.aborted || failures >= failuresAllowed) return
        await refreshing.refresh(refOf(row)!).then(
          now => metrics.paymentReconciled(now && isDifferent(row, now) ? 'healed' : 'same'),
          error => {
            failures++
            logger.warn({ err: error, purchaseId: row.id }, 'a purchase could not be looked at')
          },
        )
      }
      after = rows.at(-1)!.id
    }
  }

  return async (signal?: AbortSignal): Promise<void> => {
    await takeUndelivered(signal).catch(error =>
      logger.warn({ err: error }, 'events that were not delivered are not known'),
    )
    for (const provider of providers) await reconcile(provider, signal)
  }
}

const isDifferent = (one: PurchaseRow, other: PurchaseRow): boolean =>
  one.status !== other.status || one.plan_id !== other.plan_id || one.is_canceling !== other.is_canceling
