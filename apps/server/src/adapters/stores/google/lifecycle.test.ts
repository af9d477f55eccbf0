import type { SubscriptionStatus } from '@recaps/domain/billing'
import type { FakeGooglePlayConfig } from '@recaps/fake-google-play'
import { afterEach, describe, expect, it } from 'vitest'
import { accountToken, type FakeBench, fakeBench, playProductId } from './test/benches.ts'

/**
 * The expected states are copied by hand from Google's documentation,
 * https://developer.android.com/google/play/billing/lifecycle/subscriptions, the statuses from our own table.
 */
let bench: FakeBench
afterEach(() => bench?.fake.close())
const open = async (config?: FakeGooglePlayConfig) => {
  bench = await fakeBench(config)
}

async function buyAndAcknowledge(plan: 'basic' | 'pro' = 'basic'): Promise<string> {
  const token = bench.fake.buy(accountToken, playProductId(plan))
  await bench.store.acknowledge(token)
  return token
}

type Timeline = readonly (readonly [at: string, status: SubscriptionStatus, state: string])[]
async function expectTimeline(token: string, timeline: Timeline): Promise<void> {
  for (const [at, status, state] of timeline) {
    await bench.fake.advanceTo(new Date(at))
    const purchase = await bench.readWithStatus(token)
    expect([at, purchase.status, purchase.providerStatus.state]).toEqual([at, status, state])
  }
}

const amountsByKind = async (token: string) =>
  (await bench.readWithStatus(token)).movements.map(({ kind, amountCents }) => `${kind} ${amountCents}`)

