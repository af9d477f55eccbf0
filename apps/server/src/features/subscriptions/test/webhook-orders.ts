import { dayMs, type PaymentServer } from '../../../../test/payment-server.ts'
import type { TestUser } from '../../../../test/start-server.ts'

/** How a purchase may go, and what it is in the end: by the table of security.md §2.2, by hand. */
const scenarios = {
  bought: { expected: 'basic active', live: async () => {} },
  'failed and recovered': {
    expected: 'basic active',
    async live(test: PaymentServer, user: TestUser) {
      const id = await idOf(test, user)
      const card = cardOf(test, id)
      test.stripe.replaceCard(card, 'pm_card_chargeCustomerFail')
      await leapToRenewal(test, id)
      test.stripe.replaceCard(card, 'pm_card_visa')
      await test.leap(4)
    },
  },
  refunded: {
    expected: 'free refunded',
    async live(test: PaymentServer, user: TestUser) {
      const id = await idOf(test, user)
      const { customer } = test.stripe.state.subscriptions.get(id)!
      const charge = test.stripe.ledger.find(entry => entry.customer === customer)!.id
      await test.asMerchant('/v1/refunds', { charge })
    },
  },
  'cancelled and over': {
    expected: 'free canceled',
    async live(test: PaymentServer, user: TestUser) {
      const id = await idOf(test, user)
      await test.asMerchant(`/v1/subscriptions/${id}`, { cancel_at_period_end: 'true' })
      await leapToRenewal(test, id)
    },
  },
  'failed for good': {
    expected: 'free canceled',
    async live(test: PaymentServer, user: TestUser) {
      test.stripe.replaceCard(cardOf(test, await idOf(test, user)), 'pm_card_chargeCustomerFail')
      await test.leap(60)
    },
  },
} as const

export type Scenario = keyof typeof scenarios
export const scenarioNames = Object.keys(scenarios) as Scenario[]

const listenedTo =
  /^(customer\.subscription\.|invoice\.(paid|payment_failed)|charge\.(refunded|dispute)|payment_intent\.)/
const mostEvents = 6
const copies = 3
const atOnce = 8

type Event = PaymentServer['stripe']['webhooks']['held'][number]

/** Lives through a scenario once for each order, and tells of it in that order; gives what became of each. */
export async function tellInEveryOrder(
  test: PaymentServer,
  scenario: Scenario,
  ordersFrom: (events: readonly number[]) => number[][],
): Promise<{ expected: string; outcomes: string[] }> {
  const { expected, live } = scenarios[scenario]
  const outcomes: string[] = []
  let orders = [[0]]
  for (let at = 0; at < orders.length; at++) {
    const user = await test.newUser()
    const before = test.stripe.webhooks.held.length
    const { paymentIntent, customer } = await begin(user)
    await test.pay(paymentIntent)
    await live(test, user)
    const events = eventsOf(test, before, customer)
    if (at === 0) orders = ordersFrom(events.map((_, n) => n))
    await deliverAll(
      test,
      orders[at]!.flatMap(n => events[n] ?? []),
    )
    await test.settled()
    const { activePlan, subscriptions } = await user.client.subscriptions.user()
    outcomes.push(`${activePlan.id} ${subscriptions.map(({ status }) => status).join()}`)
  }
  return { expected, outcomes }
}

/** Every order of at most six, the given one first. */
export function ordersOf(items: readonly number[]): number[][] {
  if (items.length <= 1) return [[...items]]
  return items.flatMap((one, at) => ordersOf(items.toSpliced(at, 1)).map(rest => [one, ...rest]))
}

/** The newest ones of this customer, for time passes for those before as well: what comes last decides. */
const eventsOf = (test: PaymentServer, from: number, customer: string): Event[] =>
  test.stripe.webhooks.held
    .slice(from)
    .filter(({ type, data }) => listenedTo.test(type) && (data.object as { customer?: unknown }).customer === customer)
    .slice(-mostEvents)

async function deliverAll(test: PaymentServer, events: readonly Event[]): Promise<void> {
  const queue = Array.from({ length: copies }, () => events)
    .flat()
    .values()
  const postman = async () => {
    for (const event of queue) {
      const { status } = await test.deliver(event)
      if (status !== 200) throw new Error(`${event.type} was answered with ${status}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, postman))
}

const begin = ({ client }: TestUser) =>
  client.subscriptions.createPaymentIntent({ body: { subscriptionId: 'basic', currency: 'usd' } })

const idOf = async (test: PaymentServer, user: TestUser): Promise<string> =>
  (await test.purchaseOf(user))!.stripeSubscriptionId!

async function leapToRenewal(test: PaymentServer, id: string): Promise<void> {
  const [item] = test.stripe.state.subscriptions.get(id)!.items.data
  await test.leap(Math.ceil((item!.current_period_end * 1000 - test.clock.now().getTime()) / dayMs) + 1)
}

const cardOf = (test: PaymentServer, id: string): string =>
  String(test.stripe.state.subscriptions.get(id)!.default_payment_method)
