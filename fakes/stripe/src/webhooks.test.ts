import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buy, openShop, type Shop, startsAt } from './fixtures/shop.ts'
import { createMessage, forgeries } from './index.ts'
import { signatureHeader } from './webhooks/sign.ts'

const secret = 'whsec_of_the_test'
const startsAtSeconds = startsAt.getTime() / 1000

let shop: Shop
let receiver: Server
let url: string
/** Events received with a valid signature. */
let received: Stripe.Event[]
let responseStatus: number
let maxConcurrent: number

beforeEach(async () => {
  received = []
  responseStatus = 200
  maxConcurrent = 0
  let concurrent = 0
  shop = await openShop()
  receiver = createServer(async (request, response) => {
    maxConcurrent = Math.max(maxConcurrent, ++concurrent)
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString('utf8')
    const event = shop.stripe.webhooks.constructEvent(
      body,
      String(request.headers['stripe-signature']),
      secret,
      300,
      undefined,
      startsAtSeconds * 1000,
    )
    received.push(event)
    await sleep(2)
    concurrent -= 1
    response.writeHead(responseStatus).end()
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => receiver.once('listening', resolve))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
})
afterEach(async () => {
  await shop.fake.close()
  receiver.closeAllConnections()
  receiver.close()
})

const register = () => shop.fake.webhooks.register({ url, secret })
const ids = (events: readonly { id: string }[]) => events.map(({ id }) => id)
const undelivered = async () => (await shop.stripe.events.list({ delivery_success: false, limit: 100 })).data

describe('webhook messages', () => {
  it('webhook messages are signed as by the SDK', () => {
    const payload = '{"id":"evt_1"}'
    expect(signatureHeader(payload, secret, 1_800_000_000)).toBe(
      Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: 1_800_000_000 }),
    )
  })

  it('sends a webhook message for every event, in order', async () => {
    register()
    await buy(shop)
    await shop.fake.webhooks.settled()
    expect(ids(received)).toEqual(ids(shop.fake.events()))
    expect(received.every(({ api_version, livemode }) => api_version === '2026-10-28.endive' && !livemode)).toBe(true)
    expect(await undelivered()).toEqual([])
  })

  it('events name the API call that caused them', async () => {
    await shop.stripe.customers.create({}, { idempotencyKey: 'ours' })
    expect(shop.fake.events()[0]!.request).toEqual({ id: expect.stringMatching(/^req_/), idempotency_key: 'ours' })
  })

  it.each(forgeries)('a forged webhook message is recognized by its signature or its time: %s', forgery => {
    const payload = JSON.stringify({ id: 'evt_1', livemode: false }, null, 2)
    const read = ({ body, headers }: ReturnType<typeof createMessage>) =>
      shop.stripe.webhooks.constructEvent(
        body,
        headers['stripe-signature'] ?? '',
        secret,
        300,
        undefined,
        startsAtSeconds * 1000,
      )
    expect(read(createMessage(payload, secret, startsAtSeconds)).id).toBe('evt_1')
    const forged = createMessage(payload, secret, startsAtSeconds, forgery)
    // The SDK accepts timestamps in the future. Receivers have to check those themselves.
    if (forgery === 'in_the_future') expect(forged.headers['stripe-signature']).toContain(`t=${startsAtSeconds + 360}`)
    else expect(() => read(forged)).toThrow()
  })
})

describe('failed deliveries', () => {
  it('a failed delivery is retried for three days and then given up', async () => {
    register()
    responseStatus = 500
    await shop.stripe.customers.create()
    await shop.fake.webhooks.settled()
    expect(received).toHaveLength(1)
    await shop.fake.advance({ minutes: 6 })
    expect(received).toHaveLength(2)
    await shop.fake.advance({ days: 4 })
    const tries = received.length
    expect(tries).toBeGreaterThan(6)
    await shop.fake.advance({ days: 10 })
    expect(received).toHaveLength(tries)
    expect(ids(await undelivered())).toEqual(ids(shop.fake.events()))
  })

  it('a failed delivery succeeds once the receiver is back', async () => {
    register()
    responseStatus = 503
    const { id } = await shop.stripe.customers.create()
    await shop.fake.webhooks.settled()
    expect((await undelivered()).map(({ type }) => type)).toEqual(['customer.created'])
    responseStatus = 200
    await shop.fake.advance({ hours: 1 })
    expect(received.at(-1)!.data.object).toMatchObject({ id })
    expect(await undelivered()).toEqual([])
  })
})

describe('chaos delivery', () => {
  it('chaos delivery eventually delivers every event, with duplicates, out of order and concurrently', async () => {
    register()
    shop.fake.webhooks.setDelivery({ kind: 'chaos', seed: 7 })
    for (let count = 0; count < 3; count++) await buy(shop)
    await shop.fake.webhooks.settled()
    await shop.fake.advance({ days: 1 })
    const all = ids(shop.fake.events())
    expect(new Set(ids(received))).toEqual(new Set(all))
    expect(received.length).toBeGreaterThan(all.length)
    expect([...new Set(ids(received))]).not.toEqual(all)
    expect(maxConcurrent).toBeGreaterThan(1)
    expect(shop.fake.webhooks.attempts.some(({ status }) => status === null)).toBe(true)
  })

  it('chaos delivery is reproducible with the same seed', async () => {
    const attemptsWith = async (seed: number) => {
      const other = await openShop()
      other.fake.webhooks.register({ url: `${url}nobody`, secret })
      other.fake.webhooks.setDelivery({ kind: 'chaos', seed, concurrency: 1, delayMs: 0 })
      await buy(other)
      await other.fake.webhooks.settled()
      await other.fake.close()
      // Sorted, because the arrival order of concurrent messages is not deterministic.
      return other.fake.webhooks.attempts.map(({ type, status }) => `${type} ${status === null}`).toSorted()
    }
    expect(await attemptsWith(3)).toEqual(await attemptsWith(3))
    expect(await attemptsWith(3)).not.toEqual(await attemptsWith(4))
  })
})

it('held events are delivered in the order and as often as a test requests', async () => {
  register()
  shop.fake.webhooks.setDelivery({ kind: 'held' })
  await buy(shop)
  await shop.fake.webhooks.settled()
  expect(received).toEqual([])
  expect(await undelivered()).toHaveLength(shop.fake.events().length)
  const held = shop.fake.webhooks.held.slice(-3)
  expect(await shop.fake.webhooks.deliver(held.toReversed())).toEqual([200, 200, 200])
  expect(ids(received)).toEqual(ids(held).toReversed())
  expect(await shop.fake.webhooks.deliver(held, { copies: 3, concurrency: 8 })).toHaveLength(9)
  expect(received).toHaveLength(12)
  expect(await undelivered()).toHaveLength(shop.fake.events().length - 3)
})
