import { type SubscriptionStatus, toPurchaseStatus } from '@recaps/domain/billing'
import type { FakeStripeConfig } from '@recaps/fake-stripe'
import type Stripe from 'stripe'
import { afterEach, describe, expect, it } from 'vitest'
import { stripePayments } from './payments.ts'
import {
  buySubscription,
  configFor,
  confirm,
  type FakeBench,
  fakeBench,
  fakePrices,
  fetchWithStatus,
  newOperation,
  setDefaultCard,
  startPurchase,
} from './test/benches.ts'

/** Expected statuses are copied by hand from the status table of our design. */
let bench: FakeBench
afterEach(() => bench?.close())
const open = async (config?: FakeStripeConfig) => {
  bench = await fakeBench(config)
}

const statusAt = async (id: string, at: string): Promise<[string, SubscriptionStatus]> => {
  await bench.fake.advanceTo(new Date(at))
  return [at, (await fetchWithStatus(bench, id)).status]
}
const amountsByKind = async (id: string) =>
  (await fetchWithStatus(bench, id)).movements.map(({ kind, amountCents }) => [kind, amountCents])
const firstChargeId = async (id: string) => (await fetchWithStatus(bench, id)).movements[0]!.id

describe('subscription status at Stripe', () => {
  it('an unpaid purchase is pending for 23 hours, then expired', async () => {
    await open()
    const { subscriptionId } = await startPurchase(bench)
    expect(await statusAt(subscriptionId, '2027-03-16T10:59:00Z')).toEqual(['2027-03-16T10:59:00Z', 'pending'])
    await bench.advance(1)
    expect(await fetchWithStatus(bench, subscriptionId)).toMatchObject({ status: 'expired', clientSecret: null })
    expect(await bench.payments.resumePurchase(subscriptionId)).toBeNull()
  })

  it('a subscription is active while paid and canceled at its period end', async () => {
    await open()
    const id = await buySubscription(bench)
    expect(await statusAt(id, '2027-04-15T14:00:00Z')).toEqual(['2027-04-15T14:00:00Z', 'active'])
    expect((await fetchWithStatus(bench, id)).periodEnd).toEqual(new Date('2027-05-15T12:00:00Z'))
    await bench.payments.setCanceling(newOperation(), id, true)
    expect(await statusAt(id, '2027-05-15T11:59:00Z')).toEqual(['2027-05-15T11:59:00Z', 'active'])
    expect(await statusAt(id, '2027-05-15T12:01:00Z')).toEqual(['2027-05-15T12:01:00Z', 'canceled'])
    expect(await fetchWithStatus(bench, id)).toMatchObject({
      endedAt: new Date('2027-05-15T12:00:00Z'),
      isCanceling: false,
    })
  })

  it('a subscription stays active for seven days after a failed payment, even if Stripe retries for longer', async () => {
    await open()
    const id = await buySubscription(bench)
    await setDefaultCard(bench, id, 'pm_card_chargeCustomerFail')
    for (const [at, status] of [
      ['2027-04-15T12:30:00Z', 'active'],
      ['2027-04-15T13:30:00Z', 'active'],
      ['2027-04-22T11:59:00Z', 'active'],
      ['2027-04-22T12:01:00Z', 'past_due'],
      ['2027-04-30T14:00:00Z', 'canceled'],
    ] as const)
      expect(await statusAt(id, at)).toEqual([at, status])
    expect(await amountsByKind(id)).toEqual([['charge', 499]])
  })

  it('failedSince is the date of the failed invoice, and null once it is paid', async () => {
    await open()
    const id = await buySubscription(bench)
    await setDefaultCard(bench, id, 'pm_card_chargeCustomerFail')
    await bench.advance(33)
    const { providerStatus } = await fetchWithStatus(bench, id)
    expect(providerStatus).toMatchObject({
      state: 'past_due',
      failedSince: new Date('2027-04-15T12:00:00Z'),
      willRetry: true,
    })
    await setDefaultCard(bench, id, 'pm_card_visa')
    await bench.advance(3)
    expect((await fetchWithStatus(bench, id)).providerStatus).toMatchObject({
      state: 'active',
      failedSince: null,
      willRetry: false,
    })
  })

  it('a subscription is past due as soon as Stripe stops retrying the payment', async () => {
    await open({ dunning: { retryDays: [1], afterwards: 'past_due' } })
    const id = await buySubscription(bench)
    await setDefaultCard(bench, id, 'pm_card_chargeCustomerFail')
    expect(await statusAt(id, '2027-04-16T12:00:00Z')).toEqual(['2027-04-16T12:00:00Z', 'active'])
    expect(await statusAt(id, '2027-04-16T14:00:00Z')).toEqual(['2027-04-16T14:00:00Z', 'past_due'])
  })

  it('a subscription that Stripe marks as unpaid is past due', async () => {
    await open({ dunning: { retryDays: [1], afterwards: 'unpaid' } })
    const id = await buySubscription(bench)
    await setDefaultCard(bench, id, 'pm_card_chargeCustomerFail')
    await bench.advance(34)
    expect(await fetchWithStatus(bench, id)).toMatchObject({ status: 'past_due', providerStatus: { state: 'unpaid' } })
  })

  const startTrial = async (missing_payment_method: 'cancel' | 'pause') =>
    bench.stripe.subscriptions.create({
      customer: await bench.newCustomer(),
      items: [{ price: (await bench.payments.prices()).basic.priceId }],
      trial_period_days: 14,
      payment_behavior: 'default_incomplete',
      trial_settings: { end_behavior: { missing_payment_method } },
    })

  it('a trial is active and has a client secret for adding a card', async () => {
    await open()
    const { id } = await startTrial('cancel')
    expect(await fetchWithStatus(bench, id)).toMatchObject({
      ...{ status: 'active', isTrial: true, movements: [], transactionId: null },
      clientSecret: expect.stringMatching(/^seti_/),
    })
  })

  it('a subscription is paused when its trial ends without a card', async () => {
    await open()
    const { id } = await startTrial('pause')
    await bench.advance(15)
    expect(await fetchWithStatus(bench, id)).toMatchObject({ status: 'paused', isTrial: false })
  })

  it('a subscription in an unknown state is past due and flagged as unknown', async () => {
    await open()
    const id = await buySubscription(bench)
    bench.fake.state.subscriptions.get(id)!.status = 'hibernating' as Stripe.Subscription.Status
    const { providerStatus } = await fetchWithStatus(bench, id)
    expect(toPurchaseStatus(providerStatus, bench.now())).toMatchObject({ status: 'past_due', isUnknown: true })
  })
})

