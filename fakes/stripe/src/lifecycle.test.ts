import type Stripe from 'stripe'
import { afterEach, describe, expect, it } from 'vitest'
import { buy, openShop, type Shop, setDefaultCard, startSubscription } from './fixtures/shop.ts'
import type { FakeStripeConfig } from './index.ts'

/**
 * The lifecycle of a subscription, written by hand from https://docs.stripe.com/billing/subscriptions/overview,
 * /pending-updates and /subscription-schedules, and from the table in our design. Never adjust these expectations to the fake.
 */
let shop: Shop
afterEach(() => shop?.fake.close())
const open = async (config?: FakeStripeConfig) => {
  shop = await openShop(config)
  return shop
}

const retrieved = ({ id }: { id: string }) => shop.stripe.subscriptions.retrieve(id)
const statusOf = async (subscription: { id: string }) => (await retrieved(subscription)).status
const latest = async ({ id }: { id: string }) =>
  (await shop.stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })).latest_invoice as Stripe.Invoice
/** Types of the events since the given index that servers typically listen to. */
const eventTypes = (since = 0) =>
  shop.fake
    .events()
    .slice(since)
    .map(({ type }) => type)
    .filter(type =>
      /^(customer\.subscription|invoice\.(paid|payment)|charge\.(fail|ref|disp)|subscription_sch)/.test(type),
    )
const eventCount = () => shop.fake.events().length
const previousAttributes = (type: string) =>
  shop.fake
    .events()
    .filter(event => event.type === type)
    .map(({ data }) => data.previous_attributes)

describe('first payments', () => {
  it('a new subscription is incomplete until its first payment, and then active', async () => {
    await open()
    const { subscription, invoice, intent } = await startSubscription(shop)
    expect(subscription.status).toBe('incomplete')
    expect(invoice).toMatchObject({ status: 'open', amount_due: 499, billing_reason: 'subscription_create' })
    const paid = await shop.stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' })
    expect(paid.status).toBe('succeeded')
    const after = await retrieved(subscription)
    expect(after).toMatchObject({ status: 'active', default_payment_method: paid.payment_method })
    const [item] = after.items.data
    expect(new Date(item!.current_period_end * 1000)).toEqual(new Date('2027-04-15T12:00:00Z'))
    expect(eventTypes()).toEqual([
      'customer.subscription.created',
      'invoice.paid',
      'invoice.payment_succeeded',
      'customer.subscription.updated',
    ])
    expect(previousAttributes('customer.subscription.updated')).toEqual([
      { status: 'incomplete', default_payment_method: null },
    ])
  })

  it.each([
    ['pm_card_chargeDeclined', 'generic_decline'],
    ['pm_card_chargeDeclinedInsufficientFunds', 'insufficient_funds'],
    ['pm_card_chargeCustomerFail', 'generic_decline'],
  ])('a first payment declined with %s can be retried with another card', async (card, declineCode) => {
    await open()
    const { subscription, intent } = await startSubscription(shop)
    await expect(shop.stripe.paymentIntents.confirm(intent, { payment_method: card })).rejects.toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code: 'card_declined',
      decline_code: declineCode,
      payment_intent: { status: 'requires_payment_method', last_payment_error: { decline_code: declineCode } },
    })
    expect(await statusOf(subscription)).toBe('incomplete')
    await shop.stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_mastercard' })
    expect(await statusOf(subscription)).toBe('active')
    expect(shop.fake.ledger.map(({ amount }) => amount)).toEqual([499])
  })

  it.each([
    [true, 'succeeded', 'active'],
    [false, 'requires_payment_method', 'incomplete'],
  ])('a first payment can require 3-D Secure (passed: %s)', async (isPassed, intentStatus, status) => {
    await open()
    const { subscription, intent } = await startSubscription(shop)
    const confirmed = await shop.stripe.paymentIntents.confirm(intent, {
      payment_method: 'pm_card_authenticationRequired',
    })
    expect(confirmed).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
    expect(await statusOf(subscription)).toBe('incomplete')
    expect(shop.fake.ledger).toEqual([])
    shop.fake.authenticate(intent, isPassed)
    expect((await shop.stripe.paymentIntents.retrieve(intent)).status).toBe(intentStatus)
    expect(await statusOf(subscription)).toBe(status)
  })

  it('an unpaid subscription expires after 23 hours, and its invoice is voided', async () => {
    await open()
    const { subscription, invoice, intent } = await startSubscription(shop)
    await shop.fake.advance({ hours: 22, minutes: 59 })
    expect(await statusOf(subscription)).toBe('incomplete')
    const since = eventCount()
    await shop.fake.advance({ minutes: 2 })
    expect(await statusOf(subscription)).toBe('incomplete_expired')
    expect((await shop.stripe.invoices.retrieve(invoice.id)).status).toBe('void')
    expect((await shop.stripe.paymentIntents.retrieve(intent)).status).toBe('canceled')
    expect(eventTypes(since)).toEqual(['customer.subscription.updated'])
    await expect(shop.stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' })).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
  })

  it.each([
    ['pm_card_visa', 'active', undefined],
    ['pm_card_chargeCustomerFail', undefined, 'card_declined'],
    ['pm_card_authenticationRequired', undefined, 'subscription_payment_intent_requires_action'],
  ])('error_if_incomplete creates a paid subscription or none: %s', async (card, status, code) => {
    await open()
    const { id: customer } = await shop.stripe.customers.create({ payment_method: card })
    const [method] = (await shop.stripe.paymentMethods.list({ customer })).data
    const created = shop.stripe.subscriptions.create({
      customer,
      items: [{ price: await shop.price('basic') }],
      payment_behavior: 'error_if_incomplete',
      default_payment_method: method!.id,
    })
    if (status) expect((await created).status).toBe(status)
    else await expect(created).rejects.toMatchObject({ code, statusCode: 402 })
    expect((await shop.stripe.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(status ? 1 : 0)
    expect(shop.fake.ledger).toHaveLength(status ? 1 : 0)
  })

  it('rejects a new subscription of a customer without a payment method', async () => {
    await open()
    const { id: customer } = await shop.stripe.customers.create()
    const items = [{ price: await shop.price('basic') }]
    await expect(shop.stripe.subscriptions.create({ customer, items })).rejects.toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
    })
  })
})

