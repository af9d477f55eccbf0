import { claimOf, type PaymentServer } from '../../../../test/payment-server.ts'
import type { TestUser } from '../../../../test/start-server.ts'

/** The calls that lead to a charge. */
export const ways = ['begin', 'buy', 'upgrade'] as const
export type Way = (typeof ways)[number]

export interface Paid {
  clicks: number
  charges: number
  isEntitled: boolean
}

const endpoints: Record<Way, string> = {
  begin: 'POST /v1/subscriptions',
  buy: 'POST /v1/subscriptions',
  upgrade: 'POST /v1/subscriptions/:id',
}
const clicksAllowed = 8

/** Somebody who clicks again after a while until it is paid, with something laid in the way of the first click. */
export async function clicksUntilPaid(
  test: PaymentServer,
  way: Way,
  { lay }: { lay(endpoint: string): () => void },
): Promise<Paid> {
  const user = await test.newUser()
  if (way === 'upgrade') await test.buy(user, 'basic')
  const before = chargesOf(test, user)
  const lift = lay(endpoints[way])
  for (let clicks = 1; clicks <= clicksAllowed; clicks++) {
    await click(test, user, way).catch(() => {})
    if (clicks === 1) lift()
    await test.settled()
    if (await isThere(user)) return { clicks, charges: chargesOf(test, user) - before, isEntitled: true }
    // Nobody clicks faster, and what was left open is certain after a while.
    test.clock.advance(2 * 60_000)
  }
  return { clicks: clicksAllowed, charges: chargesOf(test, user) - before, isEntitled: await isThere(user) }
}

async function click(test: PaymentServer, { client }: TestUser, way: Way): Promise<void> {
  if (way === 'upgrade') return void (await client.subscriptions.change({ body: { subscriptionId: 'pro' } }))
  const plan = { subscriptionId: 'pro' }
  if (way === 'buy')
    return void (await client.subscriptions.create({
      body: { ...plan, paymentMethodId: 'pm_card_visa', isTrial: false },
    }))
  const begun = await client.subscriptions.createPaymentIntent({ body: { ...plan, currency: 'usd' } })
  await test.pay(begun.paymentIntent)
  await client.subscriptions.purchase({ body: claimOf('pro', begun) })
}

const isThere = async ({ client }: TestUser): Promise<boolean> =>
  (await client.subscriptions.user()).activePlan.id === 'pro'

function chargesOf({ stripe }: PaymentServer, { id }: TestUser): number {
  const own = new Set(
    [...stripe.state.customers.values()]
      .filter(({ metadata }) => String(metadata?.userId) === String(id))
      .map(one => one.id),
  )
  return stripe.ledger.filter(({ customer, kind }) => kind === 'charge' && customer !== null && own.has(customer))
    .length
}