describe('Google Play purchases', () => {
  it('a Google Play purchase is read with all its fields', async () => {
    await open()
    const token = bench.fake.buy(accountToken.toUpperCase(), playProductId('pro'))
    const order = bench.fake.ledger[0]!.orderId
    const period = {
      periodStart: new Date('2027-03-15T12:00:00Z'),
      periodEnd: new Date('2027-04-15T12:00:00Z'),
    }
    expect(await bench.store.read(token)).toEqual({
      id: token,
      planId: 'pro',
      amountCents: 2499,
      currency: 'usd',
      providerStatus: { state: 'active', failedSince: null, willRetry: false, isRefunded: false },
      startedAt: new Date('2027-03-15T12:00:00Z'),
      periodEnd: new Date('2027-04-15T12:00:00Z'),
      isTrial: false,
      isCanceling: false,
      endedAt: null,
      nextPlan: null,
      transactionId: order,
      movements: [
        {
          ...{ id: `google:${order}`, kind: 'charge', amountCents: 2499, currency: 'usd', invoiceId: null },
          ...{ at: new Date('2027-03-15T12:00:00Z'), ...period },
        },
      ],
      accountToken,
      replaces: null,
      isReplaced: false,
      isAcknowledged: false,
    })
    expect(bench.store).toMatchObject({
      ...{ provider: 'google', method: 'google_play', products: { ultimate: 'recaps_ultimate_monthly' } },
      manageUrl: 'https://play.google.com/store/account/subscriptions?package=com.example.recaps',
    })
  })

  it('a Google Play purchase renews each month of a year with a new payment', async () => {
    await open()
    const token = await buyAndAcknowledge()
    const orders: (string | null)[] = []
    for (let month = 0; month < 12; month++) {
      const { status, movements, transactionId } = await bench.readWithStatus(token)
      expect([month, status, movements.length]).toEqual([month, 'active', month + 1])
      orders.push(transactionId)
      await bench.fake.advance({ days: 31 })
    }
    const first = orders[0]!
    expect(orders.slice(0, 4)).toEqual([first, `${first}..0`, `${first}..1`, `${first}..2`])
    const { movements } = await bench.readWithStatus(token)
    expect(movements).toHaveLength(12)
    expect(bench.fake.ledger.slice(1).map(({ orderId }) => `google:${orderId}`)).toEqual(movements.map(({ id }) => id))
  })

  it('a Google Play purchase with a failed renewal keeps the plan for 7 days and ends after 60 days of retries', async () => {
    await open()
    const token = await buyAndAcknowledge()
    bench.fake.fail(token)
    await expectTimeline(token, [
      ['2027-04-15T11:59:00Z', 'active', 'active'],
      ['2027-04-15T12:01:00Z', 'active', 'past_due'],
      ['2027-04-22T11:59:00Z', 'active', 'past_due'],
      ['2027-04-22T12:01:00Z', 'past_due', 'past_due'],
      ['2027-06-14T11:59:00Z', 'past_due', 'past_due'],
      ['2027-06-14T12:01:00Z', 'canceled', 'canceled'],
    ])
    expect(await bench.readWithStatus(token)).toMatchObject({
      isCanceling: false,
      endedAt: new Date('2027-04-22T12:00:00Z'),
    })
    expect(await amountsByKind(token)).toEqual(['charge 499'])
  })

  it('failedSince is the end of the paid period, even if Google extends the access', async () => {
    await open({ dunning: { graceDays: 30 } })
    const token = await buyAndAcknowledge()
    bench.fake.fail(token)
    for (const [days, status] of [
      [33, 'active'],
      [6, 'past_due'],
    ] as const) {
      await bench.fake.advance({ days })
      expect(await bench.readWithStatus(token)).toMatchObject({
        status,
        providerStatus: { failedSince: new Date('2027-04-15T12:00:00Z'), willRetry: true },
        periodEnd: new Date('2027-04-15T12:00:00Z'),
        isCanceling: false,
      })
    }
  })

  it.each([
    ['in the grace period', 34, '2027-05-15T12:00:00Z'],
    ['on hold', 41, '2027-05-25T12:00:00Z'],
  ])('a Google Play purchase that is paid while %s continues', async (_, days, until) => {
    await open()
    const token = await buyAndAcknowledge()
    bench.fake.fail(token)
    await bench.fake.advance({ days })
    bench.fake.recover(token)
    expect(await bench.readWithStatus(token)).toMatchObject({
      ...{ status: 'active', periodEnd: new Date(until) },
      providerStatus: { state: 'active', failedSince: null, willRetry: false },
    })
    expect(await amountsByKind(token)).toEqual(['charge 499', 'charge 499'])
  })

  it('a paused Google Play purchase resumes automatically', async () => {
    await open()
    const token = await buyAndAcknowledge()
    bench.fake.pause(token, 30)
    await expectTimeline(token, [
      ['2027-04-15T11:59:00Z', 'active', 'active'],
      ['2027-04-15T12:01:00Z', 'paused', 'paused'],
      ['2027-05-15T11:59:00Z', 'paused', 'paused'],
      ['2027-05-15T12:01:00Z', 'active', 'active'],
    ])
    expect((await bench.readWithStatus(token)).isCanceling).toBe(false)
  })

  it('a canceled Google Play purchase runs until its expiry and can be resumed before', async () => {
    await open()
    const token = await buyAndAcknowledge()
    bench.fake.cancel(token)
    expect(await bench.readWithStatus(token)).toMatchObject({ status: 'active', isCanceling: true, endedAt: null })
    bench.fake.undo(token)
    expect(await bench.readWithStatus(token)).toMatchObject({ status: 'active', isCanceling: false })
    bench.fake.cancel(token)
    await expectTimeline(token, [
      ['2027-04-15T11:59:00Z', 'active', 'active'],
      ['2027-04-15T12:00:00Z', 'canceled', 'canceled'],
    ])
    expect(await bench.readWithStatus(token)).toMatchObject({
      isCanceling: false,
      endedAt: new Date('2027-04-15T12:00:00Z'),
    })
    // Google deletes it after 60 days.
    await bench.fake.advance({ days: 61 })
    expect(await bench.store.read(token)).toBeNull()
  })

  it('a Google Play purchase with a pending cash payment needs no acknowledgement', async () => {
    await open()
    const [paid, abandoned] = [0, 1].map(() =>
      bench.fake.buy(accountToken, playProductId('basic'), { isPending: true }),
    )
    expect(await bench.readWithStatus(paid!)).toMatchObject({ status: 'pending', isAcknowledged: true, movements: [] })
    await bench.store.acknowledge(paid!)
    await bench.fake.advance({ days: 2 })
    bench.fake.pay(paid!)
    bench.fake.giveUp(abandoned!)
    expect(await bench.readWithStatus(paid!)).toMatchObject({ status: 'active', isAcknowledged: false })
    expect(await amountsByKind(paid!)).toEqual(['charge 499'])
    expect(await bench.readWithStatus(abandoned!)).toMatchObject({
      status: 'expired',
      isCanceling: false,
      isAcknowledged: true,
    })
  })

  it('a Google Play trial moves no money until it renews', async () => {
    await open()
    const token = bench.fake.buy(accountToken, playProductId('basic'), { trialDays: 7 })
    await bench.store.acknowledge(token)
    expect(await bench.readWithStatus(token)).toMatchObject({
      ...{ status: 'active', isTrial: true, amountCents: 499, movements: [] },
      ...{ providerStatus: { state: 'trialing' }, periodEnd: new Date('2027-03-22T12:00:00Z') },
    })
    bench.fake.cancel(token)
    expect(await bench.readWithStatus(token)).toMatchObject({
      isTrial: true,
      isCanceling: true,
      providerStatus: { state: 'trialing' },
    })
    bench.fake.undo(token)
    await bench.fake.advance({ days: 8 })
    expect(await bench.readWithStatus(token)).toMatchObject({ isTrial: false, providerStatus: { state: 'active' } })
    expect(await amountsByKind(token)).toEqual(['charge 499'])
  })

  it('a Google Play purchase that is not acknowledged is refunded after three days', async () => {
    await open()
    const token = bench.fake.buy(accountToken, playProductId('basic'))
    await expectTimeline(token, [
      ['2027-03-18T11:59:00Z', 'active', 'active'],
      ['2027-03-18T12:01:00Z', 'refunded', 'canceled'],
    ])
    expect(await bench.readWithStatus(token)).toMatchObject({
      isAcknowledged: true,
      providerStatus: { isRefunded: true },
    })
    expect(await amountsByKind(token)).toEqual(['charge 499', 'refund 499'])
  })
})

