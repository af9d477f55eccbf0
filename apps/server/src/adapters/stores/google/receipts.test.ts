import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { order, subscription } from './answers.ts'
import { movementsOf } from './movements.ts'
import { storePurchase } from './purchase.ts'
import { accountToken, type FakeBench, fakeBench, productOf } from './test/benches.ts'

let bench: FakeBench
beforeAll(async () => {
  bench = await fakeBench()
})
afterAll(() => bench.fake.close())

describe('a receipt', () => {
  const never: [string, string][] = [
    ['nothing', ''],
    ['a word', 'paid'],
    ['the number of an order', 'GPA.1234-5678-9012-34567'],
    ['JSON', JSON.stringify({ purchaseToken: 'a'.repeat(60) })],
    ['a way to another address', `${'../'.repeat(8)}applications/x`],
    ['a question of its own', `${'a'.repeat(60)}?alt=media`],
    ['an encoded slash', `${'a'.repeat(60)}%2f..`],
    ['two lines', `${'a'.repeat(60)}\r\nx: y`],
    ['letters of another script', 'ключ'.repeat(20)],
    ['far too long', 'a'.repeat(2_001)],
  ]

  it.each(never)('that is %s is none, and Google is not asked', async (_, receipt) => {
    const before = bench.fake.requests.length
    expect(await bench.store.read(receipt)).toBeNull()
    expect(bench.store.isProof(receipt)).toBe(false)
    expect(bench.fake.requests.length).toBe(before)
  })

  it.each([
    ['was never sold', 'a'.repeat(24).concat('.AO-J1O', 'b'.repeat(80))],
    ['is in no form of Google', 'x'.repeat(100)],
    ['is a signed word', `eyJhbGciOiJub25lIn0.${'e'.repeat(60)}.${'f'.repeat(43)}`],
  ])('that %s is none', async (_, receipt) => {
    expect(await bench.store.read(receipt)).toBeNull()
  })

  it('is the proof that its bearer bought', () => {
    expect(bench.store.isProof(bench.fake.buy(accountToken, productOf('basic')))).toBe(true)
  })

  it('of a tester counts where that was agreed', async () => {
    const token = bench.fake.buy(accountToken, productOf('basic'), { isTest: true })
    expect(await bench.store.read(token)).toBeNull()
    const testing = bench.storeWith({ takesTestPurchases: true })
    expect(await testing.read(token)).toMatchObject({ planId: 'basic', standing: { state: 'active' }, movements: [] })
  })

  it('of another app is none', async () => {
    const token = bench.fake.buy(accountToken, productOf('basic'))
    expect(await bench.storeWith({ packageName: 'com.example.another' }).read(token)).toBeNull()
  })

  it('of another product is none, and products may have other names', async () => {
    const token = bench.fake.buy(accountToken, productOf('basic'))
    expect(await bench.storeWith({ products: { basic: 'small' } }).read(token)).toBeNull()
    const crossed = bench.storeWith({ products: { basic: 'small', ultimate: productOf('basic') } })
    expect(await crossed.read(token)).toMatchObject({ planId: 'ultimate' })
  })

  it('names its buyer in our own form only', async () => {
    for (const name of ['ada@example.com', '7', `${accountToken}x`, "'; drop table users", ''])
      expect(await bench.store.read(bench.fake.buy(name, productOf('basic')))).toMatchObject({ accountToken: null })
    expect(await bench.store.read(bench.fake.buy(null, productOf('basic')))).toMatchObject({ accountToken: null })
  })
})

