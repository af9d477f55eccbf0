import { forgeries } from '@recaps/fake-app-store'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { accountToken, appStoreProductId, type Bench, fakeBench } from './test/bench.ts'

let bench: Bench
beforeEach(async () => {
  bench = await fakeBench()
})
afterEach(() => bench.fake.close())

const basic = appStoreProductId('basic')
const bytes = (text: string) => Buffer.from(text, 'utf8')
const latest = () => bench.fake.notifications.at(-1)!
const bodyOf = (forgery?: (typeof forgeries)[number]) => bytes(bench.fake.webhooks.bodyOf(latest(), forgery))

describe('App Store server notifications', () => {
  it('an App Store notification contains the purchase to fetch', async () => {
    const id = bench.fake.idOf(bench.fake.buy(accountToken, basic))
    expect(await bench.store.readMessage(bodyOf(), undefined)).toEqual({
      ...{ id: latest().uuid, type: 'SUBSCRIBED.INITIAL_BUY', receipt: id },
    })
    await bench.fake.advance({ days: 32 })
    expect(await bench.store.readMessage(bodyOf(), undefined)).toMatchObject({ type: 'DID_RENEW', receipt: id })
    bench.fake.refund(id)
    expect(await bench.store.readMessage(bodyOf(), undefined)).toMatchObject({ type: 'REFUND', receipt: id })
  })

  it.each([...forgeries])('a forged App Store notification is rejected: %s', async forgery => {
    bench.fake.buy(accountToken, basic)
    expect(await bench.store.readMessage(bodyOf(forgery), undefined)).toBeNull()
    expect(bench.fake.requests).toEqual([])
  })

  it('a malformed App Store notification is rejected', async () => {
    const receipt = bench.fake.buy(accountToken, basic)
    const bodies = ['', 'null', '[]', '{}', '{"signedPayload":1}', '{"signedPayload":""}', '{"signedPayload":"a.b.c"}']
    for (const body of [...bodies, '{', receipt, JSON.stringify({ signedPayload: receipt }), '['.repeat(100_000)])
      expect([body.slice(0, 40), await bench.store.readMessage(bytes(body), undefined)]).toEqual([
        body.slice(0, 40),
        null,
      ])
  })

  it('an App Store notification about a test or another product has no receipt', async () => {
    bench.fake.notify('TEST')
    expect(await bench.store.readMessage(bodyOf(), undefined)).toMatchObject({ type: 'TEST', receipt: null })
    bench.fake.buy(accountToken, 'coins')
    expect(await bench.store.readMessage(bodyOf(), undefined)).toMatchObject({ receipt: null })
  })

  it('an App Store notification for another bundle id or app id is rejected', async () => {
    bench.fake.buy(accountToken, basic)
    expect(await bench.storeWith({ bundleId: 'com.example.other' }).readMessage(bodyOf(), undefined)).toBeNull()
    expect(await bench.storeWith({ appId: 1 }).readMessage(bodyOf(), undefined)).toBeNull()
  })

  it('a sandbox notification is accepted only if sandbox purchases count', async () => {
    bench.fake.buy(accountToken, basic, { environment: 'Sandbox' })
    expect(await bench.store.readMessage(bodyOf(), undefined)).toBeNull()
    for (const environment of ['sandbox', 'both'] as const)
      expect(await bench.storeWith({ environment }).readMessage(bodyOf(), undefined)).not.toBeNull()
  })
})
