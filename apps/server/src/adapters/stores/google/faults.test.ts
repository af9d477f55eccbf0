import type { Endpoint, Fault } from '@recaps/fake-google-play'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { accountToken, type FakeBench, fakeBench, productOf } from './test/benches.ts'

let bench: FakeBench
beforeEach(async () => {
  bench = await fakeBench()
})
afterEach(() => bench.fake.close())

const unavailable = expect.objectContaining({ name: 'ProviderError', code: 'payment_unavailable', retryable: true })
/** Where nobody answers it is not waited for long, but longer than a busy machine takes for the calls before. */
const storeFor = (fault: Fault) => (fault.kind === 'hang' ? bench.storeWith({ deadlineMs: 1_500 }) : bench.store)
const buy = () => bench.fake.buy(accountToken, productOf('basic'))
const isAcknowledged = (token: string) => bench.fake.state.purchases.get(token)!.isAcknowledged
const askedFor = (part: string) => bench.fake.requests.filter(({ path }) => path.includes(part)).length

const before: Fault[] = [
  ...(['error', 'hang', 'cut', 'garbage'] as const).map(kind => ({ kind, when: 'before' as const })),
  { kind: 'rate_limit' },
  { kind: 'forbidden' },
  { kind: 'conflict' },
  { kind: 'status', status: 302 },
  { kind: 'status', status: 200 },
  { kind: 'status', status: 401 },
]

describe('reading a purchase', () => {
  const places: Endpoint[] = ['token', 'subscriptionsv2.get', 'orders.get']
  const each = places.flatMap(endpoint => before.map(fault => [endpoint, fault] as const))

  it.each(each)('says that Google is not there when %s goes wrong by %o, and asks once', async (endpoint, fault) => {
    const token = buy()
    // An answer with nothing in it is a purchase of nothing.
    const isEmpty = endpoint === 'subscriptionsv2.get' && fault.kind === 'status' && fault.status === 200
    const lift = bench.fake.fault(fault, { endpoint })
    const reading = storeFor(fault).read(token)
    if (isEmpty) expect(await reading).toBeNull()
    else await expect(reading).rejects.toEqual(unavailable)
    expect(askedFor('oauth2.googleapis.com')).toBe(1)
    expect(askedFor('subscriptionsv2')).toBe(endpoint === 'token' ? 0 : 1)
    expect(askedFor('orders')).toBe(endpoint === 'orders.get' ? 1 : 0)
    lift()
    expect(await bench.store.read(token)).toMatchObject({ planId: 'basic' })
  })

  it('ends in time where nobody answers', async () => {
    bench.fake.fault({ kind: 'hang', when: 'before' }, { endpoint: 'token' })
    const begin = performance.now()
    await expect(bench.storeWith({ deadlineMs: 300 }).read(buy())).rejects.toEqual(unavailable)
    expect(performance.now() - begin).toBeLessThan(3_000)
  })

  it('tells when Google wants to be asked again', async () => {
    bench.fake.fault({ kind: 'rate_limit', retryAfterSeconds: 90 }, { endpoint: 'subscriptionsv2.get' })
    const retryAt = new Date(bench.fake.now().getTime() + 90_000)
    await expect(bench.store.read(buy())).rejects.toMatchObject({ retryAt })
  })

  it('signs in once for many, and anew when its token was taken back', async () => {
    const token = buy()
    for (let count = 0; count < 3; count++) await bench.store.read(token)
    expect(askedFor('oauth2.googleapis.com')).toBe(1)
    bench.fake.signOut()
    await expect(bench.store.read(token)).rejects.toEqual(unavailable)
    expect(await bench.store.read(token)).toMatchObject({ planId: 'basic' })
    expect(askedFor('oauth2.googleapis.com')).toBe(2)
  })

  it('with a key that Google does not take says so without the key', async () => {
    const account = { ...JSON.parse(bench.fake.serviceAccount), client_email: 'nobody@example.iam.gserviceaccount.com' }
    const token = buy()
    const told = await bench
      .storeWith({ account })
      .read(token)
      .catch(error => `${error} ${JSON.stringify(error)}`)
    expect(told).toContain('payment_unavailable')
    expect(told).toContain('HTTP 400')
    for (const secret of [token, 'PRIVATE KEY', 'nobody@example', accountToken]) expect(told).not.toContain(secret)
  })

  it('says nothing of the receipt when it fails', async () => {
    const token = buy()
    for (const kind of ['error', 'rate_limit', 'forbidden', 'conflict'] as const) {
      const lift = bench.fake.fault({ kind, when: 'before' } as Fault, { endpoint: 'subscriptionsv2.get' })
      const told = await bench.store.read(token).catch(error => `${error} ${JSON.stringify(error)} ${error.stack}`)
      expect(told).not.toContain(token)
      lift()
    }
  })

  it('does without an order that Google does not show yet', async () => {
    const token = buy()
    bench.fake.state.orders.clear()
    expect(await bench.store.read(token)).toMatchObject({
      ...{ planId: 'basic', amountCents: 499, currency: 'usd', movements: [], standing: { state: 'active' } },
    })
  })

  it('finds the newest order where those before it are not known together', async () => {
    const token = buy()
    await bench.store.acknowledge(token)
    await bench.fake.advance({ days: 70 })
    const [first] = bench.fake.ledger
    bench.fake.state.orders.delete(first!.orderId)
    const { movements, transactionId } = await bench.seen(token)
    expect(movements.map(({ id }) => id)).toEqual([`google:${transactionId}`])
  })

  it('asks for no more than a year of payments', async () => {
    const token = buy()
    await bench.store.acknowledge(token)
    await bench.fake.advance({ days: 900 })
    expect((await bench.seen(token)).movements).toHaveLength(12)
    expect(askedFor('orders')).toBe(1)
  })
})

