import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buy, openShop, type Shop, startsAt } from './fixtures/shop.ts'
import { forgeries, messageOf } from './index.ts'
import { signatureHeader } from './webhooks/sign.ts'

const secret = 'whsec_of_the_test'
const startsAtSeconds = startsAt.getTime() / 1000

let shop: Shop
let receiver: Server
let url: string
/** What came and was signed rightly. */
let came: Stripe.Event[]
let answers: number
let busiest: number

beforeEach(async () => {
  came = []
  answers = 200
  busiest = 0
  let busy = 0
  shop = await openShop()
  receiver = createServer(async (request, response) => {
    busiest = Math.max(busiest, ++busy)
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString('utf8')
    const event = shop.stripe.webhooks.constructEvent(
      body,
      String(request.headers['stripe-signature']),
      secret,
      300,
      undefined,
      startsAtSeconds * 1000,
    )
    came.push(event)
    await sleep(2)
    busy -= 1
    response.writeHead(answers).end()
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

describe('a message', () => {
  it('is signed as the SDK signs', () => {
    const payload = '{"id":"evt_1"}'
    expect(signatureHeader(payload, secret, 1_800_000_000)).toBe(
      Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: 1_800_000_000 }),
    )
  })

  it('comes for everything that happens, in its order', async () => {
    register()
    await buy(shop)
    await shop.fake.webhooks.settled()
    expect(ids(came)).toEqual(ids(shop.fake.events()))
    expect(came.every(({ api_version, livemode }) => api_version === '2026-10-28.endive' && !livemode)).toBe(true)
    expect(await undelivered()).toEqual([])
  })

  it('names the call that caused it', async () => {
    await shop.stripe.customers.create({}, { idempotencyKey: 'ours' })
    expect(shop.fake.events()[0]!.request).toEqual({ id: expect.stringMatching(/^req_/), idempotency_key: 'ours' })
  })

  it.each(forgeries)('that is forged is known by the SDK, or by its time: %s', forgery => {
    const payload = JSON.stringify({ id: 'evt_1', livemode: false }, null, 2)
    const read = ({ body, headers }: ReturnType<typeof messageOf>) =>
      shop.stripe.webhooks.constructEvent(
        body,
        headers['stripe-signature'] ?? '',
        secret,
        300,
        undefined,
        startsAtSeconds * 1000,
      )
    expect(read(messageOf(payload, secret, startsAtSeconds)).id).toBe('evt_1')
    const forged = messageOf(payload, secret, startsAtSeconds, forgery)
    // The SDK takes what comes from the future; whoever receives it has to look for himself.
    if (forgery === 'in_the_future') expect(forged.headers['stripe-signature']).toContain(`t=${startsAtSeconds + 360}`)
    else expect(() => read(forged)).toThrow()
  })
})

describe('what is not taken', () => {
  it('is tried again for three days and then given up', async () => {
    register()
    answers = 500
    await shop.stripe.customers.create()
    await shop.fake.webhooks.settled()
    expect(came).toHaveLength(1)
    await shop.fake.advance({ minutes: 6 })
    expect(came).toHaveLength(2)
    await shop.fake.advance({ days: 4 })
    const tries = came.length
    expect(tries).toBeGreaterThan(6)
    await shop.fake.advance({ days: 10 })
    expect(came).toHaveLength(tries)
    expect(ids(await undelivered())).toEqual(ids(shop.fake.events()))
  })

  it('arrives once it is taken again', async () => {
    register()
    answers = 503
    const { id } = await shop.stripe.customers.create()
    await shop.fake.webhooks.settled()
    expect((await undelivered()).map(({ type }) => type)).toEqual(['customer.created'])
    answers = 200
    await shop.fake.advance({ hours: 1 })
    expect(came.at(-1)!.data.object).toMatchObject({ id })
    expect(await undelivered()).toEqual([])
  })
})

describe('chaos', () => {
  it('brings everything sooner or later, doubled, mixed up and many at once', async () => {
    register()
    shop.fake.webhooks.setDelivery({ kind: 'chaos', seed: 7 })
    for (let count = 0; count < 3; count++) await buy(shop)
    await shop.fake.webhooks.settled()
    await shop.fake.advance({ days: 1 })
    const all = ids(shop.fake.events())
    expect(new Set(ids(came))).toEqual(new Set(all))
    expect(came.length).toBeGreaterThan(all.length)
    expect([...new Set(ids(came))]).not.toEqual(all)
    expect(busiest).toBeGreaterThan(1)
    expect(shop.fake.webhooks.attempts.some(({ status }) => status === null)).toBe(true)
  })

  it('is the same for the same seed', async () => {
    const course = async (seed: number) => {
      const other = await openShop()
      other.fake.webhooks.register({ url: `${url}nobody`, secret })
      other.fake.webhooks.setDelivery({ kind: 'chaos', seed, atOnce: 1, delayMs: 0 })
      await buy(other)
      await other.fake.webhooks.settled()
      await other.fake.close()
      // Which of two that are under way arrives first is for the machine to decide.
      return other.fake.webhooks.attempts.map(({ type, status }) => `${type} ${status === null}`).toSorted()
    }
    expect(await course(3)).toEqual(await course(3))
    expect(await course(3)).not.toEqual(await course(4))
  })
})

it('holds events back and delivers them in whatever order a test wants, as often as it wants', async () => {
  register()
  shop.fake.webhooks.setDelivery({ kind: 'held' })
  await buy(shop)
  await shop.fake.webhooks.settled()
  expect(came).toEqual([])
  expect(await undelivered()).toHaveLength(shop.fake.events().length)
  const held = shop.fake.webhooks.held.slice(-3)
  expect(await shop.fake.webhooks.deliver(held.toReversed())).toEqual([200, 200, 200])
  expect(ids(came)).toEqual(ids(held).toReversed())
  expect(await shop.fake.webhooks.deliver(held, { copies: 3, atOnce: 8 })).toHaveLength(9)
  expect(came).toHaveLength(12)
  expect(await undelivered()).toHaveLength(shop.fake.events().length - 3)
})
