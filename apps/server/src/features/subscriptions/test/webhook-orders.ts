import { seededRandom, shuffle } from '@recaps/fake-parts'
import type { PaymentServer } from '../../../../test/payment-server.ts'
import type { TestUser } from '../../../../test/start-server.ts'
import { eventually } from '../../../../test/wait-for.ts'
import { stripeEventTypes } from '../../../adapters/payments/stripe/events.ts'
import {
  fetchOutcome,
  type PurchaseOutcome,
  type StripeOutcome,
  stripeOutcome,
  takeSnapshot,
} from './purchase-outcomes.ts'
import { getScenario, type ScenarioName } from './scenarios.ts'

const maxEvents = 6
const copies = 3
const atOnce = 8

type Event = PaymentServer['stripe']['webhooks']['held'][number]

export interface OrderOutcomes {
  orders: number
  /** The distinct outcomes of all orders. There should be only one. */
  states: PurchaseOutcome[]
  /** The state at Stripe. */
  atStripe: StripeOutcome
}

/**
 * Runs a scenario once without delivering events, then delivers its last six events in each of the orders, always from the same
 * initial state. In every second order the purchase is not saved at first.
 */
export async function deliverInEveryOrder(
  test: PaymentServer,
  name: ScenarioName,
  ordersFrom: (events: readonly number[]) => number[][],
): Promise<OrderOutcomes> {
  const { steps } = getScenario(name)
  const { user, id, events } = await buyWithoutEvents(test)
  const start = await takeSnapshot(test, user)
  for (const step of steps) await step(test, id)
  // Our own operations at Stripe must be complete before states are compared.
  await deliverAndSettle(test, events())
  await operationsDone(test)
  const last = events().slice(-maxEvents)
  const orders = ordersFrom(last.map((_, n) => n))
  const states = new Map<string, PurchaseOutcome>()
  for (const [n, order] of orders.entries()) {
    await start.restore({ isKnown: n % 2 === 0 })
    await deliverAndSettle(
      test,
      order.map(at => last[at]!),
    )
    const state = await fetchOutcome(test, user)
    states.set(JSON.stringify(state), state)
  }
  return { orders: orders.length, states: [...states.values()], atStripe: stripeOutcome(test, id) }
}

/** Runs a scenario while some of its events arrive in time and others late. */
export async function deliverDuringScenario(
  test: PaymentServer,
  name: ScenarioName,
  seed: number,
): Promise<PurchaseOutcome> {
  const { steps } = getScenario(name)
  const roll = seededRandom(seed)
  const { user, id, events } = await buyWithoutEvents(test)
  const delivered = new Set<Event>()
  const pickSome = () => {
    const picked = shuffle(events(), roll).filter(() => roll() < 0.4)
    for (const event of picked) delivered.add(event)
    return picked
  }
  for (const step of steps) {
    // Some events are processed before the next step, and some during it.
    await deliverAndSettle(test, pickSome())
    await Promise.all([deliverAll(test, pickSome()), step(test, id)])
  }
  await deliverAndSettle(test, shuffle([...events().filter(event => !delivered.has(event)), ...pickSome()], roll))
  await operationsDone(test)
  return await fetchOutcome(test, user)
}

/** Selects `count` items, including the first. Not every nth item: such orders would all end with the same events. */
export const sample = <T>(all: readonly T[], count: number): T[] =>
  all.filter((_, n) => (n * prime) % all.length < count)
const prime = 271

/** All permutations of at most six items, the given order first. */
export function permute(items: readonly number[]): number[][] {
  if (items.length <= 1) return [[...items]]
  return items.flatMap((one, at) => permute(items.toSpliced(at, 1)).map(rest => [one, ...rest]))
}

/** Buys a plan of which no event has been delivered. */
async function buyWithoutEvents(test: PaymentServer): Promise<{ user: TestUser; id: string; events(): Event[] }> {
  const user = await test.newUser()
  const from = test.stripe.webhooks.held.length
  const checkout = await user.client.subscriptions.createPaymentIntent({
    body: { subscriptionId: 'basic', currency: 'usd' },
  })
  await test.pay(checkout.paymentIntent)
  const isOfPurchase = (event: Event) =>
    stripeEventTypes.includes(event.type) && customerOf(test, event.data.object) === checkout.customer
  return {
    user,
    id: checkout.stripeSubscriptionId,
    events: () => test.stripe.webhooks.held.slice(from).filter(isOfPurchase),
  }
}

/** Refunds and disputes name only their charge. */
function customerOf({ stripe }: PaymentServer, object: object): unknown {
  const { customer, charge } = object as { customer?: unknown; charge?: unknown }
  return customer ?? stripe.state.charges.get(String(charge))?.customer
}

async function deliverAndSettle(test: PaymentServer, events: readonly Event[]): Promise<void> {
  await deliverAll(test, events)
  await test.untilSettled()
}

async function deliverAll(test: PaymentServer, events: readonly Event[]): Promise<void> {
  const queue = Array.from({ length: copies }, () => events)
    .flat()
    .values()
  const deliverNext = async () => {
    for (const event of queue) await deliver(test, event)
  }
  await Promise.all(Array.from({ length: atOnce }, deliverNext))
}

/** Retries once, with a new signature as Stripe does: if the clock jumps during the delivery, the first signature is too old. */
async function deliver(test: PaymentServer, event: Event): Promise<void> {
  const statuses = [(await test.deliver(event)).status]
  if (statuses[0] !== 200) statuses.push((await test.deliver(event)).status)
  if (statuses.at(-1) !== 200) throw new Error(`${event.type} got the responses ${statuses}`)
}

const operationsDone = ({ server }: PaymentServer) =>
  eventually(
    () =>
      server.services.database.db.selectFrom('payment_operations').select('id').where('state', '=', 'begun').execute(),
    rows => rows.length === 0,
  )