describe('Stripe refunds and disputes', () => {
  it('a partial refund keeps the plan and a full refund ends it, even after an upgrade', async () => {
    await open()
    const id = await buySubscription(bench)
    await bench.payments.upgrade(newOperation(), id, 'pro')
    const [first, second] = (await fetchWithStatus(bench, id)).movements
    await bench.stripe.refunds.create({ charge: second!.id })
    expect(await fetchWithStatus(bench, id)).toMatchObject({ status: 'active', planId: 'pro' })
    await bench.stripe.refunds.create({ charge: first!.id, amount: 498 })
    expect(await fetchWithStatus(bench, id)).toMatchObject({ status: 'active' })
    await bench.stripe.refunds.create({ charge: first!.id, amount: 1 })
    expect(await fetchWithStatus(bench, id)).toMatchObject({ status: 'refunded' })
    await bench.payments.cancelNow(newOperation(), id)
    expect(await fetchWithStatus(bench, id)).toMatchObject({
      status: 'refunded',
      providerStatus: { state: 'canceled' },
    })
  })

  it('a refund of a past month does not affect the current month', async () => {
    await open()
    const id = await buySubscription(bench)
    const oldCharge = await firstChargeId(id)
    await bench.advance(32)
    await bench.stripe.refunds.create({ charge: oldCharge })
    expect(await fetchWithStatus(bench, id)).toMatchObject({ status: 'active' })
    expect(await amountsByKind(id)).toEqual([
      ['charge', 499],
      ['charge', 499],
      ['refund', 499],
    ])
  })

  it('a refund rejected by the bank does not end the plan', async () => {
    await open()
    const id = await buySubscription(bench)
    const refund = await bench.stripe.refunds.create({ charge: await firstChargeId(id) })
    bench.fake.failRefund(refund.id)
    expect(await fetchWithStatus(bench, id)).toMatchObject({ status: 'active', providerStatus: { isRefunded: false } })
    expect(await amountsByKind(id)).toEqual([
      ['charge', 499],
      ['refund', 499],
      ['refund_failed', 499],
    ])
  })

  it.each([
    [
      'won',
      'active',
      [
        ['charge', 499],
        ['dispute', 499],
        ['dispute_won', 499],
      ],
    ],
    [
      'lost',
      'refunded',
      [
        ['charge', 499],
        ['dispute', 499],
      ],
    ],
  ] as const)('a dispute is flagged while open; when %s, the subscription is %s', async (outcome, status, expected) => {
    await open()
    const id = await buySubscription(bench)
    const dispute = bench.fake.dispute(await firstChargeId(id))
    expect(await fetchWithStatus(bench, id)).toMatchObject({ status: 'active', isDisputed: true })
    bench.fake.closeDispute(dispute.id, outcome)
    expect(await fetchWithStatus(bench, id)).toMatchObject({ status, isDisputed: false })
    expect(await amountsByKind(id)).toEqual(expected)
  })

  it('movements match Stripe’s ledger, and their ids never change', async () => {
    await open()
    const id = await buySubscription(bench)
    await bench.payments.upgrade(newOperation(), id, 'premium')
    await bench.stripe.refunds.create({ charge: await firstChargeId(id), amount: 50 })
    await bench.payments.downgrade(newOperation(), id, 'basic')
    const ids: string[][] = []
    for (let month = 0; month < 4; month++) {
      await bench.advance(31)
      ids.push((await fetchWithStatus(bench, id)).movements.map(movement => movement.id))
    }
    const latest = (await fetchWithStatus(bench, id)).movements
    bench.fake.closeDispute(bench.fake.dispute(latest.at(-1)!.id).id, 'won')
    const movements = (await fetchWithStatus(bench, id)).movements
    const ledger = bench.fake.ledger.map(({ kind, amount }) => `${kind} ${amount}`)
    expect(movements.map(({ kind, amountCents }) => `${kind} ${amountCents}`).toSorted()).toEqual(ledger.toSorted())
    for (const [month, known] of ids.entries())
      expect([month, ids.at(-1)]).toEqual([month, expect.arrayContaining(known)])
    expect(new Set(movements.map(movement => movement.id)).size).toBe(movements.length)
  })
})

