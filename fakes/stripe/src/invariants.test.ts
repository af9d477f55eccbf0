import fc from 'fast-check'
import type Stripe from 'stripe'
import { expect, it } from 'vitest'
import { openShop, type PlanKey, type Shop, setDefaultCard, startSubscription } from './fixtures/shop.ts'
import { sumLedger } from './index.ts'

const cards = ['pm_card_visa', 'pm_card_chargeCustomerFail', 'pm_card_authenticationRequired', 'pm_card_mastercard']
const plans: PlanKey[] = ['basic', 'premium', 'pro', 'ultimate']

/** Actions of customers, in any order. The API may reject some of them. */
const step = fc.oneof(
  fc.record({ do: fc.constant('confirm' as const), card: fc.constantFrom(...cards) }),
  fc.record({ do: fc.constant('authenticate' as const), isPassed: fc.boolean() }),
  fc.record({ do: fc.constant('card' as const), card: fc.constantFrom(...cards) }),
  fc.record({
    do: fc.constant('change' as const),
    plan: fc.constantFrom(...plans),
    behavior: fc.constantFrom('pending_if_incomplete' as const, 'allow_incomplete' as const),
  }),
  fc.record({ do: fc.constant('end' as const), atPeriodEnd: fc.boolean() }),
  fc.record({ do: fc.constant('cancel' as const) }),
  fc.record({ do: fc.constant('refund' as const), amount: fc.integer({ min: 1, max: 3000 }) }),
  fc.record({ do: fc.constant('pay' as const) }),
  fc.record({ do: fc.constant('wait' as const), hours: fc.constantFrom(1, 24, 24 * 8, 24 * 35) }),
)

async function perform(
  shop: Shop,
  subscription: Stripe.Subscription,
  it: typeof step extends fc.Arbitrary<infer S> ? S : never,
) {
  const { stripe, fake } = shop
  const { id } = subscription
  const intents = [...fake.state.paymentIntents.values()]
  switch (it.do) {
    case 'confirm':
      return await stripe.paymentIntents.confirm(intents.at(-1)!.id, { payment_method: it.card })
    case 'authenticate': {
      const intent = intents.find(({ status }) => status === 'requires_action')
      return intent && fake.authenticate(intent.id, it.isPassed)
    }
    case 'card':
      return await setDefaultCard(shop, subscription, it.card)
    case 'change': {
      const price = await shop.price(it.plan)
      const items = [{ id: subscription.items.data[0]!.id, price }]
      return await stripe.subscriptions.update(id, {
        items,
        payment_behavior: it.behavior,
        proration_behavior: 'always_invoice',
      })
    }
    case 'end':
      return await stripe.subscriptions.update(id, { cancel_at_period_end: it.atPeriodEnd })
    case 'cancel':
      return await stripe.subscriptions.cancel(id)
    case 'refund':
      return await stripe.refunds.create({ payment_intent: intents[0]!.id, amount: it.amount })
    case 'pay':
      return await stripe.invoices.pay([...fake.state.invoices.keys()].at(-1)!)
    case 'wait':
      return await fake.advance({ hours: it.hours })
  }
}

function check({ fake }: Shop): void {
  const { invoices, paymentIntents, charges, subscriptions, customers, refunds } = fake.state
  const sum = (amounts: Iterable<number>) => [...amounts].reduce((total, amount) => total + amount, 0)
  const paid = [...invoices.values()].filter(({ status }) => status === 'paid')
  // Paid invoices minus refunds equal the ledger, and no intent was charged twice.
  expect(sum(paid.map(({ amount_paid }) => amount_paid)) - sum([...refunds.values()].map(({ amount }) => amount))).toBe(
    sumLedger(fake.ledger),
  )
  for (const { id, status } of paymentIntents.values()) {
    const paidCharges = [...charges.values()].filter(charge => charge.payment_intent === id && charge.paid)
    expect(paidCharges).toHaveLength(status === 'succeeded' ? 1 : 0)
  }
  for (const invoice of invoices.values()) {
    expect(invoice.amount_due).toBe(invoice.amount_paid + invoice.amount_remaining)
    if (invoice.status !== 'draft')
      expect(invoice.starting_balance + invoice.total - (invoice.ending_balance ?? 0)).toBe(invoice.amount_due)
  }
  for (const { status, ended_at, latest_invoice, pending_update, items } of subscriptions.values()) {
    expect(ended_at !== null).toBe(status === 'canceled' || status === 'incomplete_expired')
    if (ended_at === null) expect(items.data[0]!.current_period_end * 1000).toBeGreaterThan(fake.now().getTime())
    if (status === 'incomplete') expect(invoices.get(latest_invoice as string)!.status).toBe('open')
    if (pending_update) expect(invoices.get(latest_invoice as string)!.status).toBe('open')
  }
  for (const { balance } of customers.values()) expect(balance).toBeLessThanOrEqual(0)
  for (const { data } of fake.events()) expect(data.previous_attributes ?? { any: 1 }).not.toEqual({})
}

it('invoices, charges and the ledger agree after any sequence of actions', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async steps => {
      const shop = await openShop()
      try {
        const { subscription } = await startSubscription(shop)
        for (const each of steps) {
          await perform(shop, subscription, each).catch(error => {
            // Rejecting an action (4xx) is fine. A 500 would be a bug in the fake.
            expect(error).toMatchObject({ statusCode: expect.toSatisfy(status => status >= 400 && status < 500) })
          })
          check(shop)
        }
      } finally {
        await shop.fake.close()
      }
    }),
    { numRuns: 60 },
  )
}, 60_000)
