import { claimOf, dayMs, type PaymentServer } from '../../../../test/payment-server.ts'
import type { TestUser } from '../../../../test/start-server.ts'
import { eventually } from '../../../../test/waiting.ts'

/** What leads to a charge. */
export const ways = ['begin', 'buy', 'upgrade', 'renewal'] as const
export type Way = (typeof ways)[number]

/** Every call that changes something at Stripe, and the look that follows. A renewal is Stripe's own: we only look. */
export const endpoints: Record<Way, readonly string[]> = {
  begin: ['POST /v1/customers', 'POST /v1/subscriptions', 'POST /v1/ephemeral_keys', 'GET /v1/subscriptions/:id'],
  buy: [
    'POST /v1/customers',
    'POST /v1/payment_methods/:id/attach',
    'POST /v1/subscriptions',
    'GET /v1/subscriptions/:id',
  ],
  upgrade: ['POST /v1/subscriptions/:id', 'GET /v1/subscriptions/:id'],
  renewal: ['GET /v1/subscriptions/:id'],
}

export interface Paid {
  clicks: number
  charges: number
  isEntitled: boolean
}

const clicksAllowed = 8

/** Somebody who clicks again after a while until it is paid, with something laid in the way of the first click. */
export async function clicksUntilPaid(test: PaymentServer, way: Way, { lay }: { lay(): () => void }): Promise<Paid> {
  const user = await test.newUser()
  const buyer = await buyerOf(test, way, user)
  const before = chargesOf(test, user)
  const lift = lay()
  for (let clicks = 1; clicks <= clicksAllowed; clicks++) {
    await buyer.click().catch(() => {})
    if (clicks === 1) lift()
    await test.settled()
    const charges = chargesOf(test, user) - before
    if (await buyer.isThere()) return { clicks, charges, isEntitled: true }
    // Nobody clicks faster, and what was left open is certain after a while.
    test.clock.advance(2 * 60_000)
  }
  return { clicks: clicksAllowed, charges: chargesOf(test, user) - before, isEntitled: false }
}

interface Buyer {
  click(): Promise<unknown>
  isThere(): Promise<boolean>
}

async function buyerOf(test: PaymentServer, way: Way, user: TestUser): Promise<Buyer> {
  const { subscriptions } = user.client
  const isThere = async () => (await subscriptions.user()).activePlan.id === 'pro'
  switch (way) {
    case 'begin':
      return {
        isThere,
        async click() {
          const body = { subscriptionId: 'pro', currency: 'usd' as const }
          const begun = await subscriptions.createPaymentIntent({ body })
          await test.pay(begun.paymentIntent)
          await subscriptions.purchase({ body: claimOf('pro', begun) })
        },
      }
    case 'buy': {
      const body = { subscriptionId: 'pro', paymentMethodId: 'pm_card_visa', isTrial: false }
      return { isThere, click: () => subscriptions.create({ body }) }
    }
    case 'upgrade':
      await test.buy(user, 'basic')
      return { isThere, click: () => subscriptions.change({ body: { subscriptionId: 'pro' } }) }
    case 'renewal': {
      const { currentPeriodEnd, stripeSubscriptionId } = await test.buy(user, 'pro')
      const until = new Date(currentPeriodEnd!).getTime()
      await test.settled()
      const before = test.stripe.requests.length
      const isLookedAt = () =>
        test.stripe.requests.slice(before).some(({ path }) => path.endsWith(`/${stripeSubscriptionId}`))
      return {
        async isThere() {
          const purchase = await test.purchaseOf(user)
          const isRenewed = new Date(purchase!.currentPeriodEnd!).getTime() > until
          return isRenewed && (await isThere()) && (await movedFor(test, user)) === chargesOf(test, user)
        },
        async click() {
          const daysLeft = Math.ceil((until - test.clock.now().getTime()) / dayMs + 1)
          if (daysLeft > 0) await test.leap(daysLeft)
          // Nobody clicks, and perhaps no event comes: it is looked at every six hours.
          else await test.server.services.billing.reconcile()
          await eventually(async () => isLookedAt(), Boolean, 3_000)
        },
      }
    }
  }
}

const movedFor = async ({ server }: PaymentServer, { id }: TestUser): Promise<number> =>
  (await server.services.billing.movementsOf(id)).filter(({ kind }) => kind === 'charge').length

function chargesOf({ stripe }: PaymentServer, { id }: TestUser): number {
  const own = new Set(
    [...stripe.state.customers.values()]
      .filter(({ metadata }) => String(metadata?.userId) === String(id))
      .map(one => one.id),
  )
  return stripe.ledger.filter(({ customer, kind }) => kind === 'charge' && customer !== null && own.has(customer))
    .length
}
