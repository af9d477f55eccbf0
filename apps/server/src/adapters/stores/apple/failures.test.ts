import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { accountToken, type Bench, fakeBench, productOf } from './test/bench.ts'

let bench: Bench
let receipt: string
beforeEach(async () => {
  bench = await fakeBench()
  receipt = bench.fake.buy(accountToken, productOf('basic'))
})
afterEach(() => bench.fake.close())

const statuses = 'GET /inApps/v1/subscriptions/:id'
const history = 'GET /inApps/v2/history/:id'
const unavailable = { name: 'ProviderError', provider: 'apple', code: 'payment_unavailable' }

describe('the App Store that fails', () => {
  it.each([statuses, history])('is told as a failure that passes, whatever of %s fails', async endpoint => {
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
      const lift = bench.fake.fault(fault, { endpoint })
      for (const shown of [receipt, bench.fake.idOf(receipt)])
        await expect(bench.store.read(shown), fault.kind).rejects.toMatchObject({ ...unavailable, retryable: true })
      lift()
    }
    expect(await bench.store.read(receipt)).toMatchObject({ planId: 'basic' })
  })

  it('is asked once for each, and given up when the time is over', async () => {
    bench.fake.fault({ kind: 'hang', when: 'before' })
    const begin = performance.now()
    await expect(bench.store.read(receipt)).rejects.toMatchObject(unavailable)
    expect(performance.now() - begin).toBeLessThan(2_000)
    expect(bench.fake.requests).toHaveLength(2)
  })

  it('is asked eight at once, and who has to wait too long is told so', async () => {
    bench.fake.setLatency(300)
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => bench.store.read(receipt)))
    const refused = outcomes.flatMap(it => (it.status === 'rejected' ? [it.reason] : []))
    expect(refused.length).toBeGreaterThan(0)
    for (const error of refused) expect(error).toMatchObject({ ...unavailable, retryable: true, detail: 'timeout' })
    bench.fake.setLatency(0)
    expect(await bench.store.read(receipt)).toMatchObject({ planId: 'basic' })
  })

  it('says when to come back', async () => {
    bench.fake.fault({ kind: 'rate_limit' })
    const { retryAt } = (await bench.store.read(receipt).catch((error: unknown) => error)) as { retryAt: Date }
    expect(retryAt).toBeInstanceOf(Date)
    expect(retryAt.getTime() - bench.fake.now().getTime()).toBeLessThanOrEqual(3600_000)
  })

  it('whose answer is not signed by it is not believed', async () => {
    const purchase = bench.fake.purchase(receipt)
    Object.assign(purchase.transactions[0]!, { bundleId: 'com.example.other' })
    await expect(bench.store.read(bench.fake.idOf(receipt))).rejects.toMatchObject(unavailable)
  })

  it('whose answer is about another purchase is not believed', async () => {
    const purchase = bench.fake.purchase(receipt)
    Object.assign(purchase.renewal, { originalTransactionId: '5' })
    await expect(bench.store.read(receipt)).rejects.toMatchObject(unavailable)
  })

  it('that refuses the key in production tells what was bought in the sandbox, where both count', async () => {
    const tried = bench.fake.buy(accountToken, productOf('basic'), { environment: 'Sandbox' })
    const both = bench.otherwise({ environment: 'both' })
    bench.fake.fault({ kind: 'unauthenticated' }, { endpoint: statuses, times: 1 })
    expect(await both.read(bench.fake.idOf(tried))).toMatchObject({ planId: 'basic' })
    bench.fake.fault({ kind: 'unauthenticated' }, { endpoint: statuses, times: 1 })
    await expect(both.read('270000000000000')).rejects.toMatchObject(unavailable)
  })

  it('has nothing to be told', async () => {
    await bench.store.acknowledge(bench.fake.idOf(receipt))
    expect(bench.fake.requests).toEqual([])
  })
})
