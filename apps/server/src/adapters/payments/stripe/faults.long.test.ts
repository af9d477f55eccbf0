import type { Fault } from '@recaps/fake-stripe'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  begun,
  bought,
  type FakeBench,
  fakeBench,
  intentOf,
  newOperation,
  putCard,
  seen,
  shortPatience,
} from './test/benches.ts'

let bench: FakeBench
beforeEach(async () => {
  bench = await fakeBench()
})
afterEach(() => bench.close())

const unavailable = expect.objectContaining({ name: 'ProviderError', code: 'payment_unavailable', retryable: true })
const charges = () => bench.fake.ledger.filter(({ kind }) => kind === 'charge').map(({ amount }) => amount)

/** What is over with the next attempt, for it has its effect once under one key. */
const passing: Fault[] = [
  ...(['hang', 'cut', 'garbage'] as const).flatMap(kind =>
    (['before', 'after'] as const).map(when => ({ kind, when })),
  ),
  { kind: 'rate_limit' },
  { kind: 'lock_timeout' },
  { kind: 'conflict' },
]
/** The answer to this key for a day; what came of it can only be read. */
const lasting: Fault = { kind: 'error', when: 'after' }

interface Change {
  name: string
  endpoint: string
  /** Makes ready; gives what is then called, again and again under one operation. */
  ready(): Promise<(operation: string) => Promise<unknown>>
  /** What is charged in the end, and how many subscriptions there are. */
  charged: number[]
  subscriptions: number
}

