import { cardPurchaseRequest, dayMs, type PaymentServer } from '../../../../test/payment-server.ts'
import type { TestUser } from '../../../../test/start-server.ts'
import { eventually } from '../../../../test/wait-for.ts'

/** The ways in which a charge is made. */
export const chargeFlows = ['begin', 'buy', 'upgrade', 'renewal'] as const
export type ChargeFlow = (typeof chargeFlows)[number]

/** Every call that changes something at Stripe, and the fetch after it. Stripe makes renewals itself: we only fetch them. */
export const endpointsByFlow: Record<ChargeFlow, readonly string[]> = {
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

export interface ClickOutcome {
  clicks: number
  charges: number
  isEntitled: boolean
}

const maxClicks = 8

/** Clicks again every two minutes until the plan is paid. `injectFault` applies to the first click and returns its removal. */
export async function clickUntilPaid(
  test: PaymentServer,
  way: ChargeFlow,
  { injectFault }: { injectFault(): () => void },
): Promise<ClickOutcome> {
  const user = await test.newUser()
  const buyer = await buyerOf(test, way, user)
  const before = chargesOf(test, user)
  const removeFault = injectFault()
  for (let clicks = 1; clicks <= maxClicks; clicks++) {
    await buyer.click().catch(() => {})
    if (clicks === 1) removeFault()
    await test.untilSettled()
    const charges = chargesOf(test, user) - before
    if (await buyer.hasPlan()) return { clicks, charges, isEntitled: true }
    // Give the outcome of interrupted calls time to become certain.
    test.clock.advance(2 * 60_000)
  }
  return { clicks: maxClicks, charges: chargesOf(test, user) - before, isEntitled: false }
}

interface Buyer {
  click(): Promise<unknown>
  hasPlan(): Promise<boolean>
}

async function buyerOf(test: PaymentServer, way: ChargeFlow, user: TestUser): Promise<Buyer> {
  const { subscriptions } = user.client
  const hasPlan = async () => (await subscriptions.user()).activePlan.id === 'pro'
  switch (way) {
    case 'begin':
      return {
        hasPlan,
        async click() {
          const body = { subscriptionId: 'pro', currency: 'usd' as const }
          const checkout = await subscriptions.createPaymentIntent({ body })
          await test.pay(checkout.paymentIntent)
          await subscriptions.purchase({ body: cardPurchaseRequest('pro', checkout) })
        },
      }
    case 'buy': {
      const body = { subscriptionId: 'pro', paymentMethodId: 'pm_card_visa', isTrial: false }
      return { hasPlan, click: () => subscriptions.create({ body }) }
    }
    case 'upgrade':
      await test.buy(user, 'basic')
      return { hasPlan, click: () => subscriptions.change({ body: { subscriptionId: 'pro' } }) }
    case 'renewal': {
      const { currentPeriodEnd, stripeSubscriptionId } = await test.buy(user, 'pro')
      const until = new Date(currentPeriodEnd!).getTime()
      await test.untilSettled()
      const before = test.stripe.requests.length
      const isFetched = () =>
        test.stripe.requests.slice(before).some(({ path }) => path.endsWith(`/${stripeSubscriptionId}`))
      return {
        async hasPlan() {
          const purchase = await test.purchaseOf(user)
          const isRenewed = new Date(purchase!.currentPeriodEnd!).getTime() > until
          return isRenewed && (await hasPlan()) && (await recordedCharges(test, user)) === chargesOf(test, user)
        },
        async click() {
          const daysLeft = Math.ceil((until - test.clock.now().getTime()) / dayMs + 1)
          if (daysLeft > 0) await test.advanceDays(daysLeft)
          // There is no click, and perhaps no event: reconciliation fetches it every six hours.
          else await test.server.services.billing.reconcile()
          await eventually(async () => isFetched(), Boolean, 3_000)
        },
      }
    }
  }
}

const recordedCharges = async ({ server }: PaymentServer, { id }: TestUser): Promise<number> =>
  (await server.services.billing.listMovements(id)).filter(({ kind }) => kind === 'charge').length

function chargesOf({ stripe }: PaymentServer, { id }: TestUser): number {
  const own = new Set(
    [...stripe.state.customers.values()]
      .filter(({ metadata }) => String(metadata?.userId) === String(id))
      .map(customer => customer.id),
  )
  return stripe.ledger.filter(({ customer, kind }) => kind === 'charge' && customer !== null && own.has(customer))
    .length
}
