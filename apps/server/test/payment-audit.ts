import type { FakeStripe } from '@recaps/fake-stripe'
import type { Db } from '../src/database/open.ts'

/** Differences between our ledger and Stripe's. */
export async function findLedgerDifferences(db: Db, stripe: FakeStripe): Promise<string[]> {
  const ours = await db.selectFrom('payment_movements').selectAll().where('provider', '=', 'stripe').execute()
  const recorded = ours.map(({ id, kind, amount_cents }) => `${kind} ${id.split(':')[0]} ${amount_cents}`)
  const moved = stripe.ledger.map(({ kind, id, amount }) => `${kind} ${id} ${amount}`)
  return [
    ...moved.filter(one => !recorded.includes(one)).map(one => `not recorded: ${one}`),
    ...recorded.filter(one => !moved.includes(one)).map(one => `recorded but never moved: ${one}`),
    ...recorded.filter((one, at) => recorded.indexOf(one) !== at).map(one => `recorded twice: ${one}`),
  ]
}

/**
 * Compares what each user has paid for, according to Stripe, with the plan they have. No test user buys twice on purpose, so a
 * second paid subscription is reported.
 */
export async function findEntitlementErrors(
  db: Db,
  stripe: FakeStripe,
  planOf: (userId: number) => Promise<string>,
): Promise<string[]> {
  const findings: string[] = []
  for (const { id } of await db.selectFrom('users').select('id').where('deleted_at', 'is', null).execute()) {
    const bought = paidSubscriptionsOf(stripe, id)
    const paid = bought.find(({ isRunning }) => isRunning)?.plan ?? 'free'
    const actual = await planOf(id)
    if (actual !== paid) findings.push(`user ${id} has the plan ${actual} but paid for ${paid}`)
    if (bought.length > 1) findings.push(`user ${id} paid for ${bought.length} subscriptions`)
  }
  const invoices = stripe.ledger.filter(({ kind }) => kind === 'charge').map(({ invoice }) => invoice)
  const twice = invoices.filter((invoice, at) => invoices.indexOf(invoice) !== at)
  return [...findings, ...twice.map(invoice => `${invoice} was charged twice`)]
}

function paidSubscriptionsOf({ state, ledger }: FakeStripe, userId: number): { plan: string; isRunning: boolean }[] {
  const isOwn = (customer: string) => state.customers.get(customer)?.metadata?.userId === String(userId)
  const paid = new Set(ledger.filter(({ kind }) => kind === 'charge').map(({ invoice }) => invoice))
  const invoices = [...state.invoices.values()].filter(({ id }) => paid.has(id))
  const of = new Set(invoices.map(({ parent }) => parent?.subscription_details?.subscription))
  return [...state.subscriptions.values()]
    .filter(({ id, customer }) => of.has(id) && isOwn(String(customer)))
    .map(({ status, items }) => ({
      plan: /^recaps_(\w+)_usd_monthly$/.exec(items.data[0]!.price.lookup_key ?? '')?.[1] ?? 'unknown',
      isRunning: status === 'active' || status === 'trialing',
    }))
}
