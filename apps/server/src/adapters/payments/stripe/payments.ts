import type { Clock } from '../../../ports/clock.ts'
import type { Payments } from '../../../ports/payments.ts'
import { stripeChanges } from './changes.ts'
import { apiVersion, type StripeConfig, stripeClient } from './client.ts'
import { fromStripeError } from './errors.ts'
import { stripeEvents } from './events.ts'
import { stripeInvoices } from './invoices.ts'
import { priceBook } from './prices.ts'
import { stripePurchases } from './purchases.ts'
import { subscriptionReader } from './subscription-reader.ts'
import { isTestKey } from './test-key.ts'

/** Payments with Stripe Billing, which stores the cards, charges them each month and is the source of truth about payments. */
export function stripePayments(config: StripeConfig, clock: Clock): Payments {
  const stripe = stripeClient(config, clock)
  const isTest = isTestKey(config.secretKey)
  const book = priceBook(stripe, clock)
  const reader = subscriptionReader(stripe, book)
  const { subscription, listSubscriptions } = reader
  const { readEvent, undeliveredEvents, findCustomer } = stripeEvents(stripe, {
    secrets: config.webhookSecrets,
    isTest,
  })
  const { publishableKey, scriptUrl } = config
  return {
    setup: { provider: 'stripe', publishableKey, scriptUrl, isTest },
    ...withPortErrors({
      prices: book.prices,
      ...stripePurchases(stripe, book, reader, apiVersion),
      ...{ subscription, listSubscriptions, findCustomer },
      ...stripeChanges(stripe, book, reader),
      ...stripeInvoices(stripe, book),
    }),
    readEvent,
    async *undeliveredEvents(since, signal) {
      try {
        yield* undeliveredEvents(since, signal)
      } catch (error) {
        throw fromStripeError(error)
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
        throw fromStripeError(error)
      })
  return Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, wrap(call as T[string])])) as T
}
