import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createClient, openShop, type Shop } from './fixtures/shop.ts'

let shop: Shop
beforeEach(async () => {
  shop = await openShop()
})
afterEach(() => shop.fake.close())

const customers = () => shop.fake.state.customers.size
const create = (idempotencyKey: string, email = 'ada@example.com') =>
  shop.stripe.customers.create({ email }, { idempotencyKey })

describe('idempotency keys', () => {
  it('a repeated idempotency key replays the first response without a second effect', async () => {
    const first = await create('one')
    const again = await create('one')
    expect(again.id).toBe(first.id)
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
    expect(customers()).toBe(1)
    expect(shop.fake.events().filter(({ type }) => type === 'customer.created')).toHaveLength(1)
  })

  it('an idempotency key is bound to its parameters and endpoint', async () => {
    await create('one')
    await expect(create('one', 'bob@example.com')).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
    })
    await expect(shop.stripe.setupIntents.create({}, { idempotencyKey: 'one' })).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
    })
  })

  it('rejects an idempotency key while its first call is running', async () => {
    shop.fake.setLatency(100)
    const [first, second] = await Promise.allSettled([create('one'), create('one')])
    expect([first.status, second.status].toSorted()).toEqual(['fulfilled', 'rejected'])
    const refused = [first, second].find(({ status }) => status === 'rejected') as PromiseRejectedResult
    expect(refused.reason).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
    expect(customers()).toBe(1)
  })

  it('an idempotency key replays the error of a declined card, but not of an invalid parameter', async () => {
    const { id: customer } = await shop.stripe.customers.create()
    const attach = () =>
      shop.stripe.paymentMethods.attach('pm_card_chargeDeclined', { customer }, { idempotencyKey: 'card' })
    const [first, second] = [await attach().catch(error => error), await attach().catch(error => error)]
    expect(second.headers['idempotent-replayed']).toBe('true')
    expect(second.message).toBe(first.message)
    await expect(
      shop.stripe.customers.create({ nonsense: 1 } as never, { idempotencyKey: 'typo' }),
    ).rejects.toMatchObject({ code: 'parameter_unknown' })
    expect((await create('typo')).id).toMatch(/^cus_/)
  })

  it('an idempotency key expires after a day', async () => {
    let now = new Date('2027-03-15T12:00:00Z')
    await shop.fake.close()
    shop = await openShop({ clock: { now: () => now } })
    await create('one')
    now = new Date('2027-03-16T12:00:01Z')
    await create('one')
    expect(customers()).toBe(2)
  })
})

describe('faults', () => {
  it.each([
    ['before', 0],
    ['after', 1],
  ] as const)('a server error %s the effect is replayed for the same idempotency key', async (when, effects) => {
    shop.fake.fault({ kind: 'error', when }, { endpoint: 'POST /v1/customers', times: 1 })
    for (let count = 0; count < 2; count++)
      await expect(create('one')).rejects.toMatchObject({ type: 'StripeAPIError', statusCode: 500 })
    expect(customers()).toBe(effects)
  })

  it.each([
    ['hang', 'before', 0],
    ['hang', 'after', 1],
    ['cut', 'before', 0],
    ['cut', 'after', 1],
  ] as const)(
    'after a %s %s the effect, retrying with the same idempotency key has the effect once',
    async (kind, when, effects) => {
      shop.stripe = createClient(shop.fake, { timeoutMs: 300 })
      // After a closed connection the SDK retries once, whatever `maxNetworkRetries` says.
      shop.fake.fault({ kind, when }, { times: kind === 'cut' ? 2 : 1 })
      await expect(create('one')).rejects.toMatchObject({ type: 'StripeConnectionError' })
      expect(customers()).toBe(effects)
      const { id } = await create('one')
      expect([...shop.fake.state.customers.keys()]).toEqual([id])
    },
  )

  it.each([
    ['rate_limit', 429, 'StripeRateLimitError', undefined],
    ['lock_timeout', 429, 'StripeRateLimitError', 'lock_timeout'],
    ['conflict', 409, 'StripeAPIError', 'idempotency_key_in_use'],
  ] as const)('a call that fails with %s has no effect and can be retried', async (kind, statusCode, type, code) => {
    shop.fake.fault({ kind }, { times: 1 })
    const refused = await create('one').catch(error => error)
    expect(refused).toMatchObject({ statusCode, type, ...(code ? { code } : {}) })
    expect((await create('one')).id).toMatch(/^cus_/)
    expect(customers()).toBe(1)
  })

  it('a fault hits only its endpoint, and only the given number of calls', async () => {
    const removeFault = shop.fake.fault(
      { kind: 'error', when: 'before' },
      { endpoint: 'GET /v1/prices', after: 1, times: 1 },
    )
    await shop.stripe.prices.list()
    await expect(shop.stripe.prices.list()).rejects.toThrow()
    await shop.stripe.prices.list()
    removeFault()
    shop.fake.fault({ kind: 'garbage', when: 'before' }, { times: 1 })
    await expect(shop.stripe.prices.list()).rejects.toThrow()
    expect(shop.fake.requests.map(({ status }) => status)).toEqual([200, 500, 200, 200])
  })
})
