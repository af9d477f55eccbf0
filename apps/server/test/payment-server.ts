import type { UserSubscription } from '@recaps/contract/subscriptions'
import { type BuyablePlanId, buyablePlans } from '@recaps/domain/billing'
import {
  createMessage,
  type FakeStripe,
  type FakeStripeConfig,
  type Forgery,
  startFakeStripe,
} from '@recaps/fake-stripe'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import { systemClock } from '../src/ports/clock.ts'
import { findEntitlementErrors, findLedgerDifferences } from './payment-audit.ts'
import { silentSpeech } from './silent-speech.ts'
import { startServer, type TestServer, type TestServerOptions, type TestUser } from './start-server.ts'
import { eventually } from './wait-for.ts'

export const dayMs = 24 * 3600_000
export const signingSecret = 'whsec_of_the_tests'

/** Prices of all plans, as `support create-prices` creates them. */
export const testPrices = buyablePlans.map(({ id, title, priceCents }) => ({
  lookupKey: `recaps_${id}_usd_monthly`,
  name: title,
  unitAmountCents: priceCents,
}))

export const stripeEnv = ({ url, keys, scriptUrl }: FakeStripe): Record<string, string> => ({
  STRIPE_URL: url,
  STRIPE_SECRET_KEY: keys.secret,
  STRIPE_PUBLISHABLE_KEY: keys.publishable,
  STRIPE_WEBHOOK_SECRET: signingSecret,
  STRIPE_SCRIPT_URL: scriptUrl,
})

export interface PaymentServer extends TestServer {
  stripe: FakeStripe
  /** Confirms a payment, like the payment form. Returns the answer of Stripe. */
  pay(clientSecret: string, card?: string): Promise<{ status: number; body: Record<string, unknown> }>
  /** Calls Stripe as the merchant. */
  asMerchant(path: string, form?: Record<string, string>): Promise<Record<string, unknown>>
  /** Starts, pays and confirms a purchase. */
  buy(user: TestUser, plan?: BuyablePlanId, card?: string): Promise<UserSubscription>
  purchaseOf(user: TestUser): Promise<UserSubscription | undefined>
  /** Delivers a webhook event, or a forged one, from its own network. `at` is the time of the signature, in Unix seconds. */
  deliver(event: object, forgery?: Forgery, at?: number): Promise<{ status: number; text: string }>
  /** Waits until every event has been delivered and processed. */
  untilSettled(): Promise<void>
  /** Advances the clock and lets Stripe process that time. Keeps sessions alive. */
  advanceDays(days: number): Promise<void>
  /** Lets days pass one by one, with everything that is due on each of them. */
  passDays(days: number): Promise<void>
  /** Lets days pass until `days` after a timestamp (negative: before it), or up to a day longer. */
  passDaysUntil(timestamp: string | null, days: number): Promise<void>
  /** Differences between our ledger and Stripe's. */
  findLedgerDifferences(): Promise<string[]>
  /** Users who paid and have no plan, have a plan and did not pay, or paid twice. */
  findEntitlementErrors(): Promise<string[]>
}

/** A server with the Stripe fake, which sends it all webhook events, unless `deliversWebhooks` is false: then it holds them. */
export async function startPaymentServer(
  options: TestServerOptions & { deliversWebhooks?: boolean; dunning?: FakeStripeConfig['dunning'] } = {},
): Promise<PaymentServer> {
  let test: TestServer | undefined
  const clock = { now: () => test?.clock.now() ?? systemClock.now() }
  const stripe = await startFakeStripe({
    prices: testPrices,
    clock,
    ...(options.dunning && { dunning: options.dunning }),
  })
  test = await startServer({
    ...options,
    ports: { speech: silentSpeech },
    env: { DEFAULT_PLAN: 'free', ...stripeEnv(stripe), ...options.env },
  })
  stripe.webhooks.register({ url: `${test.url}/api/subscriptions/webhook`, secret: signingSecret })
  if (options.deliversWebhooks === false) stripe.webhooks.setDelivery({ kind: 'held' })
  return { ...test, stripe, ...shopActions(test, stripe), stop: stopBoth(test, stripe) }
}

