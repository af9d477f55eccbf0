import { describe, expect, test } from 'vitest'
import { connect } from '../../../api/connection.ts'
import { createStorage } from '../../../device/storage.ts'
import { createMemoryApi, type MemoryApi } from '../../../test/server/memory-api.ts'
import { samplePurchase } from '../../../test/server/payment-samples.ts'
import { createWorld, sampleToken } from '../../../test/server/world.ts'
import { type Claim, settle } from './settle.ts'

const claim: Claim = {
  planId: 'pro',
  paymentId: 'pi_10',
  paidWith: 'card',
  stripeSubscriptionId: 'sub_1',
  isChange: false,
}

/** A world in which the payment is made; `pauses` are those that the client took. */
function paid(looksUntilPaid: number): {
  api: MemoryApi
  ask(signal?: AbortSignal): Promise<unknown>
  pauses: number[]
} {
  const world = createWorld({
    plan: 'free',
    looksUntilPaid,
    purchases: [samplePurchase('pro', Date.now(), { status: 'pending' })],
  })
  world.intents.set('pi_10', { planId: 'pro', purchaseId: 31, isPaid: true })
  const api = createMemoryApi(world)
  const storage = createStorage(() => localStorage)
  storage.initialise()
  storage.set('authToken', sampleToken)
  const { client, session } = connect(storage, { forget() {}, erase() {} }, async (input, init) =>
    api.handle(new Request(new URL(String(input), 'http://localhost'), init)),
  )
  session.restore()
  const pauses: number[] = []
  const pause = async (ms: number) => void pauses.push(ms)
  return { api, pauses, ask: (signal = new AbortController().signal) => settle(client, claim, signal, pause) }
}

describe('a payment that went through', () => {
  test('is asked for until the server says that the plan counts', async () => {
    const { ask, pauses } = paid(3)
    expect(await ask()).toMatchObject({ limit: 500 })
    expect(pauses).toEqual([2000, 3000, 4500])
  })

  test('that the server does not see for a minute is said to be pending', async () => {
    const { ask, pauses } = paid(1000)
    expect(await ask()).toBeNull()
    expect(Math.max(...pauses)).toBe(8000)
    expect(pauses.length).toBeLessThan(12)
  })

  test('is waited for while nobody can be reached', async () => {
    const { api, ask, pauses } = paid(0)
    // Each look is two calls.
    let failures = 4
    const answer = api.handle
    api.handle = async request => {
      if (failures-- > 0) throw new TypeError('Failed to fetch')
      return answer(request)
    }
    expect(await ask()).toMatchObject({ limit: 500 })
    expect(pauses).toHaveLength(2)
  })

  test('that turns out to be declined is told at once', async () => {
    const { api, ask, pauses } = paid(0)
    api.break('subscriptions.purchase', 'payment_declined')
    await expect(ask()).rejects.toMatchObject({ status: 402 })
    expect(pauses).toEqual([])
  })

  test('is not asked for any more when the sheet is closed', async () => {
    const { api, ask } = paid(1000)
    await expect(ask(AbortSignal.abort())).rejects.toThrow()
    expect(api.calls).toEqual([])
  })
})
