import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SignedDataVerifier } from '@apple/app-store-server-library'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeAppStore, forgeries, startFakeAppStore } from './index.ts'

const basic = 'recaps_basic_monthly'
const startsAt = new Date('2027-01-31T12:00:00Z')

let fake: FakeAppStore
let received: { signedPayload: string }[]
let status: number
let url: string
let stop: () => void

beforeEach(async () => {
  ;[received, status] = [[], 200]
  fake = await startFakeAppStore({ products: [{ id: basic, priceCents: 499 }], clock: { now: () => startsAt } })
  const server = createServer(async (request, response) => {
    received.push(JSON.parse(Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString()))
    response.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  stop = () => server.closeAllConnections() ?? server.close()
})
afterEach(async () => {
  await fake.close()
  stop()
})

function verifier(): SignedDataVerifier {
  const { x5c } = JSON.parse(Buffer.from(fake.buy(null, basic).split('.')[0]!, 'base64url').toString()) as {
    x5c: string[]
  }
  const production = 'Production' as ConstructorParameters<typeof SignedDataVerifier>[2]
  return new SignedDataVerifier([Buffer.from(x5c[2]!, 'base64')], false, production, fake.bundleId, fake.appId)
}

describe('App Store notifications', () => {
  it('notifications arrive in order, and Apple’s library verifies them and their contents', async () => {
    const check = verifier()
    fake.webhooks.register({ url })
    const id = fake.idOf(fake.buy(null, basic))
    fake.cancel(id)
    await fake.webhooks.settled()
    const notifications = await Promise.all(received.map(it => check.verifyAndDecodeNotification(it.signedPayload)))
    expect(notifications).toMatchObject([
      { notificationType: 'SUBSCRIBED', subtype: 'INITIAL_BUY', data: { status: 1 } },
      { notificationType: 'DID_CHANGE_RENEWAL_STATUS', subtype: 'AUTO_RENEW_DISABLED' },
    ])
    const transaction = await check.verifyAndDecodeTransaction(notifications[0]!.data!.signedTransactionInfo!)
    expect(transaction.originalTransactionId).toBe(id)
    // Each notification has the state at its own time, not the current one.
    const renewals = notifications.map(it => check.verifyAndDecodeRenewalInfo(it.data!.signedRenewalInfo!))
    expect((await Promise.all(renewals)).map(it => it.autoRenewStatus)).toEqual([1, 0])
  })

  it('a rejected notification is retried five times within a week', async () => {
    fake.webhooks.register({ url })
    status = 500
    fake.buy(null, basic)
    await fake.advance({ days: 20 })
    expect(received).toHaveLength(6)
    expect(new Set(fake.webhooks.attempts.map(it => it.uuid)).size).toBe(1)
  })

  it('held notifications can be delivered repeatedly, and as forgeries', async () => {
    const check = verifier()
    fake.webhooks.register({ url })
    fake.webhooks.setDelivery({ kind: 'held' })
    fake.buy(null, basic)
    expect(fake.webhooks.held).toHaveLength(1)
    expect(await fake.webhooks.deliver(fake.webhooks.held, { copies: 5, concurrency: 3 })).toEqual([
      200, 200, 200, 200, 200,
    ])
    received = []
    for (const forgery of forgeries) {
      await fake.webhooks.deliver(fake.webhooks.held, { forgery })
      const forged = check.verifyAndDecodeNotification(received.at(-1)!.signedPayload)
      await expect(forged, forgery).rejects.toMatchObject({ status: expect.any(Number) })
    }
  })

  it('chaos delivery loses, duplicates and reorders notifications, but eventually delivers all', async () => {
    fake.webhooks.register({ url })
    fake.webhooks.setDelivery({ kind: 'chaos', seed: 7, delayMs: 2, lostOfTen: 5 })
    for (let count = 0; count < 10; count++) fake.buy(null, basic)
    await fake.webhooks.settled()
    expect(fake.webhooks.attempts.some(it => it.status === null)).toBe(true)
    await fake.advance({ days: 8 })
    const accepted = new Set(fake.webhooks.attempts.filter(it => it.status === 200).map(it => it.uuid))
    expect(accepted.size).toBe(10)
    expect(received.length).toBeGreaterThan(10)
  })
})
