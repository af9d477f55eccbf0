import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Forgery, forgeries, type PublishedMessage } from '@recaps/fake-google-play'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../../ports/payments.ts'
import { accountToken, audience, type FakeBench, fakeBench, playProductId, startsAt } from './test/benches.ts'

interface Delivery {
  body: Buffer
  authorization: string | undefined
}

let bench: FakeBench
/** Has its own clock, because the fake's clock is advanced. */
let store: Store
let deliveries: Delivery[]
let close: () => void
beforeEach(async () => {
  bench = await fakeBench()
  store = storeAt(0)
  deliveries = []
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>))
    deliveries.push({ body, authorization: request.headers.authorization })
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  close = () => {
    server.closeAllConnections()
    server.close()
  }
  bench.fake.webhooks.register({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, audience })
  bench.fake.webhooks.setDelivery({ kind: 'held' })
})
afterEach(async () => {
  close()
  await bench.fake.close()
})

const storeAt = (laterSeconds: number, deadlineMs = 5_000) =>
  bench.storeWith({ deadlineMs }, { now: () => new Date(startsAt.getTime() + laterSeconds * 1000) })
const readMessage = ({ body, authorization }: Delivery, by = store) => by.readMessage(body, authorization)

/** Lets the fake deliver a notification. */
async function deliver(notification: PublishedMessage, forgery?: Forgery): Promise<Delivery> {
  await bench.fake.webhooks.deliver([notification], forgery ? { forgery } : {})
  return deliveries.at(-1)!
}

function buy(): { token: string; notification: PublishedMessage } {
  const token = bench.fake.buy(accountToken, playProductId('basic'))
  return { token, notification: bench.fake.state.published.at(-1)! }
}

const keyRequests = () => bench.fake.requests.filter(({ path }) => path.endsWith('/certs')).length

describe('Google Play notifications', () => {
  it('a Google Play notification contains the purchase to fetch', async () => {
    const { token, notification } = buy()
    const message = { id: notification.id, type: 'SUBSCRIPTION_PURCHASED', receipt: token }
    expect(await readMessage(await deliver(notification))).toEqual(message)
  })

  it.each(forgeries)('a forged Google Play notification is rejected: %s', async forgery => {
    expect(forgeries).toHaveLength(16)
    const { notification } = buy()
    expect(await readMessage(await deliver(notification, forgery))).toBeNull()
    expect(await readMessage(await deliver(notification))).not.toBeNull()
  })

  it('a Google Play notification without exactly one token is rejected', async () => {
    const { body, authorization } = await deliver(buy().notification)
    const others = [undefined, '', 'Bearer', 'Bearer  ', `${authorization}, ${authorization}`, `${authorization} x`]
    for (const other of [...others, `Bearer ${'a'.repeat(9_000)}`, `Bearer ${'.'.repeat(200)}`])
      expect(await readMessage({ body, authorization: other })).toBeNull()
  })

  it('an invalid Google Play notification causes no call to Google', async () => {
    expect(await store.readMessage(Buffer.from('{}'), undefined)).toBeNull()
    expect(await store.readMessage(Buffer.from('{}'), 'Bearer a.b.c')).toBeNull()
    expect(await readMessage(await deliver(buy().notification, 'alg_none'))).toBeNull()
    expect(await readMessage(await deliver(buy().notification, 'hs256_with_the_public_key'))).toBeNull()
    expect(keyRequests()).toBe(0)
  })

  it('a Google Play notification is accepted for one hour, by our own clock', async () => {
    const message = await deliver(buy().notification)
    expect(await readMessage(message, storeAt(3_600 + 29))).not.toBeNull()
    expect(await readMessage(message, storeAt(3_600 + 31))).toBeNull()
  })

  it('Google Play notifications about refunds contain the purchase, about one-time products none', async () => {
    const { token } = buy()
    bench.fake.refund(token)
    expect(await readMessage(await deliver(bench.fake.state.published.at(-1)!))).toMatchObject({
      ...{ type: 'VOIDED_PURCHASE', receipt: token },
    })
    bench.fake.publishOneTime()
    expect(await readMessage(await deliver(bench.fake.state.published.at(-1)!))).toMatchObject({
      ...{ type: 'ONE_TIME_PRODUCT', receipt: null },
    })
  })

  it('a test notification from the Play Console is accepted', async () => {
    bench.fake.publishTest()
    const notification = bench.fake.state.published.at(-1)!
    expect(await readMessage(await deliver(notification))).toEqual({ id: notification.id, type: 'TEST', receipt: null })
  })

  it('every change of a Google Play purchase sends a notification with its type', async () => {
    const token = bench.fake.buy(accountToken, playProductId('basic'))
    await bench.store.acknowledge(token)
    bench.fake.cancel(token)
    bench.fake.undo(token)
    bench.fake.fail(token)
    await bench.fake.advance({ days: 45 })
    bench.fake.recover(token)
    bench.fake.pause(token)
    await bench.fake.advance({ days: 62 })
    bench.fake.revoke(token)
    const types: string[] = []
    for (const notification of bench.fake.state.published) {
      const message = await readMessage(await deliver(notification))
      expect(message?.receipt).toBe(token)
      types.push(message!.type)
    }
    expect(types).toEqual([
      'SUBSCRIPTION_PURCHASED',
      'SUBSCRIPTION_CANCELED',
      'SUBSCRIPTION_RESTARTED',
      'SUBSCRIPTION_IN_GRACE_PERIOD',
      'SUBSCRIPTION_ON_HOLD',
      'SUBSCRIPTION_RECOVERED',
      'SUBSCRIPTION_PAUSE_SCHEDULE_CHANGED',
      'SUBSCRIPTION_PAUSED',
      'SUBSCRIPTION_RECOVERED',
      'SUBSCRIPTION_REVOKED',
      'VOIDED_PURCHASE',
    ])
  })
})

