import type { FakeStripe } from '@recaps/fake-stripe'
import type { Db } from '../src/database/open.ts'

/** Everything that our ledger and Stripe's do not agree on. */
export async function moneyDifferences(db: Db, stripe: FakeStripe): Promise<string[]> {
  const ours = await db.selectFrom('payment_movements').selectAll().where('provider', '=', 'stripe').execute()
  const written = ours.map(({ id, kind, amount_cents }) => `${kind} ${id.split(':')[0]} ${amount_cents}`)
  const moved = stripe.ledger.map(({ kind, id, amount }) => `${kind} ${id} ${amount}`)
  return [
    ...moved.filter(one => !written.includes(one)).map(one => `not written down: ${one}`),
    ...written.filter(one => !moved.includes(one)).map(one => `never moved: ${one}`),
    ...written.filter((one, at) => written.indexOf(one) !== at).map(one => `written twice: ${one}`),
  ]
}

/**
 * Over all users: what Stripe was paid for, by its own books, against the plan that counts here. Nobody here buys twice by
 * intention, so a second subscription that was paid is one too many.
 */
export async function injustices(
  db: Db,
  stripe: FakeStripe,
  planOf: (userId: number) => Promise<string>,
): Promise<string[]> {
  const findings: string[] = []
  for (const { id } of await db.selectFrom('users').select('id').where('deleted_at', 'is', null).execute()) {
    const bought = paidSubscriptionsOf(stripe, id)
    const counts = bought.find(({ isRunning }) => isRunning)?.plan ?? 'free'
    const has = await planOf(id)
    if (has !== counts) findings.push(`user ${id} has ${has}, and has paid for ${counts}`)
    if (bought.length > 1) findings.push(`user ${id} has bought ${bought.length} times`)
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
      plan: /^recaps_(\w+)_usd_monthly$/.exec(items.data[0]!.price.lookup_key ?? '')?.[1] ?? 'nothing of ours',
      isRunning: status === 'active' || status === 'trialing',
    }))
}