describe('what Google answers', () => {
  const now = new Date('2027-03-20T00:00:00Z')
  const token = 'a-token-of-a-purchase'
  const line = { productId: 'basic', expiryTime: '2027-04-15T12:00:00.123456789Z', latestSuccessfulOrderId: 'GPA.1' }
  const products = { basic: 'basic', premium: 'premium', pro: 'pro', ultimate: 'ultimate' }
  const told = (answer: object) => storePurchase({ token, told: subscription.parse(answer), orders: [], products }, now)

  /** By hand, from the reference and our own table. */
  it.each([
    ['PENDING', 'incomplete', false],
    ['PENDING_PURCHASE_CANCELED', 'incomplete_expired', false],
    ['ACTIVE', 'active', false],
    ['CANCELED', 'active', true],
    ['IN_GRACE_PERIOD', 'past_due', false],
    ['ON_HOLD', 'past_due', false],
    ['PAUSED', 'paused', false],
    ['EXPIRED', 'canceled', false],
    ['UNSPECIFIED', 'UNSPECIFIED', false],
    ['OF_NEXT_YEAR', 'OF_NEXT_YEAR', false],
    ['constructor', 'constructor', false],
  ])('%s is %s in our words', (state, word, isCanceling) => {
    const autoRenewingPlan = state === 'CANCELED' ? {} : { autoRenewEnabled: true }
    const purchase = told({
      subscriptionState: `SUBSCRIPTION_STATE_${state}`,
      lineItems: [{ ...line, autoRenewingPlan }],
    })
    expect(purchase).toMatchObject({ standing: { state: word, isTakenBack: false }, isCanceling })
  })

  it('may leave out all that is not needed', () => {
    expect(told({ lineItems: [{ productId: 'pro' }] })).toEqual({
      ...{ id: token, planId: 'pro', amountCents: 0, currency: '', startedAt: now, periodEnd: now, isTrial: false },
      ...{ isCanceling: false, endedAt: null, nextPlan: null, transactionId: null, movements: [] },
      ...{ accountToken: null, replaces: null, isReplaced: false, isAcknowledged: true },
      standing: { state: 'UNSPECIFIED', failedSince: null, isRetried: false, isTakenBack: false },
    })
    expect(told({})).toBeNull()
    expect(
      told({ subscriptionState: 'SUBSCRIPTION_STATE_ACTIVE', lineItems: [{ productId: 'of-another-app' }] }),
    ).toBeNull()
  })

  it('of an end that has come is believed before Google has noted it', () => {
    const lineItems = [{ ...line, expiryTime: '2027-03-19T00:00:00Z', autoRenewingPlan: {} }]
    expect(told({ subscriptionState: 'SUBSCRIPTION_STATE_CANCELED', lineItems })).toMatchObject({
      ...{ standing: { state: 'canceled' }, endedAt: new Date('2027-03-19T00:00:00Z'), isCanceling: false },
    })
  })

  it('of several lines is about the one that is paid and ours', () => {
    const lineItems = [
      { productId: 'pro' },
      { productId: 'an-add-on', expiryTime: '2028-01-01T00:00:00Z', latestSuccessfulOrderId: 'GPA.2' },
      { ...line, deferredItemReplacement: { productId: 'pro' } },
    ]
    expect(told({ subscriptionState: 'SUBSCRIPTION_STATE_ACTIVE', lineItems })).toMatchObject({
      ...{ planId: 'basic', nextPlan: { planId: 'pro' }, isCanceling: false },
    })
  })

  it('in the older form names its order beside the lines', () => {
    const lineItems = [{ productId: 'basic', expiryTime: '2027-04-15T12:00:00Z' }]
    expect(told({ latestOrderId: 'GPA.1', lineItems })?.transactionId).toBe('GPA.1')
  })

  const money = (units: string, nanos = 0) => ({ currencyCode: 'USD', units, nanos })
  const paid = (more: object) =>
    movementsOf([
      order.parse({ orderId: 'GPA.1', createTime: '2027-03-15T12:00:00Z', total: money('5'), ...more }),
    ]).map(({ id, kind, amountCents }) => `${kind} ${amountCents} ${id}`)
  const part = (createTime: string, state = 'PROCESSED_SUCCESSFULLY') => ({
    ...{ createTime, state, refundDetails: { total: money('1', 250_000_000) } },
  })

  /** By hand, from the reference: which orders were paid, and what of them went back. */
  it.each([
    [{ state: 'PROCESSED' }, ['charge 500 google:GPA.1']],
    [{ state: 'PENDING' }, []],
    [{ state: 'CANCELED' }, []],
    [{ state: 'PENDING_REFUND' }, ['charge 500 google:GPA.1']],
    [{ state: 'PROCESSED', total: undefined }, []],
    [{ state: 'PROCESSED', total: { currencyCode: 'USD' } }, []],
    [{ state: 'REFUNDED' }, ['charge 500 google:GPA.1', 'refund 500 google:GPA.1:refund']],
  ])('an order %o is money that moved: %o', (more, moved) => {
    expect(paid(more)).toEqual(moved)
  })

  it('of an order that went back in parts and then as a whole is no more than was paid', () => {
    const [first, second] = ['2027-03-16T00:00:00.000Z', '2027-03-17T00:00:00.000Z']
    const partialRefundEvents = [part(first), part(first), part(second, 'PENDING')]
    const refundEvent = { eventTime: second, refundDetails: { total: money('5') } }
    expect(paid({ state: 'REFUNDED', orderHistory: { partialRefundEvents, refundEvent } })).toEqual([
      'charge 500 google:GPA.1',
      `refund 125 google:GPA.1:refund:${first}`,
      `refund 125 google:GPA.1:refund:${first}:1`,
      'refund 250 google:GPA.1:refund',
    ])
  })
})
