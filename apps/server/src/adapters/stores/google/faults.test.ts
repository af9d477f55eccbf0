import type { Endpoint, Fault } from '@recaps/fake-google-play'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { accountToken, type FakeBench, fakeBench, playProductId } from './test/benches.ts'

let bench: FakeBench
beforeEach(async () => {
  bench = await fakeBench()
})
afterEach(() => bench.fake.close())

const unavailable = expect.objectContaining({ name: 'ProviderError', code: 'payment_unavailable', retryable: true })
/** A short timeout for faults that hang, but longer than a busy machine needs for the calls before. */
const storeFor = (fault: Fault) => (fault.kind === 'hang' ? bench.storeWith({ deadlineMs: 1_500 }) : bench.store)
const buy = () => bench.fake.buy(accountToken, playProductId('basic'))
const isAcknowledged = (token: string) => bench.fake.state.purchases.get(token)!.isAcknowledged
const requestCount = (part: string) => bench.fake.requests.filter(({ path }) => path.includes(part)).length

const before: Fault[] = [
  ...(['error', 'hang', 'cut', 'garbage'] as const).map(kind => ({ kind, when: 'before' as const })),
  { kind: 'rate_limit' },
  { kind: 'forbidden' },
  { kind: 'conflict' },
  { kind: 'status', status: 302 },
  { kind: 'status', status: 200 },
  { kind: 'status', status: 401 },
]

describe('reading Google Play purchases', () => {
  const endpoints: Endpoint[] = ['token', 'subscriptionsv2.get', 'orders.get']
  const cases = endpoints.flatMap(endpoint => before.map(fault => [endpoint, fault] as const))

  it.each(cases)(
    'reading a Google Play purchase calls %s once and fails with a retryable error on %o',
    async (endpoint, fault) => {
      const token = buy()
      // An empty response is a purchase without a product.
      const isEmpty = endpoint === 'subscriptionsv2.get' && fault.kind === 'status' && fault.status === 200
      const endFault = bench.fake.fault(fault, { endpoint })
      const result = storeFor(fault).read(token)
      if (isEmpty) expect(await result).toBeNull()
      else await expect(result).rejects.toEqual(unavailable)
      expect(requestCount('oauth2.googleapis.com')).toBe(1)
      expect(requestCount('subscriptionsv2')).toBe(endpoint === 'token' ? 0 : 1)
      expect(requestCount('orders')).toBe(endpoint === 'orders.get' ? 1 : 0)
      endFault()
      expect(await bench.store.read(token)).toMatchObject({ planId: 'basic' })
    },
  )

  it('reading a Google Play purchase times out if Google does not respond', async () => {
    bench.fake.fault({ kind: 'hang', when: 'before' }, { endpoint: 'token' })
    const startedAt = performance.now()
    await expect(bench.storeWith({ deadlineMs: 300 }).read(buy())).rejects.toEqual(unavailable)
    expect(performance.now() - startedAt).toBeLessThan(3_000)
  })

  it('a rate limit of Google Play sets retryAt', async () => {
    bench.fake.fault({ kind: 'rate_limit', retryAfterSeconds: 90 }, { endpoint: 'subscriptionsv2.get' })
    const retryAt = new Date(bench.fake.now().getTime() + 90_000)
    await expect(bench.store.read(buy())).rejects.toMatchObject({ retryAt })
  })

  it('Google Play calls share one access token and get a new one after it is revoked', async () => {
    const token = buy()
    for (let count = 0; count < 3; count++) await bench.store.read(token)
    expect(requestCount('oauth2.googleapis.com')).toBe(1)
    bench.fake.signOut()
    await expect(bench.store.read(token)).rejects.toEqual(unavailable)
    expect(await bench.store.read(token)).toMatchObject({ planId: 'basic' })
    expect(requestCount('oauth2.googleapis.com')).toBe(2)
  })

  it('a rejected Google Play key fails with an error that contains no secrets', async () => {
    const account = { ...JSON.parse(bench.fake.serviceAccount), client_email: 'nobody@example.iam.gserviceaccount.com' }
    const token = buy()
    const message = await bench
      .storeWith({ account })
      .read(token)
      .catch(error => `${error} ${JSON.stringify(error)}`)
    expect(message).toContain('payment_unavailable')
    expect(message).toContain('HTTP 400')
    for (const secret of [token, 'PRIVATE KEY', 'nobody@example', accountToken]) expect(message).not.toContain(secret)
  })

  it('a Google Play error does not contain the receipt', async () => {
    const token = buy()
    for (const kind of ['error', 'rate_limit', 'forbidden', 'conflict'] as const) {
      const endFault = bench.fake.fault({ kind, when: 'before' } as Fault, { endpoint: 'subscriptionsv2.get' })
      const message = await bench.store.read(token).catch(error => `${error} ${JSON.stringify(error)} ${error.stack}`)
      expect(message).not.toContain(token)
      endFault()
    }
  })

  it('a Google Play purchase is read even if its order is not available yet', async () => {
    const token = buy()
    bench.fake.state.orders.clear()
    expect(await bench.store.read(token)).toMatchObject({
      ...{ planId: 'basic', amountCents: 499, currency: 'usd', movements: [], providerStatus: { state: 'active' } },
    })
  })

  it('the newest Google Play order is fetched on its own if the batch contains an unknown order', async () => {
    const token = buy()
    await bench.store.acknowledge(token)
    await bench.fake.advance({ days: 70 })
    const [first] = bench.fake.ledger
    bench.fake.state.orders.delete(first!.orderId)
    const { movements, transactionId } = await bench.readWithStatus(token)
    expect(movements.map(({ id }) => id)).toEqual([`google:${transactionId}`])
  })

  it('reading a Google Play purchase fetches at most twelve orders', async () => {
    const token = buy()
    await bench.store.acknowledge(token)
    await bench.fake.advance({ days: 900 })
    expect((await bench.readWithStatus(token)).movements).toHaveLength(12)
    expect(requestCount('orders')).toBe(1)
  })
})

