import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ask, openFake, startsAt } from './fixtures/shop.ts'
import type { FakeGooglePlay, Notification } from './index.ts'

const audience = 'https://recaps.example/notifications'

let fake: FakeGooglePlay
let receiver: Server
let url: string
/** What came, with a token that was right. */
let came: { id: string; notification: Notification }[]
let answers: number
let busiest: number

beforeEach(async () => {
  came = []
  answers = 204
  busiest = 0
  let busy = 0
  fake = await openFake()
  const { body: keys } = await ask(fake, 'www.googleapis.com', '/oauth2/v3/certs')
  receiver = createServer(async (request, response) => {
    busiest = Math.max(busiest, ++busy)
    const { message } = JSON.parse(
      Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString('utf8'),
    ) as { message: { data: string; messageId: string } }
    const token = String(request.headers.authorization).replace('Bearer ', '')
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
      ...{ audience, issuer: 'https://accounts.google.com', currentDate: startsAt },
    })
    if (payload.email === fake.pushAccount && payload.email_verified === true)
      came.push({
        id: message.messageId,
        notification: JSON.parse(Buffer.from(message.data, 'base64').toString('utf8')),
      })
    busy -= 1
    response.writeHead(answers).end()
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

it('a message comes for everything that happens, in its order', async () => {
  const token = fake.buy(null, 'small')
  fake.cancel(token)
  await fake.webhooks.settled()
  expect(ids(came)).toEqual(ids(fake.state.told))
  expect(came[0]!.notification).toEqual({
    ...{ version: '1.0', packageName: fake.packageName, eventTimeMillis: String(startsAt.getTime()) },
    subscriptionNotification: { version: '1.0', notificationType: 4, purchaseToken: token },
  })
})

describe('what is not taken', () => {
  it('is pushed again for seven days and then given up', async () => {
    answers = 500
    fake.tellTest()
    await fake.webhooks.settled()
    expect(came).toHaveLength(1)
    await fake.advance({ minutes: 2 })
    expect(came).toHaveLength(3)
    await fake.advance({ days: 8 })
    const tries = came.length
    expect(tries).toBeGreaterThan(8)
    await fake.advance({ days: 8 })
    expect(came).toHaveLength(tries)
    expect(new Set(ids(came)).size).toBe(1)
  })

  it('arrives once it is taken again', async () => {
    answers = 503
    fake.tellTest()
    await fake.advance({ hours: 1 })
    answers = 200
    await fake.advance({ days: 1 })
    const tries = came.length
    await fake.advance({ days: 6 })
    expect(came).toHaveLength(tries)
  })
})

describe('chaos', () => {
  it('brings everything sooner or later, doubled, mixed up and many at once', async () => {
    fake.webhooks.setDelivery({ kind: 'chaos', seed: 7 })
    for (let count = 0; count < 10; count++) fake.cancel(fake.buy(null, 'small'))
    await fake.webhooks.settled()
    await fake.advance({ days: 1 })
    const all = ids(fake.state.told)
    expect(new Set(ids(came))).toEqual(new Set(all))
    expect(came.length).toBeGreaterThan(all.length)
    expect([...new Set(ids(came))]).not.toEqual(all)
    expect(busiest).toBeGreaterThan(1)
    expect(fake.webhooks.attempts.some(({ status }) => status === null)).toBe(true)
  })
})

it('holds messages back and delivers them in whatever order a test wants, as often as it wants', async () => {
  fake.webhooks.setDelivery({ kind: 'held' })
  const token = fake.buy(null, 'small')
  fake.cancel(token)
  fake.undo(token)
  await fake.webhooks.settled()
  expect(came).toEqual([])
  const { held } = fake.webhooks
  expect(await fake.webhooks.deliver(held.toReversed())).toEqual([204, 204, 204])
  expect(ids(came)).toEqual(ids(held).toReversed())
  expect(await fake.webhooks.deliver(held, { copies: 3, atOnce: 8 })).toHaveLength(9)
  expect(came).toHaveLength(12)
})
