import type Stripe from 'stripe'
import { afterEach, describe, expect, it } from 'vitest'
import { buy, openShop, type Shop, setDefaultCard } from './fixtures/shop.ts'

/**
 * Upgrades, downgrades and trials. The expectations are written by hand from Stripe's documentation, as in lifecycle.test.ts:
 * /billing/subscriptions/pending-updates, /subscription-schedules and /trials.
 */
let shop: Shop
afterEach(() => shop?.fake.close())
const open = async () => {
  shop = await openShop()
}

const retrieved = ({ id }: { id: string }) => shop.stripe.subscriptions.retrieve(id)
const statusOf = async (subscription: { id: string }) => (await retrieved(subscription)).status
const keyOf = async (subscription: { id: string }) => (await retrieved(subscription)).items.data[0]!.price.lookup_key
const subscriptionEvents = () =>
  shop.fake
    .events()
    .map(({ type }) => type)
    .filter(type => type.startsWith('customer.subscription'))

describe('upgrades', () => {
  const upgrade = async (subscription: Stripe.Subscription) =>
    await shop.stripe.subscriptions.update(subscription.id, {
      items: [{ id: subscription.items.data[0]!.id, price: await shop.price('pro') }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
      expand: ['latest_invoice.confirmation_secret'],
    })

  it('an upgrade charges the prorated difference and takes effect at once', async () => {
    await open()
    const { subscription } = await buy(shop)
    // The period from March 15 has 31 days. Half of it is left after 15.5 days.
    await shop.fake.advance({ days: 15, hours: 12 })
    const after = await upgrade(subscription)
    expect(after.items.data[0]!.price.lookup_key).toBe('pro')
    const invoice = after.latest_invoice as Stripe.Invoice
    expect(invoice).toMatchObject({ status: 'paid', billing_reason: 'subscription_update', total: 1250 - 250 })
    expect(invoice.lines.data.map(({ amount }) => amount)).toEqual([-250, 1250])
    expect(shop.fake.ledger.map(({ amount }) => amount)).toEqual([499, 1000])
  })

  it('an upgrade whose payment fails stays a pending update until it is paid', async () => {
    await open()
    const { subscription } = await buy(shop)
    await setDefaultCard(shop, subscription, 'pm_card_chargeCustomerFail')
    const waiting = await upgrade(subscription)
    expect(waiting).toMatchObject({
      status: 'active',
      pending_update: { subscription_items: [{ price: { lookup_key: 'pro' } }] },
    })
    expect(await keyOf(subscription)).toBe('basic')
    const { confirmation_secret, status } = waiting.latest_invoice as Stripe.Invoice
    expect(status).toBe('open')
    const intent = confirmation_secret!.client_secret.split('_secret')[0]!
    await shop.stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' })
    expect(await keyOf(subscription)).toBe('pro')
    expect((await retrieved(subscription)).pending_update).toBeNull()
    expect(subscriptionEvents()).toContain('customer.subscription.pending_update_applied')
  })

  it('an unpaid upgrade is dropped after 23 hours', async () => {
    await open()
    const { subscription } = await buy(shop)
    await setDefaultCard(shop, subscription, 'pm_card_chargeCustomerFail')
    const { latest_invoice } = await upgrade(subscription)
    await shop.fake.advance({ hours: 23, minutes: 1 })
    expect(await retrieved(subscription)).toMatchObject({ status: 'active', pending_update: null })
    expect(await keyOf(subscription)).toBe('basic')
    expect((await shop.stripe.invoices.retrieve((latest_invoice as Stripe.Invoice).id)).status).toBe('void')
    expect(subscriptionEvents().at(-1)).toBe('customer.subscription.pending_update_expired')
  })

  it('a new upgrade replaces a pending one, which expires with the period at the latest', async () => {
    await open()
    const { subscription } = await buy(shop)
    await setDefaultCard(shop, subscription, 'pm_card_chargeCustomerFail')
    const first = await upgrade(subscription)
    await shop.fake.advance({ days: 30, hours: 20 })
    const again = await upgrade(subscription)
    expect((await shop.stripe.invoices.retrieve((first.latest_invoice as Stripe.Invoice).id)).status).toBe('void')
    expect(again.pending_update!.expires_at).toBe(subscription.items.data[0]!.current_period_end)
  })

  it('rejects metadata in an update with pending_if_incomplete', async () => {
    await open()
    const { subscription } = await buy(shop)
    await expect(
      shop.stripe.subscriptions.update(subscription.id, {
        payment_behavior: 'pending_if_incomplete',
        metadata: { a: 1 },
      }),
    ).rejects.toMatchObject({ param: 'metadata' })
  })

  it('an invoice preview shows the exact cost of an upgrade', async () => {
    await open()
    const { subscription, customer } = await buy(shop)
    await shop.fake.advance({ days: 20, hours: 7 })
    const preview = await shop.stripe.invoices.createPreview({
      customer,
      subscription: subscription.id,
      subscription_details: {
        items: [{ id: subscription.items.data[0]!.id, price: await shop.price('pro') }],
        proration_behavior: 'always_invoice',
      },
    })
    expect((await shop.stripe.invoices.list({ customer })).data).toHaveLength(1)
    expect(((await upgrade(subscription)).latest_invoice as Stripe.Invoice).total).toBe(preview.total)
  })
})

describe('scheduled downgrades', () => {
  async function downgrade() {
    await open()
    const { subscription } = await buy(shop, 'pro')
    const schedule = await shop.stripe.subscriptionSchedules.create({ from_subscription: subscription.id })
    const [phase] = schedule.phases
    await shop.stripe.subscriptionSchedules.update(schedule.id, {
      end_behavior: 'release',
      phases: [
        {
          items: [{ price: await shop.price('pro'), quantity: 1 }],
          start_date: phase!.start_date,
          end_date: phase!.end_date,
        },
        { items: [{ price: await shop.price('basic'), quantity: 1 }], proration_behavior: 'none' },
      ],
    })
    return { subscription, schedule }
  }

  it('a scheduled downgrade takes effect at the end of the period, without a refund', async () => {
    const { subscription, schedule } = await downgrade()
    expect(await keyOf(subscription)).toBe('pro')
    await shop.fake.advanceTo(new Date('2027-04-15T14:00:00Z'))
    expect(await keyOf(subscription)).toBe('basic')
    expect(shop.fake.ledger.map(({ amount }) => amount)).toEqual([2499, 499])
    await shop.fake.advanceTo(new Date('2027-05-15T14:00:00Z'))
    expect(await shop.stripe.subscriptionSchedules.retrieve(schedule.id)).toMatchObject({
      status: 'released',
      released_subscription: subscription.id,
    })
    expect(await retrieved(subscription)).toMatchObject({ status: 'active', schedule: null })
  })

  it('releasing the schedule undoes a scheduled downgrade', async () => {
    const { subscription, schedule } = await downgrade()
    expect((await shop.stripe.subscriptionSchedules.release(schedule.id)).status).toBe('released')
    await shop.fake.advanceTo(new Date('2027-04-15T14:00:00Z'))
    expect(await keyOf(subscription)).toBe('pro')
    await expect(shop.stripe.subscriptionSchedules.release(schedule.id)).rejects.toMatchObject({ statusCode: 400 })
  })

  it('a scheduled downgrade blocks cancel_at_period_end, and is canceled with the subscription', async () => {
    const { subscription, schedule } = await downgrade()
    await expect(shop.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })).rejects.toThrow(
      /managed by the subscription schedule/,
    )
    await shop.stripe.subscriptions.cancel(subscription.id)
    expect((await shop.stripe.subscriptionSchedules.retrieve(schedule.id)).status).toBe('canceled')
  })
})

