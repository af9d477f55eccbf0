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

/** Payments with Stripe Billing, which stores the cards, charges them each month and is the source of truth about payments. */
export function stripePayments(config: StripeConfig, clock: Clock): Payments {
  const stripe = stripeClient(config, clock)
  const isTest = isTestKey(config.secretKey)
  const book = priceBook(stripe, clock)
  const reader = reading(stripe, book)
  const { subscription, subscriptionsOf } = reader
  const { readEvent, undelivered, customerOf } = events(stripe, { secrets: config.webhookSecrets, isTest })
  const { publishableKey, scriptUrl } = config
  return {
    setup: { provider: 'stripe', publishableKey, scriptUrl, isTest },
    ...withPortErrors({
      prices: book.prices,
      ...purchases(stripe, book, reader, apiVersion),
      ...{ subscription, subscriptionsOf, customerOf },
      ...changes(stripe, book, reader),
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

/** Makes the calls throw the errors of the port. */
function withPortErrors<T extends Record<string, (...args: never[]) => Promise<unknown>>>(calls: T): T {
  const wrap =
    (call: T[string]) =>
    (...args: Parameters<T[string]>) =>
      call(...args).catch((error: unknown) => {
        throw stripeFailure(error)
      })
  return Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, wrap(call as T[string])])) as T
}
