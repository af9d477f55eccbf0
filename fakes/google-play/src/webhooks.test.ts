import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openFake, sendRequest, startsAt } from './fixtures/shop.ts'
import type { FakeGooglePlay, Notification } from './index.ts'

const audience = 'https://recaps.example/notifications'

let fake: FakeGooglePlay
let receiver: Server
let url: string
/** Messages received with a valid token. */
let received: { id: string; notification: Notification }[]
let responseStatus: number
let maxConcurrent: number

beforeEach(async () => {
  received = []
  responseStatus = 204
  maxConcurrent = 0
  let concurrent = 0
  fake = await openFake()
  const { body: keys } = await sendRequest(fake, 'www.googleapis.com', '/oauth2/v3/certs')
  receiver = createServer(async (request, response) => {
    maxConcurrent = Math.max(maxConcurrent, ++concurrent)
    const { message } = JSON.parse(
      Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString('utf8'),
    ) as { message: { data: string; messageId: string } }
    const token = String(request.headers.authorization).replace('Bearer ', '')
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
      ...{ audience, issuer: 'https://accounts.google.com', currentDate: startsAt },
    })
    if (payload.email === fake.pushAccount && payload.email_verified === true)
      received.push({
        id: message.messageId,
        notification: JSON.parse(Buffer.from(message.data, 'base64').toString('utf8')),
      })
    concurrent -= 1
    response.writeHead(responseStatus).end()
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => receiver.once('listening', resolve))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  fake.webhooks.register({ url, audience })
})
afterEach(async () => {
  await fake.close()
  receiver.closeAllConnections()
  receiver.close()
})

const ids = (all: readonly { id: string }[]) => all.map(({ id }) => id)

it('pushes a message for every event, in order', async () => {
  const token = fake.buy(null, 'small')
  fake.cancel(token)
  await fake.webhooks.settled()
  expect(ids(received)).toEqual(ids(fake.state.published))
  expect(received[0]!.notification).toEqual({
    ...{ version: '1.0', packageName: fake.packageName, eventTimeMillis: String(startsAt.getTime()) },
    subscriptionNotification: { version: '1.0', notificationType: 4, purchaseToken: token },
  })
})

describe('failed deliveries', () => {
  it('a failed delivery is retried for seven days and then given up', async () => {
    responseStatus = 500
    fake.publishTest()
    await fake.webhooks.settled()
    expect(received).toHaveLength(1)
    await fake.advance({ minutes: 2 })
    expect(received).toHaveLength(3)
    await fake.advance({ days: 8 })
    const tries = received.length
    expect(tries).toBeGreaterThan(8)
    await fake.advance({ days: 8 })
    expect(received).toHaveLength(tries)
    expect(new Set(ids(received)).size).toBe(1)
  })

  it('a failed delivery is no longer retried once it has succeeded', async () => {
    responseStatus = 503
    fake.publishTest()
    await fake.advance({ hours: 1 })
    responseStatus = 200
    await fake.advance({ days: 1 })
    const tries = received.length
    await fake.advance({ days: 6 })
    expect(received).toHaveLength(tries)
  })
})

describe('chaos delivery', () => {
  it('chaos delivery eventually delivers every message, with duplicates, out of order and concurrently', async () => {
    fake.webhooks.setDelivery({ kind: 'chaos', seed: 7 })
    for (let count = 0; count < 10; count++) fake.cancel(fake.buy(null, 'small'))
    await fake.webhooks.settled()
    await fake.advance({ days: 1 })
    const all = ids(fake.state.published)
    expect(new Set(ids(received))).toEqual(new Set(all))
    expect(received.length).toBeGreaterThan(all.length)
    expect([...new Set(ids(received))]).not.toEqual(all)
    expect(maxConcurrent).toBeGreaterThan(1)
    expect(fake.webhooks.attempts.some(({ status }) => status === null)).toBe(true)
  })
})

it('held messages are delivered in the order and as often as a test requests', async () => {
  fake.webhooks.setDelivery({ kind: 'held' })
  const token = fake.buy(null, 'small')
  fake.cancel(token)
  fake.undo(token)
  await fake.webhooks.settled()
  expect(received).toEqual([])
  const { held } = fake.webhooks
  expect(await fake.webhooks.deliver(held.toReversed())).toEqual([204, 204, 204])
  expect(ids(received)).toEqual(ids(held).toReversed())
  expect(await fake.webhooks.deliver(held, { copies: 3, concurrency: 8 })).toHaveLength(9)
  expect(received).toHaveLength(12)
})
