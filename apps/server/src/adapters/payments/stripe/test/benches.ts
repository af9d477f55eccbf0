import { randomUUID } from 'node:crypto'
import { type BuyablePlanId, buyablePlanIds, type PurchaseStatus, toPurchaseStatus } from '@recaps/domain/billing'
import { planById } from '@recaps/domain/plans'
import { type FakeStripe, type FakeStripeConfig, startFakeStripe } from '@recaps/fake-stripe'
import Stripe from 'stripe'
import type { PaidSubscription, Payments } from '../../../../ports/payments.ts'
import { createPrices } from '../catalogue.ts'
import type { StripeConfig } from '../client.ts'
import type { RetryPolicy } from '../fetch.ts'
import { stripePayments } from '../payments.ts'
import { lookupKey } from '../prices.ts'

/** The adapter under test, with controls for browsers, banks and time. Runs with the fake or in Stripe's test mode. */
export interface Bench {
  payments: Payments
  /** Direct access to Stripe's API, to confirm payments like a browser and to inspect data. */
  stripe: Stripe
  now(): Date
  newCustomer(): Promise<string>
  advance(days: number): Promise<void>
  close(): Promise<void>
}

export interface FakeBench extends Bench {
  fake: FakeStripe
}

export const newOperation = (): string => randomUUID()

export const shortRetryPolicy: RetryPolicy = { deadlineMs: 400, totalMs: 4_000, delaysMs: [5, 10, 20] }

const startsAt = new Date('2027-03-15T12:00:00Z')

export const fakePrices = buyablePlanIds.map(planId => ({
  lookupKey: lookupKey(planId, 'usd'),
  name: planById(planId).title,
  unitAmountCents: planById(planId).priceCents,
}))

export async function fakeBench(config: FakeStripeConfig & { retryPolicy?: RetryPolicy } = {}): Promise<FakeBench> {
  const fake = await startFakeStripe({ prices: fakePrices, clock: { now: () => startsAt }, ...config })
  const clock = { now: fake.now }
  const payments = stripePayments(configFor(fake, config.retryPolicy ?? shortRetryPolicy), clock)
  const { hostname, port } = new URL(fake.url)
  const stripe = new Stripe(fake.keys.secret, { host: hostname, port, protocol: 'http', telemetry: false })
  return {
    ...{ fake, payments, stripe, now: fake.now },
    newCustomer: async () => (await stripe.customers.create({ email: 'ada@example.com' })).id,
    advance: days => fake.advance({ days }),
    close: fake.close,
  }
}

export const configFor = (fake: FakeStripe, retryPolicy: RetryPolicy = shortRetryPolicy): StripeConfig => ({
  ...{ secretKey: fake.keys.secret, publishableKey: fake.keys.publishable, webhookSecrets: ['whsec_new', 'whsec_old'] },
  ...{ url: fake.url, scriptUrl: fake.scriptUrl, retryPolicy },
})

/** Stripe's test mode with a test clock. Deleting the clock deletes all its customers and subscriptions. */
export async function stripeBench(secretKey: string): Promise<Bench> {
  const stripe = new Stripe(secretKey, { maxNetworkRetries: 2, telemetry: false })
  const config = { secretKey, publishableKey: 'pk_test_none', webhookSecrets: [], url: undefined, scriptUrl: '' }
  let now = new Date()
  const clock = { now: () => now }
  await createPrices(config, clock)
  const testClock = await stripe.testHelpers.testClocks.create({ frozen_time: seconds(now), name: 'recaps adapter' })
  return {
    ...{ stripe, payments: stripePayments(config, clock), now: clock.now },
    newCustomer: async () => (await stripe.customers.create({ email: 'ada@example.com', test_clock: testClock.id })).id,
    async advance(days) {
      now = new Date(now.getTime() + days * 24 * 3600_000)
      await stripe.testHelpers.testClocks.advance(testClock.id, { frozen_time: seconds(now) })
      while ((await stripe.testHelpers.testClocks.retrieve(testClock.id)).status === 'advancing')
        await new Promise(resolve => setTimeout(resolve, 1_000))
    },
    close: async () => void (await stripe.testHelpers.testClocks.del(testClock.id)),
  }
}

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000)

/** Starts a purchase without paying it. */
export async function startPurchase(
  { payments, newCustomer }: Bench,
  planId: BuyablePlanId = 'basic',
  customer?: string,
) {
  const customerId = customer ?? (await newCustomer())
  return payments.startPurchase(newOperation(), { userId: 7, customerId, planId, currency: 'usd' })
}

/** Pays like the payment form in a browser. */
export const confirm = ({ stripe }: Bench, clientSecret: string, card: string) =>
  stripe.paymentIntents.confirm(paymentIntentIdFrom(clientSecret), {
    payment_method: card,
    return_url: 'https://example.com/',
  })

export const paymentIntentIdFrom = (clientSecret: string): string => clientSecret.split('_secret')[0]!

/** Buys and pays; returns the subscription id. */
export async function buySubscription(
  bench: Bench,
  planId: BuyablePlanId = 'basic',
  card = 'pm_card_visa',
): Promise<string> {
  const { subscriptionId, clientSecret } = await startPurchase(bench, planId)
  await confirm(bench, clientSecret, card)
  return subscriptionId
}

/** Sets the card for future charges. */
export async function setDefaultCard({ stripe }: Bench, id: string, card: string): Promise<void> {
  const { customer } = await stripe.subscriptions.retrieve(id)
  const method = await stripe.paymentMethods.attach(card, { customer: customer as string })
  await stripe.subscriptions.update(id, { default_payment_method: method.id })
}

/** Fetches a subscription and derives its status. */
export async function fetchWithStatus(
  { payments, now }: Bench,
  id: string,
): Promise<PaidSubscription & Pick<PurchaseStatus, 'status'>> {
  const subscription = await payments.subscription(id)
  if (!subscription) throw new Error(`Subscription ${id} not found`)
  return { ...subscription, status: toPurchaseStatus(subscription.providerStatus, now()).status }
}
