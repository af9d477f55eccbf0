import type { UserSubscription } from '@recaps/contract/subscriptions'
import { type BuyablePlanId, buyablePlans } from '@recaps/domain/billing'
import { type FakeStripe, type FakeStripeConfig, type Forgery, messageOf, startFakeStripe } from '@recaps/fake-stripe'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import { systemClock } from '../src/ports/clock.ts'
import { injustices, moneyDifferences } from './payment-audit.ts'
import { silence } from './silence.ts'
import { type ServerWishes, startServer, type TestServer, type TestUser } from './start-server.ts'
import { eventually } from './waiting.ts'

export const dayMs = 24 * 3600_000
export const signingSecret = 'whsec_of_the_tests'

/** What is sold, as `support create-prices` makes it. */
export const soldPrices = buyablePlans.map(({ id, title, priceCents }) => ({
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
  /** As the payment form does it; gives what Stripe answers. */
  pay(clientSecret: string, card?: string): Promise<{ status: number; body: Record<string, unknown> }>
  /** As whoever runs the shop does it at Stripe. */
  asMerchant(path: string, form?: Record<string, string>): Promise<Record<string, unknown>>
  /** Begun, paid and confirmed. */
  buy(user: TestUser, plan?: BuyablePlanId, card?: string): Promise<UserSubscription>
  purchaseOf(user: TestUser): Promise<UserSubscription | undefined>
  /** Delivers an event, or a forged one, signed now or at another second, from a network of its own; gives what is answered. */
  deliver(event: object, forgery?: Forgery, at?: number): Promise<{ status: number; text: string }>
  /** Waits until every event has been delivered and looked into. */
  settled(): Promise<void>
  /** Puts the clock forward; what Stripe does in that time is done. Nobody is logged out by it. */
  leap(days: number): Promise<void>
  /** Lets days go by, one after the other, with all that happens in them. */
  pass(days: number): Promise<void>
  /** The same until so many days after an instant, or before it; at most a day more. */
  passTo(instant: string | null, days: number): Promise<void>
  /** Everything that the ledgers of ours and of Stripe do not agree on. */
  differences(): Promise<string[]>
  /** Everybody who has paid and has no plan, has one and has not paid, or has paid twice. */
  injustices(): Promise<string[]>
}

/** The server with Stripe's stand-in beside it, which tells it of everything unless its events are held. */
export async function startPaymentServer(
  wishes: ServerWishes & { isTold?: boolean; dunning?: FakeStripeConfig['dunning'] } = {},
): Promise<PaymentServer> {
  let test: TestServer | undefined
  const clock = { now: () => test?.clock.now() ?? systemClock.now() }
  const stripe = await startFakeStripe({
    prices: soldPrices,
    clock,
    ...(wishes.dunning && { dunning: wishes.dunning }),
  })
  test = await startServer({
    ...wishes,
    ports: { speech: silence },
    env: { DEFAULT_PLAN: 'free', ...stripeEnv(stripe), ...wishes.env },
  })
  stripe.webhooks.register({ url: `${test.url}/api/subscriptions/webhook`, secret: signingSecret })
  if (wishes.isTold === false) stripe.webhooks.setDelivery({ kind: 'held' })
  return { ...test, stripe, ...atShop(test, stripe), stop: stopBoth(test, stripe) }
}

/** For all tests of the surrounding block. */
export async function usePaymentServer(wishes: Parameters<typeof startPaymentServer>[0] = {}): Promise<PaymentServer> {
  const test = await startPaymentServer(wishes)
  afterAll(() => test.stop())
  return test
}

const stopBoth = (test: TestServer, stripe: FakeStripe) => async () => {
  await test.stop()
  await stripe.close()
}

function atShop(test: TestServer, stripe: FakeStripe): Omit<PaymentServer, keyof TestServer | 'stripe'> {
  const { billing, database, subscriptions } = test.server.services

  const shop = {
    pay: (clientSecret: string, card?: string) => payAs(stripe, clientSecret, card),

    asMerchant: async (path: string, form: Record<string, string> = {}) => {
      const { status, body } = await post(stripe, path, stripe.keys.secret, form)
      if (status >= 300) throw new Error(`${path}: ${JSON.stringify(body)}`)
      return body
    },

    async buy({ client }: TestUser, plan: BuyablePlanId = 'basic', card = 'pm_card_visa') {
      const begun = await client.subscriptions.createPaymentIntent({ body: { subscriptionId: plan, currency: 'usd' } })
      await shop.pay(begun.paymentIntent, card)
      return await client.subscriptions.purchase({ body: claimOf(plan, begun) })
    },

    purchaseOf: async ({ client }: TestUser) => (await client.subscriptions.user()).subscriptions[0],

    async deliver(event: object, forgery?: Forgery, at = Math.floor(test.clock.now().getTime() / 1000)) {
      const { body, headers } = messageOf(JSON.stringify(event, null, 2), signingSecret, at, forgery)
      const network = { 'X-Forwarded-For': `10.${pick()}.${pick()}.7` }
      const url = `${test.url}/api/subscriptions/webhook`
      const answer = await fetch(url, { method: 'POST', body, headers: { ...headers, ...network } })
      return { status: answer.status, text: await answer.text() }
    },

    async settled() {
      await stripe.webhooks.settled()
      await eventually(
        () =>
          sql<{ left: number }>`select count(*)::int as left from pgboss.job where name = 'subscriptions.look-again'
            and state in ('created', 'retry', 'active') and start_after <= now()`.execute(database.db),
        ({ rows }) => rows[0]!.left === 0,
      )
    },

    async leap(days: number) {
      test.clock.advance(days * dayMs)
      const now = test.clock.now()
      const later = new Date(now.getTime() + 90 * dayMs)
      await database.db.updateTable('sessions').set({ seen_at: now, expires_at: later }).execute()
      await stripe.advanceTo(stripe.now())
    },

    async pass(days: number) {
      for (let day = 0; day < days; day++) {
        await shop.leap(1)
        await shop.settled()
        await billing.endGraces()
      }
    },

    passTo: (instant: string | null, days: number) =>
      shop.pass(Math.ceil((new Date(instant ?? 0).getTime() - test.clock.now().getTime()) / dayMs + days)),

    differences: () => moneyDifferences(database.db, stripe),

    injustices: () => injustices(database.db, stripe, async id => (await subscriptions.activePlan(id)).id),
  }
  return shop
}

/** As the payment form does it. */
export function payAs(stripe: FakeStripe, clientSecret: string, card = 'pm_card_visa') {
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

const pick = () => Math.floor(Math.random() * 256)

/** What a client sends once the payment form says that it is paid. */
export const claimOf = (
  subscriptionId: BuyablePlanId,
  begun: { stripeSubscriptionId: string; paymentIntent: string },
) => ({
  subscriptionId,
  paymentMethod: 'card' as const,
  transactionId: begun.paymentIntent.split('_secret_')[0]!,
  stripeSubscriptionId: begun.stripeSubscriptionId,
  isTrial: false,
  currency: 'usd' as const,
})
