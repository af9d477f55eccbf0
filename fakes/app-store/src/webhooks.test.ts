import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SignedDataVerifier } from '@apple/app-store-server-library'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeAppStore, forgeries, startFakeAppStore } from './index.ts'

const basic = 'recaps_basic_monthly'
const startsAt = new Date('2027-01-31T12:00:00Z')

let fake: FakeAppStore
let came: { signedPayload: string }[]
let status: number
let url: string
let stop: () => void

beforeEach(async () => {
  ;[came, status] = [[], 200]
  fake = await startFakeAppStore({ products: [{ id: basic, priceCents: 499 }], clock: { now: () => startsAt } })
  const server = createServer(async (request, response) => {
    came.push(JSON.parse(Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString()))
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

describe('messages of the stand-in', () => {
  it('come signed, in order, and Apple’s library verifies them and what they hold', async () => {
    const check = verifier()
    fake.webhooks.register({ url })
    const id = fake.idOf(fake.buy(null, basic))
    fake.cancel(id)
    await fake.webhooks.settled()
    const told = await Promise.all(came.map(it => check.verifyAndDecodeNotification(it.signedPayload)))
    expect(told).toMatchObject([
      { notificationType: 'SUBSCRIBED', subtype: 'INITIAL_BUY', data: { status: 1 } },
      { notificationType: 'DID_CHANGE_RENEWAL_STATUS', subtype: 'AUTO_RENEW_DISABLED' },
    ])
    const held = await check.verifyAndDecodeTransaction(told[0]!.data!.signedTransactionInfo!)
    expect(held.originalTransactionId).toBe(id)
    // Each as it was when it was told, not as it is now.
    const renewals = told.map(it => check.verifyAndDecodeRenewalInfo(it.data!.signedRenewalInfo!))
    expect((await Promise.all(renewals)).map(it => it.autoRenewStatus)).toEqual([1, 0])
  })

  it('that are refused come five times more, within a week', async () => {
    fake.webhooks.register({ url })
    status = 500
    fake.buy(null, basic)
    await fake.advance({ days: 20 })
    expect(came).toHaveLength(6)
    expect(new Set(fake.webhooks.attempts.map(it => it.uuid)).size).toBe(1)
  })

  it('are held, and delivered as often and as wrong as a test wants', async () => {
    const check = verifier()
    fake.webhooks.register({ url })
    fake.webhooks.setDelivery({ kind: 'held' })
    fake.buy(null, basic)
    expect(fake.webhooks.held).toHaveLength(1)
    expect(await fake.webhooks.deliver(fake.webhooks.held, { copies: 5, atOnce: 3 })).toEqual([200, 200, 200, 200, 200])
    came = []
    for (const forgery of forgeries) {
      await fake.webhooks.deliver(fake.webhooks.held, { forgery })
      const wrong = check.verifyAndDecodeNotification(came.at(-1)!.signedPayload)
      await expect(wrong, forgery).rejects.toMatchObject({ status: expect.any(Number) })
    }
  })

  it('get lost, doubled and mixed up in chaos, and all arrive', async () => {
    fake.webhooks.register({ url })
    fake.webhooks.setDelivery({ kind: 'chaos', seed: 7, delayMs: 2, lostOfTen: 5 })
    for (let count = 0; count < 10; count++) fake.buy(null, basic)
    await fake.webhooks.settled()
    expect(fake.webhooks.attempts.some(it => it.status === null)).toBe(true)
    await fake.advance({ days: 8 })
    const taken = new Set(fake.webhooks.attempts.filter(it => it.status === 200).map(it => it.uuid))
    expect(taken.size).toBe(10)
    expect(came.length).toBeGreaterThan(10)
  })
})
