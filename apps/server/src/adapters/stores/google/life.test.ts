import type { SubscriptionStatus } from '@recaps/domain/billing'
import type { FakeGooglePlayConfig } from '@recaps/fake-google-play'
import { afterEach, describe, expect, it } from 'vitest'
import { accountToken, type FakeBench, fakeBench, productOf } from './test/benches.ts'

/**
 * What Google documents of the life of a subscription, written down by hand from
 * https://developer.android.com/google/play/billing/lifecycle/subscriptions, and the status that our own table makes of it.
 */
let bench: FakeBench
afterEach(() => bench?.fake.close())
const open = async (config?: FakeGooglePlayConfig) => {
  bench = await fakeBench(config)
}

/** Bought and acknowledged. */
async function bought(plan: 'basic' | 'pro' = 'basic'): Promise<string> {
  const token = bench.fake.buy(accountToken, productOf(plan))
  await bench.store.acknowledge(token)
  return token
}

type Course = readonly (readonly [at: string, status: SubscriptionStatus, state: string])[]
async function expectCourse(token: string, course: Course): Promise<void> {
  for (const [at, status, state] of course) {
    await bench.fake.advanceTo(new Date(at))
    const seen = await bench.seen(token)
    expect([at, seen.status, seen.standing.state]).toEqual([at, status, state])
  }
}

const moved = async (token: string) =>
  (await bench.seen(token)).movements.map(({ kind, amountCents }) => `${kind} ${amountCents}`)

