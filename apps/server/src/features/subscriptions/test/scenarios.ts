import { dayMs, type PaymentServer } from '../../../../test/payment-server.ts'

/** One change to a subscription at Stripe. */
type ScenarioStep = (test: PaymentServer, id: string) => unknown

interface Scenario {
  /** The active plan at the end, and the status of the purchase. */
  expected: string
  /** Steps in sequence, after the purchase. */
  steps: readonly ScenarioStep[]
}

/** Expected states come from the table in security.md §2.2, by hand. */
const scenarios = {
  bought: { expected: 'basic active', steps: [] },
  upgraded: { expected: 'pro active', steps: [(test, id) => changeTo(test, id, 'recaps_pro_usd_monthly')] },
  'failed and recovered': {
    expected: 'basic active',
    steps: [
      (test, id) => test.stripe.replaceCard(cardOf(test, id), 'pm_card_chargeCustomerFail'),
      leapToRenewal,
      (test, id) => test.stripe.replaceCard(cardOf(test, id), 'pm_card_visa'),
      test => test.advanceDays(4),
    ],
  },
  'failed for good': {
    expected: 'free canceled',
    steps: [
      (test, id) => test.stripe.replaceCard(cardOf(test, id), 'pm_card_chargeCustomerFail'),
      test => test.advanceDays(60),
    ],
  },
  'cancelled and over': {
    expected: 'free canceled',
    steps: [(test, id) => test.asMerchant(`/v1/subscriptions/${id}`, { cancel_at_period_end: 'true' }), leapToRenewal],
  },
  refunded: {
    expected: 'free refunded',
    steps: [
      (test, id) => test.asMerchant('/v1/refunds', { charge: chargeOf(test, id), amount: '100' }),
      (test, id) => test.asMerchant('/v1/refunds', { charge: chargeOf(test, id) }),
    ],
  },
  'disputed and lost': {
    expected: 'free refunded',
    steps: [
      (test, id) => test.stripe.dispute(chargeOf(test, id)),
      (test, id) => test.stripe.closeDispute(disputeOf(test, id), 'lost'),
    ],
  },
  'disputed and won': {
    expected: 'basic active',
    steps: [
      (test, id) => test.stripe.dispute(chargeOf(test, id)),
      (test, id) => test.stripe.closeDispute(disputeOf(test, id), 'won'),
    ],
  },
} as const satisfies Record<string, Scenario>

export type ScenarioName = keyof typeof scenarios
export const scenarioNames = Object.keys(scenarios) as ScenarioName[]
export const getScenario = (name: ScenarioName): Scenario => scenarios[name]

async function leapToRenewal(test: PaymentServer, id: string): Promise<void> {
  const [item] = test.stripe.state.subscriptions.get(id)!.items.data
  await test.advanceDays(Math.ceil((item!.current_period_end * 1000 - test.clock.now().getTime()) / dayMs) + 1)
}

async function changeTo(test: PaymentServer, id: string, lookupKey: string): Promise<void> {
  const [item] = test.stripe.state.subscriptions.get(id)!.items.data
  const price = [...test.stripe.state.prices.values()].find(({ lookup_key }) => lookup_key === lookupKey)!
  await test.asMerchant(`/v1/subscriptions/${id}`, {
    'items[0][id]': item!.id,
    'items[0][price]': price.id,
    proration_behavior: 'always_invoice',
  })
}

const cardOf = ({ stripe }: PaymentServer, id: string): string =>
  String(stripe.state.subscriptions.get(id)!.default_payment_method)

function chargeOf({ stripe }: PaymentServer, id: string): string {
  const { customer } = stripe.state.subscriptions.get(id)!
  return stripe.ledger.find(entry => entry.kind === 'charge' && entry.customer === customer)!.id
}

function disputeOf(test: PaymentServer, id: string): string {
  const charge = chargeOf(test, id)
  return [...test.stripe.state.disputes.values()].find(dispute => dispute.charge === charge)!.id
}
