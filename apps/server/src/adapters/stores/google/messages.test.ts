import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Forgery, forgeries, type Told } from '@recaps/fake-google-play'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../../ports/payments.ts'
import { accountToken, audience, type FakeBench, fakeBench, productOf, startsAt } from './test/benches.ts'

interface Came {
  body: Buffer
  authorization: string | undefined
}

let bench: FakeBench
/** Lives outside of the fake, whose time is put forward. */
let store: Store
let came: Came[]
let close: () => void
beforeEach(async () => {
  bench = await fakeBench()
  store = reader(0)
  came = []
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>))
    came.push({ body, authorization: request.headers.authorization })
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

const reader = (laterSeconds: number, deadlineMs = 5_000) =>
  bench.storeWith({ deadlineMs }, { now: () => new Date(startsAt.getTime() + laterSeconds * 1000) })
const read = ({ body, authorization }: Came, by = store) => by.readMessage(body, authorization)

/** What arrives when this was told. */
async function arriving(told: Told, forgery?: Forgery): Promise<Came> {
  await bench.fake.webhooks.deliver([told], forgery ? { forgery } : {})
  return came.at(-1)!
}

function boughtMessage(): { token: string; told: Told } {
  const token = bench.fake.buy(accountToken, productOf('basic'))
  return { token, told: bench.fake.state.told.at(-1)! }
}

const keysRead = () => bench.fake.requests.filter(({ path }) => path.endsWith('/certs')).length