/** A payment server for all tests of the surrounding block. */
export async function usePaymentServer(options: Parameters<typeof startPaymentServer>[0] = {}): Promise<PaymentServer> {
  const test = await startPaymentServer(options)
  afterAll(() => test.stop())
  return test
}

const stopBoth = (test: TestServer, stripe: FakeStripe) => async () => {
  await test.stop()
  await stripe.close()
}

function shopActions(test: TestServer, stripe: FakeStripe): Omit<PaymentServer, keyof TestServer | 'stripe'> {
  const { billing, database, subscriptions } = test.server.services

  const shop = {
    pay: (clientSecret: string, card?: string) => confirmPaymentIntent(stripe, clientSecret, card),

    asMerchant: async (path: string, form: Record<string, string> = {}) => {
      const { status, body } = await post(stripe, path, stripe.keys.secret, form)
      if (status >= 300) throw new Error(`${path}: ${JSON.stringify(body)}`)
      return body
    },

    async buy({ client }: TestUser, plan: BuyablePlanId = 'basic', card = 'pm_card_visa') {
      const checkout = await client.subscriptions.createPaymentIntent({
        body: { subscriptionId: plan, currency: 'usd' },
      })
      await shop.pay(checkout.paymentIntent, card)
      return await client.subscriptions.purchase({ body: cardPurchaseRequest(plan, checkout) })
    },

    purchaseOf: async ({ client }: TestUser) => (await client.subscriptions.user()).subscriptions[0],

    async deliver(event: object, forgery?: Forgery, at = Math.floor(test.clock.now().getTime() / 1000)) {
      const { body, headers } = createMessage(JSON.stringify(event, null, 2), signingSecret, at, forgery)
      const network = { 'X-Forwarded-For': `10.${randomByte()}.${randomByte()}.7` }
      const url = `${test.url}/api/subscriptions/webhook`
      const answer = await fetch(url, { method: 'POST', body, headers: { ...headers, ...network } })
      return { status: answer.status, text: await answer.text() }
    },

    async untilSettled() {
      await stripe.webhooks.settled()
      await eventually(
        () =>
          sql<{ left: number }>`select count(*)::int as left from pgboss.job where name = 'subscriptions.look-again'
            and state in ('created', 'retry', 'active') and start_after <= now()`.execute(database.db),
        ({ rows }) => rows[0]!.left === 0,
      )
    },

    async advanceDays(days: number) {
      test.clock.advance(days * dayMs)
      const now = test.clock.now()
      const later = new Date(now.getTime() + 90 * dayMs)
      await database.db.updateTable('sessions').set({ seen_at: now, expires_at: later }).execute()
      await stripe.advanceTo(stripe.now())
    },

    async passDays(days: number) {
      for (let day = 0; day < days; day++) {
        await shop.advanceDays(1)
        await shop.untilSettled()
        await billing.expireGracePeriods()
      }
    },

    passDaysUntil: (timestamp: string | null, days: number) =>
      shop.passDays(Math.ceil((new Date(timestamp ?? 0).getTime() - test.clock.now().getTime()) / dayMs + days)),

    findLedgerDifferences: () => findLedgerDifferences(database.db, stripe),

    findEntitlementErrors: () =>
      findEntitlementErrors(database.db, stripe, async id => (await subscriptions.activePlan(id)).id),
  }
  return shop
}

/** Confirms a payment, like the payment form. */
export function confirmPaymentIntent(stripe: FakeStripe, clientSecret: string, card = 'pm_card_visa') {
  const intent = clientSecret.split('_secret_')[0]!
  const form = { client_secret: clientSecret, payment_method: card }
  return post(stripe, `/v1/payment_intents/${intent}/confirm`, stripe.keys.publishable, form)
}

async function post({ url }: FakeStripe, path: string, key: string, form: Record<string, string>) {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

const randomByte = () => Math.floor(Math.random() * 256)

/** The request that a client sends once the payment form reports success. */
export const cardPurchaseRequest = (
  subscriptionId: BuyablePlanId,
  checkout: { stripeSubscriptionId: string; paymentIntent: string },
) => ({
  subscriptionId,
  paymentMethod: 'card' as const,
  transactionId: checkout.paymentIntent.split('_secret_')[0]!,
  stripeSubscriptionId: checkout.stripeSubscriptionId,
  isTrial: false,
  currency: 'usd' as const,
})
