import {
  AppStoreServerAPIClient,
  Environment,
  GetTransactionHistoryVersion,
  Order,
  SignedDataVerifier,
} from '@apple/app-store-server-library'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeAppStore, forgeries, startFakeAppStore } from './index.ts'
import { decodePayload } from './jws.ts'

const basic = 'recaps_basic_monthly'
const pro = 'recaps_pro_monthly'
const token = '0b5f2a52-9c0b-4e0a-8a39-5a4c31b9f0de'
const startsAt = new Date('2027-03-31T12:00:00Z')

let fake: FakeAppStore
beforeEach(async () => {
  const products = [
    { id: basic, priceCents: 499 },
    { id: pro, priceCents: 2499 },
  ]
  fake = await startFakeAppStore({ products, clock: { now: () => startsAt } })
})
afterEach(() => fake.close())

/** Apple's own library, connected to the fake. */
function appleLibrary({ key = fake.key, environment = Environment.PRODUCTION } = {}) {
  const client = new AppStoreServerAPIClient(key.privateKey, key.keyId, key.issuerId, fake.bundleId, environment)
  const host = environment === Environment.PRODUCTION ? 'api.storekit.apple.com' : 'api.storekit-sandbox.apple.com'
  Object.assign(client, {
    makeFetchRequest: (path: string, query: URLSearchParams, method: string, body: string, headers: object) =>
      fetch(`${fake.url}${path}?${query}`, { method, body, headers: { ...headers, 'x-original-host': host } }),
  })
  return client
}

function verifier() {
  const { header } = {
    header: JSON.parse(Buffer.from(fake.receiptOf(fake.buy(token, basic)).split('.')[0]!, 'base64url').toString()) as {
      x5c: string[]
    },
  }
  return new SignedDataVerifier(
    [Buffer.from(header.x5c[2]!, 'base64')],
    false,
    Environment.PRODUCTION,
    fake.bundleId,
    fake.appId,
  )
}

describe('the App Store fake, with Apple’s library', () => {
  it('signs receipts that Apple’s library accepts', async () => {
    const id = fake.idOf(fake.buy(token, basic))
    expect(await verifier().verifyAndDecodeTransaction(fake.receiptOf(id))).toMatchObject({
      ...{ transactionId: id, originalTransactionId: id, productId: basic, appAccountToken: token },
      ...{ price: 4990, currency: 'USD', environment: 'Production', expiresDate: Date.parse('2027-04-30T12:00:00Z') },
    })
  })

  it('creates forgeries that Apple’s library rejects', async () => {
    const receipt = fake.buy(token, basic)
    const verify = verifier()
    for (const forgery of forgeries) {
      const outcome = verify.verifyAndDecodeTransaction(fake.forge(receipt, forgery))
      await expect(outcome, forgery).rejects.toMatchObject({ status: expect.any(Number) })
    }
  })

  it('returns all subscriptions of a customer, and the transaction history in pages', async () => {
    const id = fake.idOf(fake.buy(token, basic))
    await fake.advance({ days: 31 * 25 })
    const client = appleLibrary()
    const { data } = await client.getAllSubscriptionStatuses(id)
    expect(data).toMatchObject([{ lastTransactions: [{ originalTransactionId: id, status: 1 }] }])
    const v2 = GetTransactionHistoryVersion.V2
    const first = await client.getTransactionHistory(id, null, { sort: Order.DESCENDING }, v2)
    const second = await client.getTransactionHistory(id, first.revision!, { sort: Order.DESCENDING }, v2)
    expect([first.signedTransactions!.length, first.hasMore, second.hasMore]).toEqual([20, true, false])
    const all = [...first.signedTransactions!, ...second.signedTransactions!].map(it =>
      decodePayload<{ expiresDate: number }>(it),
    )
    expect(
      all
        .map(({ expiresDate }) => new Date(expiresDate).toISOString().slice(0, 10))
        .toReversed()
        .slice(0, 4),
    ).toEqual([...['2027-04-30', '2027-05-31', '2027-06-30', '2027-07-31']])
    const old = decodePayload<{ transactionId: string }>(first.signedTransactions![3]!).transactionId
    const info = await client.getTransactionInfo(old)
    expect(decodePayload(info.signedTransactionInfo!)).toMatchObject({ transactionId: old, originalTransactionId: id })
  })

  it('rejects other API keys, unknown transaction ids, and transactions of the other environment', async () => {
    const id = fake.idOf(fake.buy(token, basic))
    const other = { ...fake.key, issuerId: 'somebody' }
    await expect(appleLibrary({ key: other }).getTransactionInfo(id)).rejects.toMatchObject({ httpStatusCode: 401 })
    await expect(appleLibrary().getTransactionInfo('1')).rejects.toMatchObject({ apiError: 4040010 })
    await expect(appleLibrary().getTransactionInfo('abc')).rejects.toMatchObject({ apiError: 4000006 })
    const sandbox = appleLibrary({ environment: Environment.SANDBOX })
    await expect(sandbox.getTransactionInfo(id)).rejects.toMatchObject({ apiError: 4040010 })
  })
})
