import type { Fault } from '@recaps/fake-stripe'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  buySubscription,
  type FakeBench,
  fakeBench,
  fetchWithStatus,
  newOperation,
  paymentIntentIdFrom,
  setDefaultCard,
  shortRetryPolicy,
  startPurchase,
} from './test/benches.ts'

let bench: FakeBench
beforeEach(async () => {
  bench = await fakeBench()
})
afterEach(() => bench.close())

const unavailable = expect.objectContaining({ name: 'ProviderError', code: 'payment_unavailable', retryable: true })
const charges = () => bench.fake.ledger.filter(({ kind }) => kind === 'charge').map(({ amount }) => amount)

/** Faults that the next attempt with the same idempotency key overcomes. */
const temporaryFaults: Fault[] = [
  ...(['hang', 'cut', 'garbage'] as const).flatMap(kind =>
    (['before', 'after'] as const).map(when => ({ kind, when })),
  ),
  { kind: 'rate_limit' },
  { kind: 'lock_timeout' },
  { kind: 'conflict' },
]
/** Stripe repeats this error for a day for the same key, so the outcome must be fetched. */
const lastingFault: Fault = { kind: 'error', when: 'after' }

interface Change {
  name: string
  endpoint: string
  /** Prepares data and returns the call to repeat with one operation id. */
  prepare(): Promise<(operation: string) => Promise<unknown>>
  /** Expected charges in cents. */
  charged: number[]
  /** Expected number of subscriptions. */
  subscriptions: number
}

const changes: Change[] = [
  {
    ...{ name: 'creating a customer', endpoint: 'POST /v1/customers', charged: [], subscriptions: 0 },
    prepare: async () => operation =>
      bench.payments.createCustomer(operation, { id: 7, email: 'only@example.com', name: 'Ada' }),
  },
  {
    ...{ name: 'starting a purchase', endpoint: 'POST /v1/subscriptions', charged: [], subscriptions: 1 },
    async prepare() {
      const customerId = await bench.newCustomer()
      return operation =>
        bench.payments.startPurchase(operation, { userId: 7, customerId, planId: 'pro', currency: 'usd' })
    },
  },
  {
    ...{ name: 'buying with a saved card', endpoint: 'POST /v1/subscriptions', charged: [2499], subscriptions: 1 },
    async prepare() {
      const customerId = await bench.newCustomer()
      const request = {
        userId: 7,
        customerId,
        planId: 'pro',
        currency: 'usd',
        paymentMethodId: 'pm_card_visa',
      } as const
      return operation => bench.payments.buyWithSavedMethod(operation, request)
    },
  },
  {
    ...{ name: 'upgrading', endpoint: 'POST /v1/subscriptions/:id', charged: [499, 2000], subscriptions: 1 },
    async prepare() {
      const id = await buySubscription(bench)
      return operation => bench.payments.upgrade(operation, id, 'pro')
    },
  },
  {
    ...{
      name: 'canceling at the period end',
      endpoint: 'POST /v1/subscriptions/:id',
      charged: [499],
      subscriptions: 1,
    },
    async prepare() {
      const id = await buySubscription(bench)
      return operation => bench.payments.setCanceling(operation, id, true)
    },
  },
  ...['POST /v1/subscription_schedules', 'POST /v1/subscription_schedules/:id'].map(endpoint => ({
    ...{ name: 'downgrading', endpoint, charged: [2499], subscriptions: 1 },
    async prepare() {
      const id = await buySubscription(bench, 'pro')
      return (operation: string) => bench.payments.downgrade(operation, id, 'basic')
    },
  })),
  {
    ...{
      name: 'reverting a downgrade',
      endpoint: 'POST /v1/subscription_schedules/:id/release',
      charged: [2499],
      subscriptions: 1,
    },
    async prepare() {
      const id = await buySubscription(bench, 'pro')
      await bench.payments.downgrade(newOperation(), id, 'basic')
      return operation => bench.payments.cancelDowngrade(operation, id)
    },
  },
  {
    ...{ name: 'canceling immediately', endpoint: 'DELETE /v1/subscriptions/:id', charged: [499], subscriptions: 1 },
    async prepare() {
      const id = await buySubscription(bench)
      return operation => bench.payments.cancelNow(operation, id)
    },
  },
]

async function expectOnce({ charged, subscriptions }: Change): Promise<void> {
  expect(charges()).toEqual(charged)
  expect([...bench.fake.state.subscriptions.values()]).toHaveLength(subscriptions)
  const { data } = await bench.stripe.customers.list({ email: 'only@example.com' })
  expect(data.length).toBeLessThanOrEqual(1)
}

describe.each(changes)('$name ($endpoint)', change => {
  it.each([...temporaryFaults, lastingFault])(
    `${change.name} takes effect once despite a fault at ${change.endpoint}: %o`,
    async fault => {
      const call = await change.prepare()
      const operation = newOperation()
      bench.fake.fault(fault, { endpoint: change.endpoint, times: 1 })
      const first = await call(operation)
      expect(first).toBeTruthy()
      await call(operation)
      await expectOnce(change)
    },
  )

  it(`${change.name} takes effect once when repeated after ${change.endpoint} was unreachable`, async () => {
    const call = await change.prepare()
    const operation = newOperation()
    for (const fault of [
      { kind: 'cut', when: 'after' },
      { kind: 'cut', when: 'before' },
    ] as const) {
      const endFault = bench.fake.fault(fault)
      await expect(call(operation)).rejects.toEqual(unavailable)
      endFault()
    }
    await call(operation)
    await expectOnce(change)
  })
})