describe('renewals', () => {
  it('a renewal is drafted at the end of the period and charged an hour later', async () => {
    await open()
    const { subscription } = await buy(shop)
    await shop.fake.advanceTo(new Date('2027-04-15T12:00:00Z'))
    expect(await latest(subscription)).toMatchObject({ status: 'draft', billing_reason: 'subscription_cycle' })
    expect(await statusOf(subscription)).toBe('active')
    await shop.fake.advance({ hours: 1 })
    expect(await latest(subscription)).toMatchObject({ status: 'paid', amount_paid: 499 })
    expect(shop.fake.ledger.map(({ at }) => at.toISOString())).toEqual([
      '2027-03-15T12:00:00.000Z',
      '2027-04-15T13:00:00.000Z',
    ])
  })

  it('renewals keep the day of the month, or use the last day of a shorter month', async () => {
    await open({ clock: { now: () => new Date('2027-01-31T12:00:00Z') } })
    const { subscription } = await buy(shop)
    const ends: string[] = []
    for (let month = 0; month < 4; month++) {
      const { items } = await retrieved(subscription)
      ends.push(new Date(items.data[0]!.current_period_end * 1000).toISOString().slice(0, 10))
      await shop.fake.advanceTo(new Date(items.data[0]!.current_period_end * 1000))
    }
    expect(ends).toEqual(['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'])
  })

  it('a failed renewal is retried after 3, 5 and 7 days, and then cancels the subscription', async () => {
    await open()
    const { subscription } = await buy(shop)
    await setDefaultCard(shop, subscription, 'pm_card_chargeCustomerFail')
    const since = eventCount()
    const timeline: [at: string, status: string, attempts: number][] = [
      ['2027-04-15T12:59:00Z', 'active', 0],
      ['2027-04-15T13:01:00Z', 'past_due', 1],
      ['2027-04-18T13:01:00Z', 'past_due', 2],
      ['2027-04-23T13:01:00Z', 'past_due', 3],
      ['2027-04-30T12:59:00Z', 'past_due', 3],
      ['2027-04-30T13:01:00Z', 'canceled', 4],
    ]
    for (const [at, status, attempts] of timeline) {
      await shop.fake.advanceTo(new Date(at))
      expect([at, await statusOf(subscription)]).toEqual([at, status])
      expect((await latest(subscription)).attempt_count).toBe(attempts)
    }
    expect((await retrieved(subscription)).cancellation_details?.reason).toBe('payment_failed')
    expect(eventTypes(since).filter(type => type === 'invoice.payment_failed')).toHaveLength(4)
    expect(eventTypes(since).at(-1)).toBe('customer.subscription.deleted')
    await shop.fake.advance({ days: 60 })
    expect(shop.fake.ledger).toHaveLength(1)
  })

  it.each(['unpaid', 'past_due'] as const)(
    'dunning can leave a subscription %s after the last retry',
    async afterwards => {
      await open({ dunning: { afterwards, retryDays: [1] } })
      const { subscription } = await buy(shop)
      await setDefaultCard(shop, subscription, 'pm_card_chargeCustomerFail')
      await shop.fake.advanceTo(new Date('2027-04-17T12:00:00Z'))
      expect(await statusOf(subscription)).toBe(afterwards)
    },
  )

  it('a past due subscription recovers when its invoice is paid with another card', async () => {
    await open()
    const { subscription } = await buy(shop)
    await setDefaultCard(shop, subscription, 'pm_card_chargeCustomerFail')
    await shop.fake.advanceTo(new Date('2027-04-16T12:00:00Z'))
    expect(await statusOf(subscription)).toBe('past_due')
    await setDefaultCard(shop, subscription, 'pm_card_visa')
    const { id } = await latest(subscription)
    expect((await shop.stripe.invoices.pay(id)).status).toBe('paid')
    expect(await statusOf(subscription)).toBe('active')
    expect(previousAttributes('customer.subscription.updated')).toContainEqual({ status: 'past_due' })
    await shop.fake.advance({ days: 20 })
    expect(shop.fake.ledger.map(({ amount }) => amount)).toEqual([499, 499])
  })

  it('a renewal with a card that always requires 3-D Secure waits for the customer', async () => {
    await open()
    const { subscription, intent } = await startSubscription(shop)
    await shop.stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_authenticationRequired' })
    shop.fake.authenticate(intent)
    const since = eventCount()
    await shop.fake.advanceTo(new Date('2027-04-15T14:00:00Z'))
    expect(await statusOf(subscription)).toBe('past_due')
    expect(eventTypes(since)).toContain('invoice.payment_action_required')
    const { payments } = (await shop.stripe.invoices.retrieve((await latest(subscription)).id, {
      expand: ['payments'],
    })) as Stripe.Invoice
    shop.fake.authenticate(payments!.data[0]!.payment.payment_intent as string)
    expect(await statusOf(subscription)).toBe('active')
  })
})

