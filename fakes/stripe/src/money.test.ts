import type Stripe from 'stripe'
import { afterEach, describe, expect, it } from 'vitest'
import { buy, openShop, type Shop } from './fixtures/shop.ts'
import { sumLedger } from './index.ts'

let shop: Shop
afterEach(() => shop?.fake.close())

async function buyPremium() {
  shop = await openShop()
  const { intent, customer } = await buy(shop, 'premium')
  const { latest_charge } = await shop.stripe.paymentIntents.retrieve(intent)
  return { intent, customer, charge: latest_charge as string }
}
const eventTypes = () => shop.fake.events().map(({ type }) => type)

describe('refunds', () => {
  it('a charge can be refunded in parts, but never more than was paid', async () => {
    const { intent, charge } = await buyPremium()
    expect(await shop.stripe.refunds.create({ payment_intent: intent, amount: 400 })).toMatchObject({
      amount: 400,
      status: 'succeeded',
      charge,
    })
    expect(await shop.stripe.charges.retrieve(charge)).toMatchObject({ refunded: false, amount_refunded: 400 })
    await expect(shop.stripe.refunds.create({ payment_intent: intent, amount: 600 })).rejects.toThrow(
      /greater than unrefunded amount/,
    )
    await shop.stripe.refunds.create({ charge })
    expect(await shop.stripe.charges.retrieve(charge, { expand: ['refunds'] })).toMatchObject({
      refunded: true,
      amount_refunded: 999,
      refunds: { data: [{ amount: 599 }, { amount: 400 }] },
    })
    await expect(shop.stripe.refunds.create({ charge })).rejects.toMatchObject({ code: 'charge_already_refunded' })
    expect(sumLedger(shop.fake.ledger)).toBe(0)
    expect(eventTypes().filter(type => type === 'charge.refunded')).toHaveLength(2)
  })

  it('a refund does not cancel the subscription', async () => {
    const { intent, customer } = await buyPremium()
    await shop.stripe.refunds.create({ payment_intent: intent })
    expect((await shop.stripe.subscriptions.list({ customer })).data[0]!.status).toBe('active')
  })

  it('a refund that fails later puts the money back on the balance', async () => {
    const { intent } = await buyPremium()
    const { id } = await shop.stripe.refunds.create({ payment_intent: intent })
    shop.fake.failRefund(id)
    expect((await shop.stripe.refunds.retrieve(id)).status).toBe('failed')
    expect(eventTypes()).toContain('refund.failed')
    expect(sumLedger(shop.fake.ledger)).toBe(999)
  })

  it.each([0, -1, 1.5])('rejects a refund of %s cents', async amount => {
    const { intent } = await buyPremium()
    await expect(shop.stripe.refunds.create({ payment_intent: intent, amount })).rejects.toMatchObject({
      statusCode: 400,
    })
    expect(sumLedger(shop.fake.ledger)).toBe(999)
  })
})

describe('disputes', () => {
  it.each([
    ['lost', 0],
    ['won', 999],
  ] as const)('a dispute that is %s leaves a balance of %s cents', async (status, balance) => {
    const { charge } = await buyPremium()
    const { id } = shop.fake.dispute(charge)
    expect(sumLedger(shop.fake.ledger)).toBe(0)
    expect(await shop.stripe.charges.retrieve(charge)).toMatchObject({ disputed: true })
    await expect(shop.stripe.refunds.create({ charge })).rejects.toMatchObject({ code: 'charge_disputed' })
    shop.fake.closeDispute(id, status)
    expect(await shop.stripe.disputes.retrieve(id)).toMatchObject({ status, charge })
    expect(eventTypes().filter(type => type.startsWith('charge.dispute'))).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.closed',
      ...(status === 'won' ? ['charge.dispute.funds_reinstated'] : []),
    ])
    expect(sumLedger(shop.fake.ledger)).toBe(balance)
  })
})