const changes: Change[] = [
  {
    ...{ name: 'making a customer', endpoint: 'POST /v1/customers', charged: [], subscriptions: 0 },
    ready: async () => operation =>
      bench.payments.createCustomer(operation, { id: 7, email: 'only@example.com', name: 'Ada' }),
  },
  {
    ...{ name: 'beginning a purchase', endpoint: 'POST /v1/subscriptions', charged: [], subscriptions: 1 },
    async ready() {
      const customerId = await bench.newCustomer()
      return operation => bench.payments.begin(operation, { userId: 7, customerId, planId: 'pro', currency: 'usd' })
    },
  },
  {
    ...{ name: 'buying with a card', endpoint: 'POST /v1/subscriptions', charged: [2499], subscriptions: 1 },
    async ready() {
      const customerId = await bench.newCustomer()
      const wish = { userId: 7, customerId, planId: 'pro', currency: 'usd', paymentMethodId: 'pm_card_visa' } as const
      return operation => bench.payments.buyWith(operation, wish)
    },
  },
  {
    ...{ name: 'upgrading', endpoint: 'POST /v1/subscriptions/:id', charged: [499, 2000], subscriptions: 1 },
    async ready() {
      const id = await bought(bench)
      return operation => bench.payments.upgrade(operation, id, 'pro')
    },
  },
  {
    ...{ name: 'ending with the period', endpoint: 'POST /v1/subscriptions/:id', charged: [499], subscriptions: 1 },
    async ready() {
      const id = await bought(bench)
      return operation => bench.payments.setCanceling(operation, id, true)
    },
  },
  ...['POST /v1/subscription_schedules', 'POST /v1/subscription_schedules/:id'].map(endpoint => ({
    ...{ name: 'downgrading', endpoint, charged: [2499], subscriptions: 1 },
    async ready() {
      const id = await bought(bench, 'pro')
      return (operation: string) => bench.payments.downgrade(operation, id, 'basic')
    },
  })),
  {
    ...{
      name: 'keeping the plan',
      endpoint: 'POST /v1/subscription_schedules/:id/release',
      charged: [2499],
      subscriptions: 1,
    },
    async ready() {
      const id = await bought(bench, 'pro')
      await bench.payments.downgrade(newOperation(), id, 'basic')
      return operation => bench.payments.keepPlan(operation, id)
    },
  },
  {
    ...{ name: 'ending at once', endpoint: 'DELETE /v1/subscriptions/:id', charged: [499], subscriptions: 1 },
    async ready() {
      const id = await bought(bench)
      return operation => bench.payments.end(operation, id)
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
  it.each([...passing, lasting])('has its effect once, whatever befalls the call: %o', async fault => {
    const call = await change.ready()
    const operation = newOperation()
    bench.fake.fault(fault, { endpoint: change.endpoint, times: 1 })
    const first = await call(operation)
    expect(first).toBeTruthy()
    await call(operation)
    await expectOnce(change)
  })

  it('is made good under the same operation when nothing could be reached for a while', async () => {
    const call = await change.ready()
    const operation = newOperation()
    for (const fault of [
      { kind: 'cut', when: 'after' },
      { kind: 'cut', when: 'before' },
    ] as const) {
      const lift = bench.fake.fault(fault)
      await expect(call(operation)).rejects.toEqual(unavailable)
      lift()
    }
    await call(operation)
    await expectOnce(change)
  })
})

describe('an error of the provider before anything was done', () => {
  it('stays the answer to its operation, charges nothing, and keeps no other operation from its effect', async () => {
    const customerId = await bench.newCustomer()
    const wish = { userId: 7, customerId, planId: 'pro', currency: 'usd', paymentMethodId: 'pm_card_visa' } as const
    bench.fake.fault({ kind: 'error', when: 'before' }, { endpoint: 'POST /v1/subscriptions', times: 1 })
    const operation = newOperation()
    await expect(bench.payments.buyWith(operation, wish)).rejects.toEqual(unavailable)
    await expect(bench.payments.buyWith(operation, wish)).rejects.toEqual(unavailable)
    expect(charges()).toEqual([])
    await bench.payments.buyWith(newOperation(), wish)
    expect(charges()).toEqual([2499])
  })
})

describe('every call that changes something', () => {
  it('carries the id of its operation, and none is made up for it', async () => {
    const operations = Array.from({ length: 9 }, newOperation)
    const [customer, purchase, buy, up, down, keep, cancel, resume, end] = operations as [string, ...string[]]
    const customerId = await bench.payments.createCustomer(customer, { id: 7, email: 'ada@example.com', name: null })
    const wish = { userId: 7, customerId, planId: 'basic', currency: 'usd' } as const
    const { subscriptionId } = await bench.payments.begin(purchase!, wish)
    await bench.payments.end(end!, subscriptionId)
    const { id } = await bench.payments.buyWith(buy!, { ...wish, paymentMethodId: 'pm_card_visa' })
    await bench.payments.upgrade(up!, id, 'pro')
    await bench.payments.downgrade(down!, id, 'basic')
    await bench.payments.keepPlan(keep!, id)
    await bench.payments.setCanceling(cancel!, id, true)
    await bench.payments.setCanceling(resume!, id, false)
    await bench.payments.portalUrl(customerId, 'https://recaps.example.com')
    const posts = bench.fake.requests.filter(({ method }) => method === 'POST')
    const harmless = ['/v1/ephemeral_keys', '/v1/billing_portal/sessions']
    const ours = posts.filter(({ path }) => !harmless.includes(path)).map(({ idempotencyKey }) => idempotencyKey ?? '')
    expect(ours.length).toBeGreaterThanOrEqual(9)
    expect(ours.filter(key => !operations.some(operation => key.startsWith(`${operation}:`)))).toEqual([])
    expect(new Set(ours).size).toBe(ours.length)
  })
})

describe('a provider that answers nothing', () => {
  it('is waited for no longer than was agreed', async () => {
    await bench.close()
    bench = await fakeBench({ patience: { ...shortPatience, deadlineMs: 150, wholeMs: 500 } })
    const id = await bought(bench)
    bench.fake.fault({ kind: 'hang', when: 'before' })
    const begin = performance.now()
    await expect(seen(bench, id)).rejects.toEqual(unavailable)
    expect(performance.now() - begin).toBeLessThan(1_500)
  })

  it('says nothing of keys, secrets and addresses when it is told of', async () => {
    const { clientSecret } = await begun(bench)
    bench.fake.fault({ kind: 'error', when: 'before' })
    const told = await bench.payments.subscriptionsOf('cus_private').catch(error => `${error} ${JSON.stringify(error)}`)
    expect(told).toContain('payment_unavailable')
    for (const secret of [bench.fake.keys.secret, clientSecret, 'cus_private', 'ada@example.com'])
      expect(told).not.toContain(secret)
  })
})

it('pays once where two confirm one purchase at the same time', async () => {
  const { subscriptionId, clientSecret } = await begun(bench)
  const confirm = () => bench.stripe.paymentIntents.confirm(intentOf(clientSecret), { payment_method: 'pm_card_visa' })
  const outcomes = await Promise.allSettled([confirm(), confirm()])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await seen(bench, subscriptionId)).toMatchObject({ status: 'active', movements: [{ amountCents: 499 }] })
  expect(charges()).toEqual([499])
})

it('makes one purchase of an operation that is begun many times at once', async () => {
  const id = await bought(bench)
  await putCard(bench, id, 'pm_card_mastercard')
  const operation = newOperation()
  const all = await Promise.all(Array.from({ length: 8 }, () => bench.payments.upgrade(operation, id, 'premium')))
  expect(all.map(({ planId }) => planId)).toEqual(all.map(() => 'premium'))
  expect(charges()).toEqual([499, 500])
})