describe('a message of Google Play', () => {
  it('names the purchase that is to be read', async () => {
    const { token, told } = boughtMessage()
    const message = { id: told.id, type: 'SUBSCRIPTION_PURCHASED', receipt: token }
    expect(await read(await arriving(told))).toEqual(message)
  })

  it.each(forgeries)('is not believed when it is forged: %s', async forgery => {
    expect(forgeries).toHaveLength(16)
    const { told } = boughtMessage()
    expect(await read(await arriving(told, forgery))).toBeNull()
    expect(await read(await arriving(told))).not.toBeNull()
  })

  it('is not believed without a token, nor with more than one', async () => {
    const { body, authorization } = await arriving(boughtMessage().told)
    const others = [undefined, '', 'Bearer', 'Bearer  ', `${authorization}, ${authorization}`, `${authorization} x`]
    for (const other of [...others, `Bearer ${'a'.repeat(9_000)}`, `Bearer ${'.'.repeat(200)}`])
      expect(await read({ body, authorization: other })).toBeNull()
  })

  it('without a token costs no call', async () => {
    expect(await store.readMessage(Buffer.from('{}'), undefined)).toBeNull()
    expect(await store.readMessage(Buffer.from('{}'), 'Bearer a.b.c')).toBeNull()
    expect(await read(await arriving(boughtMessage().told, 'alg_none'))).toBeNull()
    expect(await read(await arriving(boughtMessage().told, 'hs256_with_the_public_key'))).toBeNull()
    expect(keysRead()).toBe(0)
  })

  it('is good for an hour, by the clock of the house', async () => {
    const message = await arriving(boughtMessage().told)
    expect(await read(message, reader(3_600 + 29))).not.toBeNull()
    expect(await read(message, reader(3_600 + 31))).toBeNull()
  })

  it('about money that went back names the purchase, and about what is bought once none', async () => {
    const { token } = boughtMessage()
    bench.fake.refund(token)
    expect(await read(await arriving(bench.fake.state.told.at(-1)!))).toMatchObject({
      ...{ type: 'VOIDED_PURCHASE', receipt: token },
    })
    bench.fake.tellOneTime()
    expect(await read(await arriving(bench.fake.state.told.at(-1)!))).toMatchObject({
      ...{ type: 'ONE_TIME_PRODUCT', receipt: null },
    })
  })

  it('of the button in the console is taken', async () => {
    bench.fake.tellTest()
    const told = bench.fake.state.told.at(-1)!
    expect(await read(await arriving(told))).toEqual({ id: told.id, type: 'TEST', receipt: null })
  })

  it('comes for every change, each with its word', async () => {
    const token = bench.fake.buy(accountToken, productOf('basic'))
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
    for (const told of bench.fake.state.told) {
      const message = await read(await arriving(told))
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

describe('a message that is signed', () => {
  const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')
  const packageName = 'com.example.recaps'
  const enveloped = (data: unknown, messageId: unknown = '1') =>
    JSON.stringify({ message: { data: typeof data === 'string' ? data : base64(data), messageId }, subscription: 's' })

  it.each([
    ['nothing', ''],
    ['no JSON', 'hello'],
    ['no message', '{}'],
    ['a list', '[]'],
    ['no data', JSON.stringify({ message: { messageId: '1' } })],
    ['data that is no JSON', enveloped('%%%')],
    ['data of another app', enveloped({ packageName: 'com.example.another', testNotification: {} })],
    ['data of no app', enveloped({ testNotification: {} })],
    ['no id', enveloped({ packageName, testNotification: {} }, '')],
    ['an id that is none', enveloped({ packageName, testNotification: {} }, { $ne: 1 })],
    [
      'a token that is none',
      enveloped({ packageName, subscriptionNotification: { notificationType: 4, purchaseToken: 7 } }),
    ],
    ['far too much', enveloped({ packageName, testNotification: {}, padding: 'x'.repeat(300_000) })],
  ])('says nothing by %s', async (_, body) => {
    const { authorization } = await arriving(boughtMessage().told)
    expect(await read({ body: Buffer.from(body), authorization })).toBeNull()
  })

  it.each([
    [{ subscriptionNotification: { notificationType: 99, purchaseToken: 'of-mine' } }, 'SUBSCRIPTION_99', 'of-mine'],
    [{ voidedPurchaseNotification: { purchaseToken: 'coins', orderId: 'x', productType: 2 } }, 'VOIDED_PURCHASE', null],
    [{ pendingRefundReviewNotification: { purchaseToken: 'x' } }, 'UNKNOWN', null],
  ])('of a kind that is new is told all the same: %o', async (what, type, receipt) => {
    const { authorization } = await arriving(boughtMessage().told)
    const body = Buffer.from(enveloped({ packageName, ...what }, '136969346945'))
    expect(await read({ body, authorization })).toEqual({ id: '136969346945', type, receipt })
  })
})

describe("Google's keys", () => {
  it('are read once for many messages, and again when another one signs', async () => {
    const { told } = boughtMessage()
    for (let count = 0; count < 5; count++) expect(await read(await arriving(told))).not.toBeNull()
    expect(keysRead()).toBe(1)
  })

  it('are read by whoever meets a new one, not by each forgery anew', async () => {
    const { told } = boughtMessage()
    for (let count = 0; count < 10; count++) expect(await read(await arriving(told, 'unknown_key_id'))).toBeNull()
    expect(keysRead()).toBeLessThanOrEqual(2)
    await bench.fake.rotateKeys()
    // What has read none yet finds the new one.
    expect(await read(await arriving(told), reader(0))).not.toBeNull()
  })

  it.each([
    { kind: 'error', when: 'before' },
    { kind: 'hang', when: 'before' },
    { kind: 'cut', when: 'before' },
    { kind: 'garbage', when: 'before' },
    { kind: 'status', status: 200 },
  ] as const)('that cannot be read refuse nobody for ever: %o', async fault => {
    const lift = bench.fake.fault(fault, { endpoint: 'certs' })
    const message = await arriving(boughtMessage().told)
    const hasty = reader(0, 500)
    await expect(read(message, fault.kind === 'hang' ? hasty : store)).rejects.toMatchObject({
      code: 'payment_unavailable',
      retryable: true,
    })
    lift()
    expect(await read(message)).not.toBeNull()
  })
})
