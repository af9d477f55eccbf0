import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { googleMovements } from './movements.ts'
import { toGooglePurchase } from './purchase.ts'
import { order, subscription } from './responses.ts'
import { accountToken, type FakeBench, fakeBench, playProductId } from './test/benches.ts'

let bench: FakeBench
beforeAll(async () => {
  bench = await fakeBench()
})
afterAll(() => bench.fake.close())

describe('Google Play receipts', () => {
  const malformed: [string, string][] = [
    ['empty', ''],
    ['a word', 'paid'],
    ['an order id', 'GPA.1234-5678-9012-34567'],
    ['JSON', JSON.stringify({ purchaseToken: 'a'.repeat(60) })],
    ['a relative path', `${'../'.repeat(8)}applications/x`],
    ['a token with a query', `${'a'.repeat(60)}?alt=media`],
    ['an encoded slash', `${'a'.repeat(60)}%2f..`],
    ['a text of two lines', `${'a'.repeat(60)}\r\nx: y`],
    ['non-Latin text', 'ключ'.repeat(20)],
    ['too long', 'a'.repeat(2_001)],
  ]

  it.each(malformed)('a Google Play receipt that is %s is rejected without calling Google', async (_, receipt) => {
    const before = bench.fake.requests.length
    expect(await bench.store.read(receipt)).toBeNull()
    expect(bench.store.isProof(receipt)).toBe(false)
    expect(bench.fake.requests.length).toBe(before)
  })

  it.each([
    ['was never bought', 'a'.repeat(24).concat('.AO-J1O', 'b'.repeat(80))],
    ['does not look like a Google token', 'x'.repeat(100)],
    ['is a JWT', `eyJhbGciOiJub25lIn0.${'e'.repeat(60)}.${'f'.repeat(43)}`],
  ])('a Google Play receipt that %s is rejected', async (_, receipt) => {
    expect(await bench.store.read(receipt)).toBeNull()
  })

  it('a Google Play purchase token is a proof of purchase', () => {
    expect(bench.store.isProof(bench.fake.buy(accountToken, playProductId('basic')))).toBe(true)
  })

  it('test purchases of Google Play count only if configured', async () => {
    const token = bench.fake.buy(accountToken, playProductId('basic'), { isTest: true })
    expect(await bench.store.read(token)).toBeNull()
    const testing = bench.storeWith({ acceptsTestPurchases: true })
    expect(await testing.read(token)).toMatchObject({
      planId: 'basic',
      providerStatus: { state: 'active' },
      movements: [],
    })
  })

  it('a Google Play receipt of another app is rejected', async () => {
    const token = bench.fake.buy(accountToken, playProductId('basic'))
    expect(await bench.storeWith({ packageName: 'com.example.another' }).read(token)).toBeNull()
  })

  it('a Google Play receipt is matched to the configured product ids', async () => {
    const token = bench.fake.buy(accountToken, playProductId('basic'))
    expect(await bench.storeWith({ products: { basic: 'small' } }).read(token)).toBeNull()
    const crossed = bench.storeWith({ products: { basic: 'small', ultimate: playProductId('basic') } })
    expect(await crossed.read(token)).toMatchObject({ planId: 'ultimate' })
  })

  it('account tokens of Google Play purchases that are not UUIDs are ignored', async () => {
    for (const name of ['ada@example.com', '7', `${accountToken}x`, "'; drop table users", ''])
      expect(await bench.store.read(bench.fake.buy(name, playProductId('basic')))).toMatchObject({ accountToken: null })
    expect(await bench.store.read(bench.fake.buy(null, playProductId('basic')))).toMatchObject({ accountToken: null })
  })
})

