import type Stripe from 'stripe'
import { afterEach, describe, expect, it } from 'vitest'
import { buy, openShop, type Shop } from './fixtures/shop.ts'
import { balanceOf } from './index.ts'

let shop: Shop
afterEach(() => shop?.fake.close())

async function bought() {
  shop = await openShop()
  const { intent, customer } = await buy(shop, 'premium')
  const { latest_charge } = await shop.stripe.paymentIntents.retrieve(intent)
  return { intent, customer, charge: latest_charge as string }
}
const types = () => shop.fake.events().map(({ type }) => type)

describe('a refund', () => {
  it('gives back a part, then the rest, and never more', async () => {
    const { intent, charge } = await bought()
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
    expect(balanceOf(shop.fake.ledger)).toBe(0)
    expect(types().filter(type => type === 'charge.refunded')).toHaveLength(2)
  })

  it('leaves the subscription as it is: ending it is for whoever refunds', async () => {
    const { intent, customer } = await bought()
    await shop.stripe.refunds.create({ payment_intent: intent })
    expect((await shop.stripe.subscriptions.list({ customer })).data[0]!.status).toBe('active')
  })

  it('may fail later, and then the money is there again', async () => {
    const { intent } = await bought()
    const { id } = await shop.stripe.refunds.create({ payment_intent: intent })
    shop.fake.failRefund(id)
    expect((await shop.stripe.refunds.retrieve(id)).status).toBe('failed')
    expect(types()).toContain('refund.failed')
    expect(balanceOf(shop.fake.ledger)).toBe(999)
  })

  it.each([0, -1, 1.5])('of %s cents is refused', async amount => {
    const { intent } = await bought()
    await expect(shop.stripe.refunds.create({ payment_intent: intent, amount })).rejects.toMatchObject({
      statusCode: 400,
    })
    expect(balanceOf(shop.fake.ledger)).toBe(999)
  })
})

describe('a dispute', () => {
  it.each([
    ['lost', 0],
    ['won', 999],
  ] as const)('that is %s leaves %s cents', async (status, left) => {
    const { charge } = await bought()
    const { id } = shop.fake.dispute(charge)
    expect(balanceOf(shop.fake.ledger)).toBe(0)
    expect(await shop.stripe.charges.retrieve(charge)).toMatchObject({ disputed: true })
    await expect(shop.stripe.refunds.create({ charge })).rejects.toMatchObject({ code: 'charge_disputed' })
    shop.fake.closeDispute(id, status)
    expect(await shop.stripe.disputes.retrieve(id)).toMatchObject({ status, charge })
    expect(types().filter(type => type.startsWith('charge.dispute'))).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.closed',
      ...(status === 'won' ? ['charge.dispute.funds_reinstated'] : []),
    ])
    expect(balanceOf(shop.fake.ledger)).toBe(left)
  })
})

it('keeps what a downgrade gives back as a balance, and the next invoice uses it up', async () => {
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
  // 4.99 three times: two by the balance, of the third two cents.
  expect(shop.fake.ledger.map(({ amount }) => amount)).toEqual([2499, 497])
})

it('shows invoices as pages, and who paid them by what', async () => {
  const { customer } = await bought()
  const [invoice] = (await shop.stripe.invoices.list({ customer, status: 'paid' })).data
  const page = await (await fetch(invoice!.hosted_invoice_url!)).text()
  expect(page).toContain('$9.99')
  const payments = await shop.stripe.invoicePayments.list({ invoice: invoice!.id })
  expect(payments.data).toMatchObject([{ status: 'paid', amount_paid: 999, payment: { type: 'payment_intent' } }])
})

describe('the billing portal', () => {
  const post = (url: string, form: Record<string, string>) =>
    fetch(url, { method: 'POST', body: new URLSearchParams(form) }).then(answer => answer.text())

  it('lets somebody cancel, think again, and put another card', async () => {
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

  it('is nobody else’s', async () => {
    shop = await openShop()
    const mine = await buy(shop)
    const { id } = await shop.stripe.customers.create()
    const { url } = await shop.stripe.billingPortal.sessions.create({ customer: id })
    await post(url, { subscription: mine.subscription.id, cancel: 'yes' })
    expect((await shop.stripe.subscriptions.retrieve(mine.subscription.id)).cancel_at_period_end).toBe(false)
    expect((await fetch(`${shop.fake.url}/p/session/test_guess`)).status).toBe(404)
  })
})

it('gives phones a key of their own, for the version they ask for', async () => {
  const { customer } = await bought()
  const key = await shop.stripe.ephemeralKeys.create({ customer }, { apiVersion: '2026-10-28.endive' })
  expect(key.secret).toMatch(/^ek_test_/)
  expect(key.expires - key.created).toBe(3600)
})

it('moves money to where the ledger says, whatever was done', async () => {
  shop = await openShop()
  const { customer, intent } = await buy(shop, 'pro')
  await shop.fake.advance({ days: 65 })
  await shop.stripe.refunds.create({ payment_intent: intent, amount: 1000 })
  const paid = await shop.stripe.invoices.list({ customer, status: 'paid', limit: 100 })
  const received = paid.data.reduce((sum: number, invoice: Stripe.Invoice) => sum + invoice.amount_paid, 0)
  expect(received).toBe(3 * 2499)
  expect(balanceOf(shop.fake.ledger)).toBe(received - 1000)
})
