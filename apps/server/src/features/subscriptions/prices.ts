import type { Clock } from '../../ports/clock.ts'
import type { Payments } from '../../ports/payments.ts'
import type { Logger } from '../../telemetry/logger.ts'
import type { Prices } from './present.ts'

export interface PriceListDeps {
  payments: Pick<Payments, 'prices'>
  clock: Clock
  logger: Logger
}

const freshForMs = 5 * 60_000
/** Nobody waits longer for ids that only the payment form needs. */
const waitedForMs = 3_000

/**
 * What the provider calls the plans that are sold. Known ones are given at once, and asked anew behind the back of whoever
 * asks; where the provider does not answer there are none, or those of before.
 */
export function createPriceList({ payments, clock, logger }: PriceListDeps): () => Promise<Prices> {
  let known: Prices | undefined
  let asked = { at: Number.NEGATIVE_INFINITY, answer: Promise.resolve() }

  function ask(now: number): Promise<void> {
    const answer = payments.prices().then(
      prices => {
        known = prices
      },
      error => logger.warn({ err: error }, 'the prices are not known'),
    )
    asked = { at: now, answer }
    return answer
  }

  return async () => {
    const now = clock.now().getTime()
    const answer = now - asked.at < freshForMs && now >= asked.at ? asked.answer : ask(now)
    if (!known) await Promise.race([answer, new Promise(resolve => setTimeout(resolve, waitedForMs).unref())])
    return known ?? {}
  }
}