describe('Google Play notifications with a valid token', () => {
  const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')
  const packageName = 'com.example.recaps'
  const envelope = (data: unknown, messageId: unknown = '1') =>
    JSON.stringify({ message: { data: typeof data === 'string' ? data : base64(data), messageId }, subscription: 's' })

  it.each([
    ['an empty body', ''],
    ['invalid JSON', 'hello'],
    ['no message', '{}'],
    ['an array', '[]'],
    ['no data', JSON.stringify({ message: { messageId: '1' } })],
    ['data that is not JSON', envelope('%%%')],
    ['data of another app', envelope({ packageName: 'com.example.another', testNotification: {} })],
    ['data without an app', envelope({ testNotification: {} })],
    ['no id', envelope({ packageName, testNotification: {} }, '')],
    ['an id that is not a string', envelope({ packageName, testNotification: {} }, { $ne: 1 })],
    [
      'a purchase token that is not a string',
      envelope({ packageName, subscriptionNotification: { notificationType: 4, purchaseToken: 7 } }),
    ],
    ['a body that is too large', envelope({ packageName, testNotification: {}, padding: 'x'.repeat(300_000) })],
  ])('a Google Play notification with %s is rejected', async (_, body) => {
    const { authorization } = await deliver(buy().notification)
    expect(await readMessage({ body: Buffer.from(body), authorization })).toBeNull()
  })

  it.each([
    [{ subscriptionNotification: { notificationType: 99, purchaseToken: 'of-mine' } }, 'SUBSCRIPTION_99', 'of-mine'],
    [{ voidedPurchaseNotification: { purchaseToken: 'coins', orderId: 'x', productType: 2 } }, 'VOIDED_PURCHASE', null],
    [{ pendingRefundReviewNotification: { purchaseToken: 'x' } }, 'UNKNOWN', null],
  ])('a Google Play notification of another kind is accepted: %o', async (content, type, receipt) => {
    const { authorization } = await deliver(buy().notification)
    const body = Buffer.from(envelope({ packageName, ...content }, '136969346945'))
    expect(await readMessage({ body, authorization })).toEqual({ id: '136969346945', type, receipt })
  })
})

describe("Google's signing keys", () => {
  it('Google’s signing keys are fetched once for several notifications', async () => {
    const { notification } = buy()
    for (let count = 0; count < 5; count++) expect(await readMessage(await deliver(notification))).not.toBeNull()
    expect(keyRequests()).toBe(1)
  })

  it('forged notifications with unknown keys do not refetch Google’s signing keys each time', async () => {
    const { notification } = buy()
    for (let count = 0; count < 10; count++)
      expect(await readMessage(await deliver(notification, 'unknown_key_id'))).toBeNull()
    expect(keyRequests()).toBeLessThanOrEqual(2)
    await bench.fake.rotateKeys()
    // A store without cached keys finds the new key.
    expect(await readMessage(await deliver(notification), storeAt(0))).not.toBeNull()
  })

  it.each([
    { kind: 'error', when: 'before' },
    { kind: 'hang', when: 'before' },
    { kind: 'cut', when: 'before' },
    { kind: 'garbage', when: 'before' },
    { kind: 'status', status: 200 },
  ] as const)('unavailable signing keys of Google cause a retryable error: %o', async fault => {
    const endFault = bench.fake.fault(fault, { endpoint: 'certs' })
    const message = await deliver(buy().notification)
    const impatientStore = storeAt(0, 500)
    await expect(readMessage(message, fault.kind === 'hang' ? impatientStore : store)).rejects.toMatchObject({
      code: 'payment_unavailable',
      retryable: true,
    })
    endFault()
    expect(await readMessage(message)).not.toBeNull()
  })
})