describe('Stripe error before a call takes effect', () => {
  it('a repeated operation fails without a charge, a new operation succeeds', async () => {
    const customerId = await bench.newCustomer()
    const request = { userId: 7, customerId, planId: 'pro', currency: 'usd', paymentMethodId: 'pm_card_visa' } as const
    bench.fake.fault({ kind: 'error', when: 'before' }, { endpoint: 'POST /v1/subscriptions', times: 1 })
    const operation = newOperation()
    await expect(bench.payments.buyWithSavedMethod(operation, request)).rejects.toEqual(unavailable)
    await expect(bench.payments.buyWithSavedMethod(operation, request)).rejects.toEqual(unavailable)
    expect(charges()).toEqual([])
    await bench.payments.buyWithSavedMethod(newOperation(), request)
    expect(charges()).toEqual([2499])
  })
})

describe('idempotency keys at Stripe', () => {
  it('every call that changes something sends an idempotency key with its operation id', async () => {
    const operations = Array.from({ length: 9 }, newOperation)
    const [customer, purchase, buy, up, down, keep, cancel, resume, end] = operations as [string, ...string[]]
    const customerId = await bench.payments.createCustomer(customer, { id: 7, email: 'ada@example.com', name: null })
    const request = { userId: 7, customerId, planId: 'basic', currency: 'usd' } as const
    const { subscriptionId } = await bench.payments.startPurchase(purchase!, request)
    await bench.payments.cancelNow(end!, subscriptionId)
    const { id } = await bench.payments.buyWithSavedMethod(buy!, { ...request, paymentMethodId: 'pm_card_visa' })
    await bench.payments.upgrade(up!, id, 'pro')
    await bench.payments.downgrade(down!, id, 'basic')
    await bench.payments.cancelDowngrade(keep!, id)
    await bench.payments.setCanceling(cancel!, id, true)
    await bench.payments.setCanceling(resume!, id, false)
    await bench.payments.portalUrl(customerId, 'https://recaps.example.com')
    const posts = bench.fake.requests.filter(({ method }) => method === 'POST')
    const readOnlyPosts = ['/v1/ephemeral_keys', '/v1/billing_portal/sessions']
    const keys = posts
      .filter(({ path }) => !readOnlyPosts.includes(path))
      .map(({ idempotencyKey }) => idempotencyKey ?? '')
    expect(keys.length).toBeGreaterThanOrEqual(9)
    expect(keys.filter(key => !operations.some(operation => key.startsWith(`${operation}:`)))).toEqual([])
    expect(new Set(keys).size).toBe(keys.length)
  })
})

describe('unreachable Stripe', () => {
  it('a call to Stripe fails after the configured total timeout', async () => {
    await bench.close()
    bench = await fakeBench({ retryPolicy: { ...shortRetryPolicy, deadlineMs: 150, totalMs: 500 } })
    const id = await buySubscription(bench)
    bench.fake.fault({ kind: 'hang', when: 'before' })
    const startedAt = performance.now()
    await expect(fetchWithStatus(bench, id)).rejects.toEqual(unavailable)
    expect(performance.now() - startedAt).toBeLessThan(1_500)
  })

  it('a Stripe error contains no keys, secrets or addresses', async () => {
    const { clientSecret } = await startPurchase(bench)
    bench.fake.fault({ kind: 'error', when: 'before' })
    const message = await bench.payments
      .listSubscriptions('cus_private')
      .catch(error => `${error} ${JSON.stringify(error)}`)
    expect(message).toContain('payment_unavailable')
    for (const secret of [bench.fake.keys.secret, clientSecret, 'cus_private', 'ada@example.com'])
      expect(message).not.toContain(secret)
  })
})

it('a purchase is charged once when two confirmations race', async () => {
  const { subscriptionId, clientSecret } = await startPurchase(bench)
  const confirm = () =>
    bench.stripe.paymentIntents.confirm(paymentIntentIdFrom(clientSecret), { payment_method: 'pm_card_visa' })
  const outcomes = await Promise.allSettled([confirm(), confirm()])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await fetchWithStatus(bench, subscriptionId)).toMatchObject({
    status: 'active',
    movements: [{ amountCents: 499 }],
  })
  expect(charges()).toEqual([499])
})

it('an operation started many times in parallel charges once', async () => {
  const id = await buySubscription(bench)
  await setDefaultCard(bench, id, 'pm_card_mastercard')
  const operation = newOperation()
  const all = await Promise.all(Array.from({ length: 8 }, () => bench.payments.upgrade(operation, id, 'premium')))
  expect(all.map(({ planId }) => planId)).toEqual(all.map(() => 'premium'))
  expect(charges()).toEqual([499, 500])
})