describe('cancellations', () => {
  it('canceling at period end changes nothing until then, and can be undone', async () => {
    await open()
    const { subscription } = await buy(shop)
    const ending = await shop.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
    const end = subscription.items.data[0]!.current_period_end
    expect(ending).toMatchObject({ status: 'active', cancel_at_period_end: true, cancel_at: end })
    expect(previousAttributes('customer.subscription.updated').at(-1)).toEqual({
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
      cancellation_details: { reason: null },
    })
    const undone = await shop.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false })
    expect(undone).toMatchObject({ status: 'active', cancel_at: null, canceled_at: null })
    await shop.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
    const since = eventCount()
    await shop.fake.advanceTo(new Date('2027-04-15T12:00:01Z'))
    expect(await retrieved(subscription)).toMatchObject({ status: 'canceled', ended_at: end })
    expect(eventTypes(since)).toEqual(['customer.subscription.deleted'])
    await shop.fake.advance({ days: 40 })
    expect(shop.fake.ledger).toHaveLength(1)
  })

  it('canceling now takes effect at once and cannot be repeated', async () => {
    await open()
    const { subscription } = await buy(shop)
    expect((await shop.stripe.subscriptions.cancel(subscription.id)).status).toBe('canceled')
    await expect(shop.stripe.subscriptions.cancel(subscription.id)).rejects.toMatchObject({ statusCode: 404 })
    await expect(
      shop.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true }),
    ).rejects.toMatchObject({ statusCode: 400 })
  })

  it('deleting a customer cancels their subscription', async () => {
    await open()
    const { customer, subscription } = await buy(shop)
    expect(await shop.stripe.customers.del(customer)).toMatchObject({ deleted: true })
    expect(await statusOf(subscription)).toBe('canceled')
    expect(await shop.stripe.customers.retrieve(customer)).toMatchObject({ id: customer, deleted: true })
  })
})
