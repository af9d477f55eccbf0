import type { Clock } from '../../ports/clock.ts'
import type { Payments } from '../../ports/payments.ts'
import type { Logger } from '../../telemetry/logger.ts'
import type { PlanPrices } from './present.ts'

export interface PriceListDeps {
  payments: Pick<Payments, 'prices'>
  clock: Clock
  logger: Logger
}

const freshForMs = 5 * 60_000
/** Only the payment form needs these ids, so other requests do not wait longer for them. */
const maxWaitMs = 3_000

/**
 * Product and price ids of the plans on sale. Returns known ids at once and refreshes them in the background. If the provider
 * does not answer, returns the last known ids, or none.
 */
export function createPriceList({ payments, clock, logger }: PriceListDeps): () => Promise<PlanPrices> {
  let known: PlanPrices | undefined
  let lastFetch = { at: Number.NEGATIVE_INFINITY, done: Promise.resolve() }

  function fetchPrices(now: number): Promise<void> {
    const done = payments.prices().then(
      prices => {
        known = prices
      },
      error => logger.warn({ err: error }, 'failed to fetch plan prices'),
    )
    lastFetch = { at: now, done }
    return done
  }

  return async () => {
    const now = clock.now().getTime()
    const done = now - lastFetch.at < freshForMs && now >= lastFetch.at ? lastFetch.done : fetchPrices(now)
    if (!known) await Promise.race([done, new Promise(resolve => setTimeout(resolve, maxWaitMs).unref())])
    return known ?? {}
  }
}