describe('acknowledging a purchase', () => {
  const after: Fault[] = (['error', 'hang', 'cut', 'garbage'] as const).map(kind => ({ kind, when: 'after' }))

  it.each([...before.filter(fault => fault.kind !== 'status'), ...after])(
    'is made good by the next attempt, whatever befalls the call: %o',
    async fault => {
      const token = buy()
      bench.fake.fault(fault, { endpoint: 'subscriptions.acknowledge', times: 1 })
      await expect(storeFor(fault).acknowledge(token)).rejects.toEqual(unavailable)
      expect(isAcknowledged(token)).toBe('when' in fault && fault.when === 'after')
      await bench.store.acknowledge(token)
      expect(isAcknowledged(token)).toBe(true)
    },
  )

  it('again is no error and no call', async () => {
    const token = buy()
    for (let count = 0; count < 3; count++) await bench.store.acknowledge(token)
    expect(askedFor(':acknowledge')).toBe(1)
    expect(await bench.store.read(token)).toMatchObject({ isAcknowledged: true })
  })

  it('by many at once is done once', async () => {
    const token = buy()
    await Promise.all(Array.from({ length: 8 }, () => bench.store.acknowledge(token)))
    expect(isAcknowledged(token)).toBe(true)
  })

  it('keeps the purchase', async () => {
    const token = buy()
    await bench.store.acknowledge(token)
    await bench.fake.advance({ days: 20 })
    expect(await bench.seen(token)).toMatchObject({ status: 'active' })
    expect(bench.fake.ledger.map(({ kind }) => kind)).toEqual(['charge'])
  })

  it('of what has gone back already does nothing, and of what Google never knew is given up', async () => {
    const token = buy()
    bench.fake.revoke(token)
    await bench.store.acknowledge(token)
    expect(askedFor(':acknowledge')).toBe(0)
    const never = `${'a'.repeat(24)}.AO-J1O${'b'.repeat(80)}`
    await expect(bench.store.acknowledge(never)).rejects.toMatchObject({
      code: 'payment_unavailable',
      retryable: false,
    })
  })

  it('that Google refuses for good is not tried for ever', async () => {
    const token = buy()
    bench.fake.fault({ kind: 'status', status: 400 }, { endpoint: 'subscriptions.acknowledge' })
    await expect(bench.store.acknowledge(token)).rejects.toMatchObject({ retryable: false })
  })
})