describe('payment method of a subscription', () => {
  it.each([
    ['pm_card_apple_pay', 'apple_pay'],
    ['pm_card_google_pay', 'google_pay'],
    ['pm_card_mastercard', 'card'],
  ])('the payment method of %s is %s', async (card, method) => {
    await open()
    expect(await fetchWithStatus(bench, await buySubscription(bench, 'basic', card))).toMatchObject({ method })
  })

  it('payment method and transaction id come from the newest payment', async () => {
    await open()
    const id = await buySubscription(bench, 'basic', 'pm_card_apple_pay')
    const { transactionId } = await fetchWithStatus(bench, id)
    await setDefaultCard(bench, id, 'pm_card_visa')
    await bench.payments.upgrade(newOperation(), id, 'pro')
    const after = await fetchWithStatus(bench, id)
    expect(after).toMatchObject({ method: 'card', transactionId: expect.stringMatching(/^pi_/) })
    expect(after.transactionId).not.toBe(transactionId)
  })
})

describe('plan of a subscription', () => {
  it('a subscription with a foreign price has no plan', async () => {
    await open({ prices: [...fakePrices, { lookupKey: 'another_shop', name: 'Hat', unitAmountCents: 499 }] })
    const [hat] = (await bench.stripe.prices.list({ lookup_keys: ['another_shop'] })).data
    const { id } = await bench.stripe.subscriptions.create({
      customer: await bench.newCustomer(),
      items: [{ price: hat!.id }],
      payment_behavior: 'default_incomplete',
    })
    expect(await fetchWithStatus(bench, id)).toMatchObject({ planId: null, amountCents: 499 })
  })

  it('a subscription keeps its plan when the plan gets a new price', async () => {
    await open()
    const id = await buySubscription(bench)
    const { priceId } = (await bench.payments.prices()).basic
    Object.assign(bench.fake.state.prices.get(priceId)!, { lookup_key: null, metadata: { recaps_plan: 'basic' } })
    expect(await reopened().subscription(id)).toMatchObject({ planId: 'basic', amountCents: 499 })
  })

  it('a plan cannot be bought if its Stripe price differs from the plan’s price', async () => {
    await open({ prices: fakePrices.map(price => ({ ...price, unitAmountCents: price.unitAmountCents + 1 })) })
    await expect(bench.payments.prices()).rejects.toMatchObject({
      ...{ code: 'payment_unavailable', retryable: false },
      detail: expect.stringContaining('create-prices'),
    })
    await expect(startPurchase(bench)).rejects.toMatchObject({ code: 'payment_unavailable' })
  })

  it('prices are cached for five minutes', async () => {
    await open()
    await Promise.all(Array.from({ length: 20 }, () => bench.payments.prices()))
    expect(bench.fake.requests.filter(({ path }) => path === '/v1/prices')).toHaveLength(1)
    await bench.fake.advance({ minutes: 6 })
    await bench.payments.prices()
    expect(bench.fake.requests.filter(({ path }) => path === '/v1/prices')).toHaveLength(2)
  })
})

/** A new instance with empty caches, like another process. */
const reopened = () => stripePayments(configFor(bench.fake), { now: bench.now })

it('the link to the customer portal works', async () => {
  await open()
  const { customerId, clientSecret } = await startPurchase(bench)
  await confirm(bench, clientSecret, 'pm_card_visa')
  const url = await bench.payments.portalUrl(customerId, 'https://recaps.example.com/subscriptions')
  expect((await fetch(url)).status).toBe(200)
})
