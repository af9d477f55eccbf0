import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { callApi, openFake, sendRequest, signIn } from './fixtures/shop.ts'
import type { FakeGooglePlay } from './index.ts'

/** Requests, responses and errors, written by hand from Google's API reference. */
let fake: FakeGooglePlay
beforeEach(async () => {
  fake = await openFake()
})
afterEach(() => fake.close())

const read = (token: string, app?: string) => callApi(fake, 'GET', `purchases/subscriptionsv2/tokens/${token}`, app)
const refusal = (code: number, status: string, reason: string) => ({
  status: code,
  body: { error: { code, status, message: expect.any(String), errors: [expect.objectContaining({ reason })] } },
})

describe('access tokens', () => {
  it('issues an access token only for a current assertion of the service account with the right scope', async () => {
    expect(await signIn(fake)).toMatchObject({ status: 200, body: { token_type: 'Bearer', expires_in: 3599 } })
    for (const claims of [
      { scope: 'https://www.googleapis.com/auth/firebase.messaging' },
      { iss: 'somebody@example.com' },
      { aud: 'https://example.com/token' },
      { iat: 1_000_000_000, exp: 1_000_003_600 },
    ])
      expect(await signIn(fake, claims)).toMatchObject({ status: 400 })
  })

  it('rejects API calls without a valid access token', async () => {
    const token = fake.buy(null, 'small')
    const path = `/androidpublisher/v3/applications/${fake.packageName}/purchases/subscriptionsv2/tokens/${token}`
    for (const headers of [{}, { authorization: 'Bearer ya29.made-up' }] as Record<string, string>[])
      expect(await sendRequest(fake, 'androidpublisher.googleapis.com', path, { headers })).toMatchObject({
        status: 401,
      })
    expect((await read(token)).status).toBe(200)
  })
})

describe('purchases', () => {
  it('a purchase has the fields of the API reference', async () => {
    const token = fake.buy('an-account', 'small')
    expect(await read(token)).toEqual({
      status: 200,
      body: {
        kind: 'androidpublisher#subscriptionPurchaseV2',
        regionCode: 'US',
        startTime: '2027-03-15T12:00:00.000Z',
        subscriptionState: 'SUBSCRIPTION_STATE_ACTIVE',
        acknowledgementState: 'ACKNOWLEDGEMENT_STATE_PENDING',
        lineItems: [
          {
            productId: 'small',
            expiryTime: '2027-04-15T12:00:00.000Z',
            latestSuccessfulOrderId: expect.stringMatching(/^GPA\.\d{4}-\d{4}-\d{4}-\d{5}$/),
            autoRenewingPlan: { autoRenewEnabled: true, recurringPrice: { currencyCode: 'USD', units: '5' } },
            offerDetails: { basePlanId: 'monthly' },
            offerPhase: { basePrice: {} },
          },
        ],
        externalAccountIdentifiers: { obfuscatedExternalAccountId: 'an-account' },
        etag: expect.any(String),
      },
    })
  })

  it('rejects malformed, unknown and old purchase tokens with 400, 404 and 410', async () => {
    expect(await read('x'.repeat(80))).toEqual(refusal(400, 'INVALID_ARGUMENT', 'invalid'))
    const unknown = `${'a'.repeat(24)}.AO-J1O${'b'.repeat(80)}`
    expect(await read(unknown)).toEqual(refusal(404, 'NOT_FOUND', 'purchaseTokenNotFound'))
    const token = fake.buy(null, 'small')
    fake.expire(token)
    await fake.advance({ days: 59 })
    expect((await read(token)).status).toBe(200)
    await fake.advance({ days: 1 })
    expect(await read(token)).toEqual(refusal(410, 'NOT_FOUND', 'purchaseTokenNoLongerValid'))
    expect((await read(token, 'com.example.another')).status).toBe(404)
  })

  it('a purchase can be acknowledged only under its own product, and only once it is paid', async () => {
    const token = fake.buy(null, 'small', { isPending: true })
    const acknowledge = (product: string) =>
      callApi(fake, 'POST', `purchases/subscriptions/${product}/tokens/${token}:acknowledge`)
    expect(await acknowledge('small')).toEqual(refusal(400, 'INVALID_ARGUMENT', 'invalidPurchaseState'))
    fake.pay(token)
    expect(await acknowledge('large')).toMatchObject({ status: 400 })
    for (let count = 0; count < 2; count++) expect(await acknowledge('small')).toEqual({ status: 204, body: null })
    expect(await read(token)).toMatchObject({ body: { acknowledgementState: 'ACKNOWLEDGEMENT_STATE_ACKNOWLEDGED' } })
  })
})

describe('orders', () => {
  it('an order has the fields of the API reference, alone and in a batch', async () => {
    const token = fake.buy(null, 'small')
    fake.renew(token)
    const [first, second] = fake.ledger.map(({ orderId }) => orderId)
    expect(second).toBe(`${first}..0`)
    const one = await callApi(fake, 'GET', `orders/${first}`)
    expect(one).toMatchObject({
      status: 200,
      body: {
        ...{ orderId: first, purchaseToken: token, state: 'PROCESSED', createTime: '2027-03-15T12:00:00.000Z' },
        total: { currencyCode: 'USD', units: '5' },
        lineItems: [{ productId: 'small', subscriptionDetails: { offerPhaseDetails: { baseDetails: {} } } }],
      },
    })
    const both = await callApi(fake, 'GET', `orders:batchGet?orderIds=${first}&orderIds=${second}`)
    expect(both).toMatchObject({ status: 200, body: { orders: [one.body, { orderId: second }] } })
    for (const ids of [`${first}&orderIds=GPA.0`, `${first}&orderIds=${first}`, ''])
      expect((await callApi(fake, 'GET', `orders:batchGet?orderIds=${ids}`)).status).toBeGreaterThanOrEqual(400)
  })

  it('an order lists its partial and full refunds', async () => {
    const token = fake.buy(null, 'small')
    const id = fake.ledger[0]!.orderId
    fake.refund(token, { cents: 125 })
    expect((await callApi(fake, 'GET', `orders/${id}`)).body).toMatchObject({
      state: 'PARTIALLY_REFUNDED',
      orderHistory: {
        partialRefundEvents: [
          {
            state: 'PROCESSED_SUCCESSFULLY',
            refundDetails: { total: { currencyCode: 'USD', units: '1', nanos: 250_000_000 } },
          },
        ],
      },
    })
    fake.revoke(token, 'CHARGEBACK')
    expect((await callApi(fake, 'GET', `orders/${id}`)).body).toMatchObject({
      state: 'REFUNDED',
      orderHistory: {
        refundEvent: { refundReason: 'CHARGEBACK', refundDetails: { total: { units: '3', nanos: 750_000_000 } } },
      },
    })
  })
})

it('unknown paths and hosts get 404', async () => {
  expect((await callApi(fake, 'GET', 'reviews')).status).toBe(404)
  expect((await sendRequest(fake, 'example.com', '/')).status).toBe(404)
})