describe('trials', () => {
  async function trial(missing_payment_method: 'create_invoice' | 'cancel' | 'pause') {
    await open()
    const { id: customer } = await shop.stripe.customers.create()
    return await shop.stripe.subscriptions.create({
      customer,
      items: [{ price: await shop.price('basic') }],
      trial_period_days: 14,
      payment_behavior: 'default_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription' },
      trial_settings: { end_behavior: { missing_payment_method } },
      expand: ['pending_setup_intent'],
    })
  }

  it('a trial is free, announces its end three days before, and then charges the saved card', async () => {
    const subscription = await trial('cancel')
    expect(subscription.status).toBe('trialing')
    const setup = subscription.pending_setup_intent as Stripe.SetupIntent
    await shop.stripe.setupIntents.confirm(setup.id, { payment_method: 'pm_card_visa' })
    await shop.fake.advance({ days: 11, minutes: 1 })
    expect(subscriptionEvents().at(-1)).toBe('customer.subscription.trial_will_end')
    expect(shop.fake.ledger).toEqual([])
    await shop.fake.advance({ days: 3, hours: 2 })
    expect(await statusOf(subscription)).toBe('active')
    expect(shop.fake.ledger.map(({ amount }) => amount)).toEqual([499])
  })

  it.each([
    ['create_invoice', 'past_due'],
    ['cancel', 'canceled'],
    ['pause', 'paused'],
  ] as const)('a trial without a card ends as configured: %s', async (behavior, status) => {
    const subscription = await trial(behavior)
    await shop.fake.advance({ days: 14, hours: 2 })
    expect(await statusOf(subscription)).toBe(status)
    if (status !== 'paused') return
    await setDefaultCard(shop, subscription, 'pm_card_visa')
    expect((await shop.stripe.subscriptions.resume(subscription.id)).status).toBe('active')
    expect(subscriptionEvents()).toEqual(
      expect.arrayContaining(['customer.subscription.paused', 'customer.subscription.resumed']),
    )
  })
})