describe('a purchase in Google Play', () => {
  it('is told with all that is known of it', async () => {
    await open()
    const token = bench.fake.buy(accountToken.toUpperCase(), productOf('pro'))
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
      standing: { state: 'active', failedSince: null, isRetried: false, isTakenBack: false },
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

  it('is renewed each month of a year, each time with a payment of its own', async () => {
    await open()
    const token = await bought()
    const orders: (string | null)[] = []
    for (let month = 0; month < 12; month++) {
      const { status, movements, transactionId } = await bench.seen(token)
      expect([month, status, movements.length]).toEqual([month, 'active', month + 1])
      orders.push(transactionId)
      await bench.fake.advance({ days: 31 })
    }
    const first = orders[0]!
    expect(orders.slice(0, 4)).toEqual([first, `${first}..0`, `${first}..1`, `${first}..2`])
    const { movements } = await bench.seen(token)
    expect(movements).toHaveLength(12)
    expect(bench.fake.ledger.slice(1).map(({ orderId }) => `google:${orderId}`)).toEqual(movements.map(({ id }) => id))
  })

  it('that cannot be renewed keeps the plan for seven days, is tried on, and ends', async () => {
    await open()
    const token = await bought()
    bench.fake.fail(token)
    await expectCourse(token, [
      ['2027-04-15T11:59:00Z', 'active', 'active'],
      ['2027-04-15T12:01:00Z', 'active', 'past_due'],
      ['2027-04-22T11:59:00Z', 'active', 'past_due'],
      ['2027-04-22T12:01:00Z', 'past_due', 'past_due'],
      ['2027-06-14T11:59:00Z', 'past_due', 'past_due'],
      ['2027-06-14T12:01:00Z', 'canceled', 'canceled'],
    ])
    expect(await bench.seen(token)).toMatchObject({ isCanceling: false, endedAt: new Date('2027-04-22T12:00:00Z') })
    expect(await moved(token)).toEqual(['charge 499'])
  })

  it('owes since the end of what was paid for, however long the access goes on', async () => {
    await open({ dunning: { graceDays: 30 } })
    const token = await bought()
    bench.fake.fail(token)
    for (const [days, status] of [
      [33, 'active'],
      [6, 'past_due'],
    ] as const) {
      await bench.fake.advance({ days })
      expect(await bench.seen(token)).toMatchObject({
        status,
        standing: { failedSince: new Date('2027-04-15T12:00:00Z'), isRetried: true },
        periodEnd: new Date('2027-04-15T12:00:00Z'),
        isCanceling: false,
      })
    }
  })

  it.each([
    ['in grace', 34, '2027-05-15T12:00:00Z'],
    ['on hold', 41, '2027-05-25T12:00:00Z'],
  ])('that is paid after all %s goes on', async (_, days, until) => {
    await open()
    const token = await bought()
    bench.fake.fail(token)
    await bench.fake.advance({ days })
    bench.fake.recover(token)
    expect(await bench.seen(token)).toMatchObject({
      ...{ status: 'active', periodEnd: new Date(until) },
      standing: { state: 'active', failedSince: null, isRetried: false },
    })
    expect(await moved(token)).toEqual(['charge 499', 'charge 499'])
  })

  it('that rests is paused, and goes on by itself', async () => {
    await open()
    const token = await bought()
    bench.fake.pause(token, 30)
    await expectCourse(token, [
      ['2027-04-15T11:59:00Z', 'active', 'active'],
      ['2027-04-15T12:01:00Z', 'paused', 'paused'],
      ['2027-05-15T11:59:00Z', 'paused', 'paused'],
      ['2027-05-15T12:01:00Z', 'active', 'active'],
    ])
    expect((await bench.seen(token)).isCanceling).toBe(false)
  })

  it('that its user ends runs until its time is over, unless it is taken back before', async () => {
    await open()
    const token = await bought()
    bench.fake.cancel(token)
    expect(await bench.seen(token)).toMatchObject({ status: 'active', isCanceling: true, endedAt: null })
    bench.fake.undo(token)
    expect(await bench.seen(token)).toMatchObject({ status: 'active', isCanceling: false })
    bench.fake.cancel(token)
    await expectCourse(token, [
      ['2027-04-15T11:59:00Z', 'active', 'active'],
      ['2027-04-15T12:00:00Z', 'canceled', 'canceled'],
    ])
    expect(await bench.seen(token)).toMatchObject({ isCanceling: false, endedAt: new Date('2027-04-15T12:00:00Z') })
    // Sixty days later Google has forgotten it.
    await bench.fake.advance({ days: 61 })
    expect(await bench.store.read(token)).toBeNull()
  })

  it('that is paid in cash is pending until then, and there is nothing to acknowledge', async () => {
    await open()
    const [paid, given] = [0, 1].map(() => bench.fake.buy(accountToken, productOf('basic'), { isPending: true }))
    expect(await bench.seen(paid!)).toMatchObject({ status: 'pending', isAcknowledged: true, movements: [] })
    await bench.store.acknowledge(paid!)
    await bench.fake.advance({ days: 2 })
    bench.fake.pay(paid!)
    bench.fake.giveUp(given!)
    expect(await bench.seen(paid!)).toMatchObject({ status: 'active', isAcknowledged: false })
    expect(await moved(paid!)).toEqual(['charge 499'])
    expect(await bench.seen(given!)).toMatchObject({ status: 'expired', isCanceling: false, isAcknowledged: true })
  })

  it('on trial costs nothing until it is renewed', async () => {
    await open()
    const token = bench.fake.buy(accountToken, productOf('basic'), { trialDays: 7 })
    await bench.store.acknowledge(token)
    expect(await bench.seen(token)).toMatchObject({
      ...{ status: 'active', isTrial: true, amountCents: 499, movements: [] },
      ...{ standing: { state: 'trialing' }, periodEnd: new Date('2027-03-22T12:00:00Z') },
    })
    bench.fake.cancel(token)
    expect(await bench.seen(token)).toMatchObject({ isTrial: true, isCanceling: true, standing: { state: 'trialing' } })
    bench.fake.undo(token)
    await bench.fake.advance({ days: 8 })
    expect(await bench.seen(token)).toMatchObject({ isTrial: false, standing: { state: 'active' } })
    expect(await moved(token)).toEqual(['charge 499'])
  })

  it('that nobody acknowledges goes back to its buyer after three days', async () => {
    await open()
    const token = bench.fake.buy(accountToken, productOf('basic'))
    await expectCourse(token, [
      ['2027-03-18T11:59:00Z', 'active', 'active'],
      ['2027-03-18T12:01:00Z', 'refunded', 'canceled'],
    ])
    expect(await bench.seen(token)).toMatchObject({ isAcknowledged: true, standing: { isTakenBack: true } })
    expect(await moved(token)).toEqual(['charge 499', 'refund 499'])
  })
})

describe('another plan', () => {
  it('at once is another purchase, which takes the place of the one before', async () => {
    await open()
    const token = await bought()
    await bench.fake.advanceTo(new Date('2027-03-31T00:00:00Z'))
    const next = bench.fake.changePlan(token, productOf('pro'))
    expect(await bench.seen(next)).toMatchObject({
      ...{ status: 'active', planId: 'pro', replaces: token, accountToken, isAcknowledged: false },
      ...{ amountCents: 2499, periodEnd: new Date('2027-04-15T12:00:00Z') },
    })
    // 20 dollars for a half of March's 31 days.
    expect(await moved(next)).toEqual(['charge 1000'])
    expect(await bench.seen(token)).toMatchObject({ status: 'canceled', endedAt: new Date('2027-03-31T00:00:00Z') })
  })

  it('with the next period runs under another token from now on', async () => {
    await open()
    const token = await bought('pro')
    const next = bench.fake.changePlan(token, productOf('basic'), 'deferred')
    await bench.store.acknowledge(next)
    expect(await bench.seen(token)).toMatchObject({ status: 'canceled' })
    expect(await bench.seen(next)).toMatchObject({
      ...{ status: 'active', planId: 'pro', amountCents: 2499, replaces: token, isCanceling: false },
      nextPlan: { planId: 'basic', at: new Date('2027-04-15T12:00:00Z') },
      // The payment is that of the purchase before, and is counted once.
      transactionId: null,
    })
    await bench.fake.advance({ days: 32 })
    expect(await bench.seen(next)).toMatchObject({
      status: 'active',
      planId: 'basic',
      amountCents: 499,
      nextPlan: null,
    })
    expect(await moved(next)).toEqual(['charge 499'])
  })

  it('takes the place of nothing until it is paid', async () => {
    await open()
    const token = await bought()
    const given = bench.fake.changePlan(token, productOf('pro'), 'pending')
    expect(await bench.seen(given)).toMatchObject({ status: 'pending', replaces: null })
    bench.fake.giveUp(given)
    expect(await bench.seen(given)).toMatchObject({ status: 'expired', replaces: null })
    expect(await bench.seen(token)).toMatchObject({ status: 'active' })
    const paid = bench.fake.changePlan(token, productOf('pro'), 'pending')
    bench.fake.pay(paid)
    expect(await bench.seen(paid)).toMatchObject({ status: 'active', replaces: token })
    expect(await bench.seen(token)).toMatchObject({ status: 'canceled' })
  })

  it('or the same, bought in Google Play itself, is for whom the one before was', async () => {
    await open()
    const token = await bought()
    bench.fake.expire(token)
    const again = bench.fake.resubscribe(token)
    expect(await bench.seen(again)).toMatchObject({ status: 'active', accountToken, replaces: token })
    await bench.store.acknowledge(again)
    // From then on Google tells it no more.
    expect(await bench.seen(again)).toMatchObject({ status: 'active', accountToken: null, replaces: null })
  })
})

describe('money that goes back', () => {
  it.each([
    ['without the plan', 'refund'],
    ['with the plan', 'revoke'],
  ] as const)('%s is taken back as soon as all of it went', async (_, way) => {
    await open()
    const token = await bought()
    await bench.fake.advance({ days: 40 })
    bench.fake[way](token)
    expect(await bench.seen(token)).toMatchObject({ status: 'refunded', standing: { isTakenBack: true } })
    expect(await moved(token)).toEqual(['charge 499', 'charge 499', 'refund 499'])
    const { movements, transactionId } = await bench.seen(token)
    expect(movements.at(-1)).toMatchObject({ id: `google:${transactionId}:refund`, at: bench.fake.now() })
  })

  it('in parts takes nothing back, and is never more than was paid', async () => {
    await open()
    const token = await bought()
    bench.fake.refund(token, { cents: 100 })
    await bench.fake.advance({ hours: 1 })
    bench.fake.refund(token, { cents: 50 })
    expect(await bench.seen(token)).toMatchObject({ status: 'active' })
    expect(await moved(token)).toEqual(['charge 499', 'refund 100', 'refund 50'])
    await bench.fake.advance({ hours: 1 })
    bench.fake.refund(token)
    expect(await bench.seen(token)).toMatchObject({ status: 'refunded' })
    expect(await moved(token)).toEqual(['charge 499', 'refund 100', 'refund 50', 'refund 349'])
    const { movements } = await bench.seen(token)
    expect(new Set(movements.map(({ id }) => id)).size).toBe(4)
  })

  it('for a month that is over is told, and takes nothing from the one that is paid', async () => {
    await open()
    const token = await bought()
    const { transactionId } = await bench.seen(token)
    await bench.fake.advance({ days: 70 })
    bench.fake.refund(token, { orderId: transactionId! })
    expect(await bench.seen(token)).toMatchObject({ status: 'active' })
    expect(await moved(token)).toEqual(['charge 499', 'charge 499', 'charge 499', 'refund 499'])
  })

  it('by way of a bank is taken back as well', async () => {
    await open()
    const token = await bought()
    bench.fake.revoke(token, 'CHARGEBACK')
    expect(await bench.seen(token)).toMatchObject({ status: 'refunded' })
  })
})

it.each([
  ['JPY', 50_000],
  ['EUR', 549],
  ['KWD', 175],
])('money in %s is told in hundredths', async (currency, priceCents) => {
  await open({ products: [{ id: productOf('basic'), priceCents, currency }] })
  const { amountCents, ...told } = await bench.seen(await bought())
  expect([amountCents, told.currency, told.movements[0]!.amountCents]).toEqual([
    priceCents,
    currency.toLowerCase(),
    priceCents,
  ])
})
