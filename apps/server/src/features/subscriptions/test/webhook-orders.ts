import { dice, shuffled } from '@recaps/fake-parts'
import type { PaymentServer } from '../../../../test/payment-server.ts'
import type { TestUser } from '../../../../test/start-server.ts'
import { eventually } from '../../../../test/waiting.ts'
import { eventTypes } from '../../../adapters/payments/stripe/events.ts'
import { type ScenarioName, scenarioOf } from './scenarios.ts'
import { type State, type StripeState, snapshotOf, stateOf, stripeStateOf } from './states.ts'

const mostEvents = 6
const copies = 3
const atOnce = 8

type Event = PaymentServer['stripe']['webhooks']['held'][number]

export interface Told {
  orders: number
  /** All that differ: what became of the purchase, its money, mails and notices. There should be one. */
  states: State[]
  /** What Stripe has, of the same. */
  atStripe: StripeState
}

/**
 * Lives through a scenario once while nothing is told, then tells of its last six events in each of the orders, from the same
 * start each time: every other time the purchase is not even written down yet.
 */
export async function tellInEveryOrder(
  test: PaymentServer,
  name: ScenarioName,
  ordersFrom: (events: readonly number[]) => number[][],
): Promise<Told> {
  const { life } = scenarioOf(name)
  const { user, id, events } = await begin(test)
  const start = await snapshotOf(test, user)
  for (const happens of life) await happens(test, id)
  // What we do about it at Stripe ourselves is done before anything is compared.
  await tell(test, events())
  await ownDeedsDone(test)
  const last = events().slice(-mostEvents)
  const orders = ordersFrom(last.map((_, n) => n))
  const states = new Map<string, State>()
  for (const [n, order] of orders.entries()) {
    await start.restore({ isKnown: n % 2 === 0 })
    await tell(
      test,
      order.map(at => last[at]!),
    )
    const state = await stateOf(test, user)
    states.set(JSON.stringify(state), state)
  }
  return { orders: orders.length, states: [...states.values()], atStripe: stripeStateOf(test, id) }
}

/** Lives through a scenario while some of its events arrive and others lag behind: Stripe shows what is so at the moment. */
export async function tellOnTheWay(test: PaymentServer, name: ScenarioName, seed: number): Promise<State> {
  const { life } = scenarioOf(name)
  const roll = dice(seed)
  const { user, id, events } = await begin(test)
  const known = new Set<Event>()
  const some = () => {
    const picked = shuffled(events(), roll).filter(() => roll() < 0.4)
    for (const event of picked) known.add(event)
    return picked
  }
  for (const happens of life) {
    // Some are looked into before the next thing happens, and some while it does.
    await tell(test, some())
    await Promise.all([deliverAll(test, some()), happens(test, id)])
  }
  await tell(test, shuffled([...events().filter(event => !known.has(event)), ...some()], roll))
  await ownDeedsDone(test)
  return await stateOf(test, user)
}

/** So many of them, the first among them. Not every so-manieth: such orders would all end in the same way. */
export const someOf = <T>(all: readonly T[], count: number): T[] =>
  all.filter((_, n) => (n * prime) % all.length < count)
const prime = 271

/** Every order of at most six, the given one first. */
export function ordersOf(items: readonly number[]): number[][] {
  if (items.length <= 1) return [[...items]]
  return items.flatMap((one, at) => ordersOf(items.toSpliced(at, 1)).map(rest => [one, ...rest]))
}

/** Somebody has paid, and nobody has told us. */
async function begin(test: PaymentServer): Promise<{ user: TestUser; id: string; events(): Event[] }> {
  const user = await test.newUser()
  const from = test.stripe.webhooks.held.length
  const begun = await user.client.subscriptions.createPaymentIntent({
    body: { subscriptionId: 'basic', currency: 'usd' },
  })
  await test.pay(begun.paymentIntent)
  const isOurs = (event: Event) =>
    eventTypes.includes(event.type) && customerOf(test, event.data.object) === begun.customer
  return { user, id: begun.stripeSubscriptionId, events: () => test.stripe.webhooks.held.slice(from).filter(isOurs) }
}

/** Refunds and disputes name only their charge. */
function customerOf({ stripe }: PaymentServer, object: object): unknown {
  const { customer, charge } = object as { customer?: unknown; charge?: unknown }
  return customer ?? stripe.state.charges.get(String(charge))?.customer
}

async function tell(test: PaymentServer, events: readonly Event[]): Promise<void> {
  await deliverAll(test, events)
  await test.settled()
}

async function deliverAll(test: PaymentServer, events: readonly Event[]): Promise<void> {
  const queue = Array.from({ length: copies }, () => events)
    .flat()
    .values()
  const postman = async () => {
    for (const event of queue) await bring(test, event)
  }
  await Promise.all(Array.from({ length: atOnce }, postman))
}

/** Where time leaps while it is under way it comes too late, and is signed anew as Stripe does it. */
async function bring(test: PaymentServer, event: Event): Promise<void> {
  const answers = [(await test.deliver(event)).status]
  if (answers[0] !== 200) answers.push((await test.deliver(event)).status)
  if (answers.at(-1) !== 200) throw new Error(`${event.type} was answered with ${answers}`)
}

const ownDeedsDone = ({ server }: PaymentServer) =>
  eventually(
    () =>
      server.services.database.db.selectFrom('payment_operations').select('id').where('state', '=', 'begun').execute(),
    rows => rows.length === 0,
  )