describe('plan changes at Google Play', () => {
  it('an immediate plan change at Google Play is a new purchase that replaces the old one', async () => {
    await open()
    const token = await buyAndAcknowledge()
    await bench.fake.advanceTo(new Date('2027-03-31T00:00:00Z'))
    const next = bench.fake.changePlan(token, playProductId('pro'))
    expect(await bench.readWithStatus(next)).toMatchObject({
      ...{ status: 'active', planId: 'pro', replaces: token, accountToken, isAcknowledged: false },
      ...{ amountCents: 2499, periodEnd: new Date('2027-04-15T12:00:00Z') },
    })
    // The difference of $20 for half of the period.
    expect(await amountsByKind(next)).toEqual(['charge 1000'])
    expect(await bench.readWithStatus(token)).toMatchObject({
      status: 'canceled',
      endedAt: new Date('2027-03-31T00:00:00Z'),
    })
  })

  it('a deferred plan change at Google Play has a new token at once', async () => {
    await open()
    const token = await buyAndAcknowledge('pro')
    const next = bench.fake.changePlan(token, playProductId('basic'), 'deferred')
    await bench.store.acknowledge(next)
    expect(await bench.readWithStatus(token)).toMatchObject({ status: 'canceled' })
    expect(await bench.readWithStatus(next)).toMatchObject({
      ...{ status: 'active', planId: 'pro', amountCents: 2499, replaces: token, isCanceling: false },
      nextPlan: { planId: 'basic', at: new Date('2027-04-15T12:00:00Z') },
      // The payment belongs to the previous purchase and must be counted once.
      transactionId: null,
    })
    await bench.fake.advance({ days: 32 })
    expect(await bench.readWithStatus(next)).toMatchObject({
      status: 'active',
      planId: 'basic',
      amountCents: 499,
      nextPlan: null,
    })
    expect(await amountsByKind(next)).toEqual(['charge 499'])
  })

  it('a pending plan change at Google Play replaces the old purchase only when paid', async () => {
    await open()
    const token = await buyAndAcknowledge()
    const abandoned = bench.fake.changePlan(token, playProductId('pro'), 'pending')
    expect(await bench.readWithStatus(abandoned)).toMatchObject({ status: 'pending', replaces: null })
    bench.fake.giveUp(abandoned)
    expect(await bench.readWithStatus(abandoned)).toMatchObject({ status: 'expired', replaces: null })
    expect(await bench.readWithStatus(token)).toMatchObject({ status: 'active' })
    const paid = bench.fake.changePlan(token, playProductId('pro'), 'pending')
    bench.fake.pay(paid)
    expect(await bench.readWithStatus(paid)).toMatchObject({ status: 'active', replaces: token })
    expect(await bench.readWithStatus(token)).toMatchObject({ status: 'canceled' })
  })

  it('a resubscription in Google Play gets the account of the previous purchase', async () => {
    await open()
    const token = await buyAndAcknowledge()
    bench.fake.expire(token)
    const again = bench.fake.resubscribe(token)
    expect(await bench.readWithStatus(again)).toMatchObject({ status: 'active', accountToken, replaces: token })
    await bench.store.acknowledge(again)
    // After the acknowledgement, Google no longer returns the previous purchase.
    expect(await bench.readWithStatus(again)).toMatchObject({ status: 'active', accountToken: null, replaces: null })
  })
})

