import type { Clock } from '../../../ports/clock.ts'
import type { Payments } from '../../../ports/payments.ts'
import { changes } from './changes.ts'
import { apiVersion, type StripeConfig, stripeClient } from './client.ts'
import { stripeFailure } from './errors.ts'
import { events } from './events.ts'
import { invoices } from './invoices.ts'
import { priceBook } from './prices.ts'
import { purchases } from './purchases.ts'
import { reading } from './reading.ts'
import { isTestKey } from './test-key.ts'

/** Payments by Stripe Billing: it keeps the cards, charges them again each month, and is asked what is paid. */
export function stripePayments(config: StripeConfig, clock: Clock): Payments {
  const stripe = stripeClient(config, clock)
  const isTest = isTestKey(config.secretKey)
  const book = priceBook(stripe, clock)
  const read = reading(stripe, book)
  const { subscription, subscriptionsOf } = read
  const { readEvent, undelivered, customerOf } = events(stripe, { secrets: config.webhookSecrets, isTest })
  const { publishableKey, scriptUrl } = config
  return {
    setup: { provider: 'stripe', publishableKey, scriptUrl, isTest },
    ...inOurWords({
      prices: book.prices,
      ...purchases(stripe, book, read, apiVersion),
      ...{ subscription, subscriptionsOf, customerOf },
      ...changes(stripe, book, read),
      ...invoices(stripe, book),
    }),
    readEvent,
    async *undelivered(since, signal) {
      try {
        yield* undelivered(since, signal)
      } catch (error) {
        throw stripeFailure(error)
      }
    },
  }
}

/** The same calls, which throw what the port says. */
function inOurWords<T extends Record<string, (...given: never[]) => Promise<unknown>>>(calls: T): T {
  const told =
    (call: T[string]) =>
    (...given: Parameters<T[string]>) =>
      call(...given).catch((error: unknown) => {
        throw stripeFailure(error)
      })
  return Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, told(call as T[string])])) as T
}