describe('Google Play responses', () => {
  const now = new Date('2027-03-20T00:00:00Z')
  const token = 'a-token-of-a-purchase'
  const line = { productId: 'basic', expiryTime: '2027-04-15T12:00:00.123456789Z', latestSuccessfulOrderId: 'GPA.1' }
  const products = { basic: 'basic', premium: 'premium', pro: 'pro', ultimate: 'ultimate' }
  const purchaseFrom = (response: object) =>
    toGooglePurchase({ token, subscription: subscription.parse(response), orders: [], products }, now)

  /** Copied by hand from Google's reference and our own status table. */
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
  ])('Google Play state %s is mapped to %s', (state, expected, isCanceling) => {
    const autoRenewingPlan = state === 'CANCELED' ? {} : { autoRenewEnabled: true }
    const purchase = purchaseFrom({
      subscriptionState: `SUBSCRIPTION_STATE_${state}`,
      lineItems: [{ ...line, autoRenewingPlan }],
    })
    expect(purchase).toMatchObject({ providerStatus: { state: expected, isRefunded: false }, isCanceling })
  })

  it('a Google Play response may omit all optional fields', () => {
    expect(purchaseFrom({ lineItems: [{ productId: 'pro' }] })).toEqual({
      ...{ id: token, planId: 'pro', amountCents: 0, currency: '', startedAt: now, periodEnd: now, isTrial: false },
      ...{ isCanceling: false, endedAt: null, nextPlan: null, transactionId: null, movements: [] },
      ...{ accountToken: null, replaces: null, isReplaced: false, isAcknowledged: true },
      providerStatus: { state: 'UNSPECIFIED', failedSince: null, willRetry: false, isRefunded: false },
    })
    expect(purchaseFrom({})).toBeNull()
    expect(
      purchaseFrom({ subscriptionState: 'SUBSCRIPTION_STATE_ACTIVE', lineItems: [{ productId: 'of-another-app' }] }),
    ).toBeNull()
  })

  it('a canceled Google Play purchase ends at its expiry even if Google still reports it as canceled', () => {
    const lineItems = [{ ...line, expiryTime: '2027-03-19T00:00:00Z', autoRenewingPlan: {} }]
    expect(purchaseFrom({ subscriptionState: 'SUBSCRIPTION_STATE_CANCELED', lineItems })).toMatchObject({
      ...{ providerStatus: { state: 'canceled' }, endedAt: new Date('2027-03-19T00:00:00Z'), isCanceling: false },
    })
  })

  it('the paid line of one of our plans is used if a Google Play response has several lines', () => {
    const lineItems = [
      { productId: 'pro' },
      { productId: 'an-add-on', expiryTime: '2028-01-01T00:00:00Z', latestSuccessfulOrderId: 'GPA.2' },
      { ...line, deferredItemReplacement: { productId: 'pro' } },
    ]
    expect(purchaseFrom({ subscriptionState: 'SUBSCRIPTION_STATE_ACTIVE', lineItems })).toMatchObject({
      ...{ planId: 'basic', nextPlan: { planId: 'pro' }, isCanceling: false },
    })
  })

  it('the order id of an older Google Play response is used', () => {
    const lineItems = [{ productId: 'basic', expiryTime: '2027-04-15T12:00:00Z' }]
    expect(purchaseFrom({ latestOrderId: 'GPA.1', lineItems })?.transactionId).toBe('GPA.1')
  })

  const money = (units: string, nanos = 0) => ({ currencyCode: 'USD', units, nanos })
  const movements = (fields: object) =>
    googleMovements([
      order.parse({ orderId: 'GPA.1', createTime: '2027-03-15T12:00:00Z', total: money('5'), ...fields }),
    ]).map(({ id, kind, amountCents }) => `${kind} ${amountCents} ${id}`)
  const partialRefund = (createTime: string, state = 'PROCESSED_SUCCESSFULLY') => ({
    ...{ createTime, state, refundDetails: { total: money('1', 250_000_000) } },
  })

  /** Copied by hand from Google's reference. */
  it.each([
    [{ state: 'PROCESSED' }, ['charge 500 google:GPA.1']],
    [{ state: 'PENDING' }, []],
    [{ state: 'CANCELED' }, []],
    [{ state: 'PENDING_REFUND' }, ['charge 500 google:GPA.1']],
    [{ state: 'PROCESSED', total: undefined }, []],
    [{ state: 'PROCESSED', total: { currencyCode: 'USD' } }, []],
    [{ state: 'REFUNDED' }, ['charge 500 google:GPA.1', 'refund 500 google:GPA.1:refund']],
  ])('a Google Play order %o has the movements %o', (fields, expected) => {
    expect(movements(fields)).toEqual(expected)
  })

  it('refunds of a Google Play order never exceed its payment', () => {
    const [first, second] = ['2027-03-16T00:00:00.000Z', '2027-03-17T00:00:00.000Z']
    const partialRefundEvents = [partialRefund(first), partialRefund(first), partialRefund(second, 'PENDING')]
    const refundEvent = { eventTime: second, refundDetails: { total: money('5') } }
    expect(movements({ state: 'REFUNDED', orderHistory: { partialRefundEvents, refundEvent } })).toEqual([
      'charge 500 google:GPA.1',
      `refund 125 google:GPA.1:refund:${first}`,
      `refund 125 google:GPA.1:refund:${first}:1`,
      'refund 250 google:GPA.1:refund',
    ])
  })
})
