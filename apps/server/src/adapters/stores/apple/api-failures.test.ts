import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { accountToken, appStoreProductId, type Bench, fakeBench } from './test/bench.ts'

let bench: Bench
let receipt: string
beforeEach(async () => {
  bench = await fakeBench()
  receipt = bench.fake.buy(accountToken, appStoreProductId('basic'))
})
afterEach(() => bench.fake.close())

const statuses = 'GET /inApps/v1/subscriptions/:id'
const history = 'GET /inApps/v2/history/:id'
const unavailable = { name: 'ProviderError', provider: 'apple', code: 'payment_unavailable' }

describe('App Store API failures', () => {
  it.each([statuses, history])('every fault of %s is reported as a retryable error', async endpoint => {
    const faults = [
      { kind: 'error', when: 'before' },
      { kind: 'hang', when: 'after' },
      { kind: 'cut', when: 'before' },
      { kind: 'garbage', when: 'after' },
      { kind: 'rate_limit' },
      { kind: 'not_found_yet' },
      { kind: 'unauthenticated' },
    ] as const
    for (const fault of faults) {
      const endFault = bench.fake.fault(fault, { endpoint })
      for (const id of [receipt, bench.fake.idOf(receipt)])
        await expect(bench.store.read(id), fault.kind).rejects.toMatchObject({ ...unavailable, retryable: true })
      endFault()
    }
    expect(await bench.store.read(receipt)).toMatchObject({ planId: 'basic' })
  })

  it('a hanging App Store API is called once per endpoint and times out', async () => {
    bench.fake.fault({ kind: 'hang', when: 'before' })
    const startedAt = performance.now()
    await expect(bench.store.read(receipt)).rejects.toMatchObject(unavailable)
    expect(performance.now() - startedAt).toBeLessThan(2_000)
    expect(bench.fake.requests).toHaveLength(2)
  })

  it('App Store calls that wait too long for a free slot fail with a timeout', async () => {
    bench.fake.setLatency(300)
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => bench.store.read(receipt)))
    const errors = outcomes.flatMap(it => (it.status === 'rejected' ? [it.reason] : []))
    expect(errors.length).toBeGreaterThan(0)
    for (const error of errors) expect(error).toMatchObject({ ...unavailable, retryable: true, detail: 'timeout' })
    bench.fake.setLatency(0)
    expect(await bench.store.read(receipt)).toMatchObject({ planId: 'basic' })
  })

  it('a rate limit of the App Store sets retryAt', async () => {
    bench.fake.fault({ kind: 'rate_limit' })
    const { retryAt } = (await bench.store.read(receipt).catch((error: unknown) => error)) as { retryAt: Date }
    expect(retryAt).toBeInstanceOf(Date)
    expect(retryAt.getTime() - bench.fake.now().getTime()).toBeLessThanOrEqual(3600_000)
  })

  it('an App Store response for another app is rejected', async () => {
    const purchase = bench.fake.purchase(receipt)
    Object.assign(purchase.transactions[0]!, { bundleId: 'com.example.other' })
    await expect(bench.store.read(bench.fake.idOf(receipt))).rejects.toMatchObject(unavailable)
  })

  it('an App Store response about another purchase is rejected', async () => {
    const purchase = bench.fake.purchase(receipt)
    Object.assign(purchase.renewal, { originalTransactionId: '5' })
    await expect(bench.store.read(receipt)).rejects.toMatchObject(unavailable)
  })

  it('sandbox purchases are found even if Apple rejects the key in production', async () => {
    const sandboxReceipt = bench.fake.buy(accountToken, appStoreProductId('basic'), { environment: 'Sandbox' })
    const both = bench.storeWith({ environment: 'both' })
    bench.fake.fault({ kind: 'unauthenticated' }, { endpoint: statuses, times: 1 })
    expect(await both.read(bench.fake.idOf(sandboxReceipt))).toMatchObject({ planId: 'basic' })
    bench.fake.fault({ kind: 'unauthenticated' }, { endpoint: statuses, times: 1 })
    await expect(both.read('270000000000000')).rejects.toMatchObject(unavailable)
  })

  it('acknowledging an App Store purchase calls no API', async () => {
    await bench.store.acknowledge(bench.fake.idOf(receipt))
    expect(bench.fake.requests).toEqual([])
  })
})