describe('Google Play refunds', () => {
  it.each([
    ['refund', 'refund'],
    ['revocation', 'revoke'],
  ] as const)('a full %s at Google Play ends the plan', async (_, action) => {
    await open()
    const token = await buyAndAcknowledge()
    await bench.fake.advance({ days: 40 })
    bench.fake[action](token)
    expect(await bench.readWithStatus(token)).toMatchObject({
      status: 'refunded',
      providerStatus: { isRefunded: true },
    })
    expect(await amountsByKind(token)).toEqual(['charge 499', 'charge 499', 'refund 499'])
    const { movements, transactionId } = await bench.readWithStatus(token)
    expect(movements.at(-1)).toMatchObject({ id: `google:${transactionId}:refund`, at: bench.fake.now() })
  })

  it('partial refunds at Google Play keep the plan until the full amount is refunded', async () => {
    await open()
    const token = await buyAndAcknowledge()
    bench.fake.refund(token, { cents: 100 })
    await bench.fake.advance({ hours: 1 })
    bench.fake.refund(token, { cents: 50 })
    expect(await bench.readWithStatus(token)).toMatchObject({ status: 'active' })
    expect(await amountsByKind(token)).toEqual(['charge 499', 'refund 100', 'refund 50'])
    await bench.fake.advance({ hours: 1 })
    bench.fake.refund(token)
    expect(await bench.readWithStatus(token)).toMatchObject({ status: 'refunded' })
    expect(await amountsByKind(token)).toEqual(['charge 499', 'refund 100', 'refund 50', 'refund 349'])
    const { movements } = await bench.readWithStatus(token)
    expect(new Set(movements.map(({ id }) => id)).size).toBe(4)
  })

  it('a refund of a past month at Google Play does not affect the current month', async () => {
    await open()
    const token = await buyAndAcknowledge()
    const { transactionId } = await bench.readWithStatus(token)
    await bench.fake.advance({ days: 70 })
    bench.fake.refund(token, { orderId: transactionId! })
    expect(await bench.readWithStatus(token)).toMatchObject({ status: 'active' })
    expect(await amountsByKind(token)).toEqual(['charge 499', 'charge 499', 'charge 499', 'refund 499'])
  })

  it('a chargeback at Google Play ends the plan', async () => {
    await open()
    const token = await buyAndAcknowledge()
    bench.fake.revoke(token, 'CHARGEBACK')
    expect(await bench.readWithStatus(token)).toMatchObject({ status: 'refunded' })
  })
})

it.each([
  ['JPY', 50_000],
  ['EUR', 549],
  ['KWD', 175],
])('Google Play amounts in %s are in hundredths', async (currency, priceCents) => {
  await open({ products: [{ id: playProductId('basic'), priceCents, currency }] })
  const { amountCents, currency: purchaseCurrency, movements } = await bench.readWithStatus(await buyAndAcknowledge())
  expect([amountCents, purchaseCurrency, movements[0]!.amountCents]).toEqual([
    priceCents,
    currency.toLowerCase(),
    priceCents,
  ])
})