describe('acknowledging Google Play purchases', () => {
  const after: Fault[] = (['error', 'hang', 'cut', 'garbage'] as const).map(kind => ({ kind, when: 'after' }))

  it.each([...before.filter(fault => fault.kind !== 'status'), ...after])(
    'a Google Play acknowledgement succeeds at the next attempt after a fault: %o',
    async fault => {
      const token = buy()
      bench.fake.fault(fault, { endpoint: 'subscriptions.acknowledge', times: 1 })
      await expect(storeFor(fault).acknowledge(token)).rejects.toEqual(unavailable)
      expect(isAcknowledged(token)).toBe('when' in fault && fault.when === 'after')
      await bench.store.acknowledge(token)
      expect(isAcknowledged(token)).toBe(true)
    },
  )

  it('a Google Play purchase is acknowledged only once', async () => {
    const token = buy()
    for (let count = 0; count < 3; count++) await bench.store.acknowledge(token)
    expect(requestCount(':acknowledge')).toBe(1)
    expect(await bench.store.read(token)).toMatchObject({ isAcknowledged: true })
  })

  it('parallel acknowledgements of a Google Play purchase succeed', async () => {
    const token = buy()
    await Promise.all(Array.from({ length: 8 }, () => bench.store.acknowledge(token)))
    expect(isAcknowledged(token)).toBe(true)
  })

  it('an acknowledged Google Play purchase is not refunded', async () => {
    const token = buy()
    await bench.store.acknowledge(token)
    await bench.fake.advance({ days: 20 })
    expect(await bench.readWithStatus(token)).toMatchObject({ status: 'active' })
    expect(bench.fake.ledger.map(({ kind }) => kind)).toEqual(['charge'])
  })

  it('acknowledging a revoked Google Play purchase does nothing, an unknown one fails for good', async () => {
    const token = buy()
    bench.fake.revoke(token)
    await bench.store.acknowledge(token)
    expect(requestCount(':acknowledge')).toBe(0)
    const unknownToken = `${'a'.repeat(24)}.AO-J1O${'b'.repeat(80)}`
    await expect(bench.store.acknowledge(unknownToken)).rejects.toMatchObject({
      code: 'payment_unavailable',
      retryable: false,
    })
  })

  it('a Google Play acknowledgement that is rejected is not retryable', async () => {
    const token = buy()
    bench.fake.fault({ kind: 'status', status: 400 }, { endpoint: 'subscriptions.acknowledge' })
    await expect(bench.store.acknowledge(token)).rejects.toMatchObject({ retryable: false })
  })
})