it('the credit of a downgrade becomes a customer balance, which pays the next invoices', async () => {
  shop = await openShop()
  const { subscription, customer } = await buy(shop, 'pro')
  await shop.fake.advance({ days: 15, hours: 12 })
  const after = await shop.stripe.subscriptions.update(subscription.id, {
    items: [{ id: subscription.items.data[0]!.id, price: await shop.price('basic') }],
    proration_behavior: 'always_invoice',
    expand: ['latest_invoice'],
  })
  expect(after.latest_invoice).toMatchObject({ total: 250 - 1250, amount_due: 0, status: 'paid' })
  expect(await shop.stripe.customers.retrieve(customer)).toMatchObject({ balance: -1000 })
  await shop.fake.advanceTo(new Date('2027-06-15T14:00:00Z'))
  // Three renewals of 4.99: the balance of 10.00 pays two, and two cents of the third.
  expect(shop.fake.ledger.map(({ amount }) => amount)).toEqual([2499, 497])
})

it('serves a page for each invoice and lists its payments', async () => {
  const { customer } = await buyPremium()
  const [invoice] = (await shop.stripe.invoices.list({ customer, status: 'paid' })).data
  const page = await (await fetch(invoice!.hosted_invoice_url!)).text()
  expect(page).toContain('$9.99')
  const payments = await shop.stripe.invoicePayments.list({ invoice: invoice!.id })
  expect(payments.data).toMatchObject([{ status: 'paid', amount_paid: 999, payment: { type: 'payment_intent' } }])
})

describe('the billing portal', () => {
  const post = (url: string, form: Record<string, string>) =>
    fetch(url, { method: 'POST', body: new URLSearchParams(form) }).then(answer => answer.text())

  it('the billing portal lets a customer cancel, undo that, and change the card', async () => {
    shop = await openShop()
    const { customer, subscription } = await buy(shop)
    const { url } = await shop.stripe.billingPortal.sessions.create({
      customer,
      return_url: 'https://recaps.example/plans',
    })
    const retrieved = () => shop.stripe.subscriptions.retrieve(subscription.id, { expand: ['default_payment_method'] })
    expect(await (await fetch(url)).text()).toContain('https://recaps.example/plans')
    expect(await post(url, { subscription: subscription.id, cancel: 'yes' })).toContain('Ends on April 15, 2027')
    expect((await retrieved()).cancel_at_period_end).toBe(true)
    await post(url, { subscription: subscription.id, cancel: 'no' })
    expect((await retrieved()).cancel_at_period_end).toBe(false)
    await post(url, { card: 'pm_card_mastercard' })
    expect((await retrieved()).default_payment_method).toMatchObject({ card: { last4: '4444' } })
    expect(await post(url, { card: 'pm_card_chargeDeclined' })).toContain('Your card was declined.')
  })

  it('the billing portal cannot change the subscription of another customer', async () => {
    shop = await openShop()
    const mine = await buy(shop)
    const { id } = await shop.stripe.customers.create()
    const { url } = await shop.stripe.billingPortal.sessions.create({ customer: id })
    await post(url, { subscription: mine.subscription.id, cancel: 'yes' })
    expect((await shop.stripe.subscriptions.retrieve(mine.subscription.id)).cancel_at_period_end).toBe(false)
    expect((await fetch(`${shop.fake.url}/p/session/test_guess`)).status).toBe(404)
  })
})

it('creates ephemeral keys for mobile apps, valid for an hour', async () => {
  const { customer } = await buyPremium()
  const key = await shop.stripe.ephemeralKeys.create({ customer }, { apiVersion: '2026-10-28.endive' })
  expect(key.secret).toMatch(/^ek_test_/)
  expect(key.expires - key.created).toBe(3600)
})

it('the ledger balance equals paid invoices minus refunds', async () => {
  shop = await openShop()
  const { customer, intent } = await buy(shop, 'pro')
  await shop.fake.advance({ days: 65 })
  await shop.stripe.refunds.create({ payment_intent: intent, amount: 1000 })
  const paid = await shop.stripe.invoices.list({ customer, status: 'paid', limit: 100 })
  const received = paid.data.reduce((sum: number, invoice: Stripe.Invoice) => sum + invoice.amount_paid, 0)
  expect(received).toBe(3 * 2499)
  expect(sumLedger(shop.fake.ledger)).toBe(received - 1000)
})
