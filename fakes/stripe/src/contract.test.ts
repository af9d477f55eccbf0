import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ContractTarget, openFakeTarget, openStripeTarget } from './fixtures/contract-targets.ts'
import type { PlanKey } from './fixtures/shop.ts'

/**
 * Runs the same scenarios against the fake and, with STRIPE_TEST_KEY=sk_test_…, against Stripe's test mode, to prove that the
 * fake behaves like Stripe. They use only what both support and expect only what Stripe promises.
 */
const key = process.env.STRIPE_TEST_KEY ?? ''

describe('Stripe contract, against the fake', () => scenarios(openFakeTarget, 10_000))
describe.skipIf(!key.startsWith('sk_test_'))('Stripe contract, against Stripe in test mode', () =>
  scenarios(() => openStripeTarget(key), 300_000),
)

function scenarios(open: () => Promise<ContractTarget>, timeout: number): void {
  let bench: ContractTarget
  beforeAll(async () => {
    bench = await open()
  }, timeout)
  afterAll(() => bench?.close(), timeout)

  const begin = async (plan: PlanKey = 'basic') => {
    const customer = await bench.newCustomer()
    const subscription = await bench.stripe.subscriptions.create({
      customer,
      items: [{ price: await bench.price(plan) }],
      payment_behavior: 'default_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription' },
      expand: ['latest_invoice.confirmation_secret'],
    })
    const { confirmation_secret } = subscription.latest_invoice as Stripe.Invoice
    return { customer, subscription, intent: confirmation_secret!.client_secret.split('_secret')[0]! }
  }
  const confirm = (intent: string, payment_method: string) =>
    bench.stripe.paymentIntents.confirm(intent, { payment_method, return_url: 'https://example.com/' })
  const buy = async (plan?: PlanKey) => {
    const started = await begin(plan)
    await confirm(started.intent, 'pm_card_visa')
    return started
  }
  const retrieved = ({ id }: { id: string }) => bench.stripe.subscriptions.retrieve(id)
  const useFailingCard = async (customer: string, subscription: Stripe.Subscription) => {
    const { id } = await bench.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
    await bench.stripe.subscriptions.update(subscription.id, { default_payment_method: id })
  }
  const upgrade = async (subscription: Stripe.Subscription) =>
    await bench.stripe.subscriptions.update(subscription.id, {
      items: [{ id: subscription.items.data[0]!.id, price: await bench.price('pro') }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
    })

  it(
    'a subscription is incomplete until it is paid',
    async () => {
      const { subscription, intent } = await begin()
      expect(subscription.status).toBe('incomplete')
      expect((await confirm(intent, 'pm_card_visa')).status).toBe('succeeded')
      const paid = await retrieved(subscription)
      expect(paid.status).toBe('active')
      expect(paid.default_payment_method).toMatch(/^pm_/)
    },
    timeout,
  )

  it(
    'a declined card leaves the subscription incomplete',
    async () => {
      const { subscription, intent } = await begin()
      await expect(confirm(intent, 'pm_card_chargeDeclined')).rejects.toMatchObject({ code: 'card_declined' })
      await expect(confirm(intent, 'pm_card_chargeDeclinedInsufficientFunds')).rejects.toMatchObject({
        decline_code: 'insufficient_funds',
      })
      expect((await retrieved(subscription)).status).toBe('incomplete')
      expect((await confirm(intent, 'pm_card_visa')).status).toBe('succeeded')
    },
    timeout,
  )

  it(
    'a card can require 3-D Secure',
    async () => {
      const { subscription, intent } = await begin()
      expect((await confirm(intent, 'pm_card_authenticationRequired')).status).toBe('requires_action')
      expect((await retrieved(subscription)).status).toBe('incomplete')
    },
    timeout,
  )

  it(
    'a subscription canceled before it is paid has ended, and its invoice is void',
    async () => {
      const { subscription } = await begin()
      const { status } = await bench.stripe.subscriptions.cancel(subscription.id)
      expect(['incomplete_expired', 'canceled']).toContain(status)
      const invoice = await bench.stripe.invoices.retrieve((subscription.latest_invoice as Stripe.Invoice).id)
      expect(invoice.status).toBe('void')
    },
    timeout,
  )

  it(
    'an upgrade charges the difference and takes effect once it is paid',
    async () => {
      const { customer, subscription } = await buy()
      await useFailingCard(customer, subscription)
      const waiting = await upgrade(subscription)
      expect(waiting.pending_update).not.toBeNull()
      expect(waiting.items.data[0]!.price.unit_amount).toBe(499)
      await bench.stripe.invoices.pay(waiting.latest_invoice as string, {
        payment_method: (await bench.stripe.paymentMethods.attach('pm_card_visa', { customer })).id,
      })
      const after = await retrieved(subscription)
      expect(after.pending_update).toBeNull()
      expect(after.items.data[0]!.price.unit_amount).toBe(2499)
    },
    timeout,
  )

  it(
    'canceling at period end can be undone until then',
    async () => {
      const { subscription } = await buy()
      const ending = await bench.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
      expect(ending).toMatchObject({ status: 'active', cancel_at: subscription.items.data[0]!.current_period_end })
      const undone = await bench.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false })
      expect(undone).toMatchObject({ status: 'active', cancel_at: null, canceled_at: null })
    },
    timeout,
  )

  it(
    'a schedule blocks cancel_at_period_end of its subscription',
    async () => {
      const { subscription } = await buy('pro')
      const schedule = await bench.stripe.subscriptionSchedules.create({ from_subscription: subscription.id })
      await expect(bench.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })).rejects.toThrow(
        /managed by the subscription schedule/,
      )
      const released = await bench.stripe.subscriptionSchedules.release(schedule.id)
      expect(released).toMatchObject({ status: 'released', subscription: null, released_subscription: subscription.id })
    },
    timeout,
  )

  it(
    'refunds cannot exceed the unrefunded amount',
    async () => {
      const { intent } = await buy()
      expect((await bench.stripe.refunds.create({ payment_intent: intent, amount: 100 })).status).toBe('succeeded')
      await expect(bench.stripe.refunds.create({ payment_intent: intent, amount: 400 })).rejects.toThrow(/greater than/)
      await bench.stripe.refunds.create({ payment_intent: intent })
      await expect(bench.stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
        code: 'charge_already_refunded',
      })
    },
    timeout,
  )

  it(
    'an idempotency key replays the first response, and only for the same parameters',
    async () => {
      const idempotencyKey = `contract-${crypto.randomUUID()}`
      const create = (email: string) => bench.stripe.customers.create({ email }, { idempotencyKey })
      const { id } = await create('once@example.com')
      expect((await create('once@example.com')).id).toBe(id)
      await expect(create('other@example.com')).rejects.toMatchObject({ type: 'StripeIdempotencyError' })
      await bench.stripe.customers.del(id)
    },
    timeout,
  )

  it(
    'rejects unknown parameters and expansions',
    async () => {
      await expect(bench.stripe.customers.create({ planet: 'mars' } as never)).rejects.toMatchObject({
        code: 'parameter_unknown',
        param: 'planet',
      })
      await expect(bench.stripe.subscriptions.list({ expand: ['data.latest_invoice.payment_intent'] })).rejects.toThrow(
        /cannot be expanded/,
      )
    },
    timeout,
  )

  it(
    'a renewal is charged automatically, and a failed one makes the subscription past due',
    async () => {
      const [good, bad] = [await buy(), await buy()]
      await useFailingCard(bad.customer, bad.subscription)
      await bench.advance(33)
      expect((await retrieved(good.subscription)).status).toBe('active')
      const paid = await bench.stripe.invoices.list({ subscription: good.subscription.id, status: 'paid' })
      expect(paid.data.map(({ billing_reason }) => billing_reason)).toEqual([
        'subscription_cycle',
        'subscription_create',
      ])
      expect((await retrieved(bad.subscription)).status).toBe('past_due')
    },
    timeout,
  )
}
