import { describe, expect, test } from 'vitest'
import { connect } from '../../../api/connection.ts'
import { createStorage } from '../../../device/storage.ts'
import { createMemoryApi, type MemoryApi } from '../../../test/server/memory-api.ts'
import { samplePurchase } from '../../../test/server/payment-samples.ts'
import { createWorld, sampleToken } from '../../../test/server/world.ts'
import { type PaymentClaim, waitForPlan } from './wait-for-plan.ts'

const claim: PaymentClaim = {
  planId: 'pro',
  paymentId: 'pi_10',
  paidWith: 'card',
  stripeSubscriptionId: 'sub_1',
  isChange: false,
}

/** A world in which the payment was made. `pauses` collects the pauses the client took, in ms. */
function paid(checksUntilPaid: number): {
  api: MemoryApi
  wait(signal?: AbortSignal): Promise<unknown>
  pauses: number[]
} {
  const world = createWorld({
    plan: 'free',
    checksUntilPaid,
    purchases: [samplePurchase('pro', Date.now(), { status: 'pending' })],
  })
  world.intents.set('pi_10', { planId: 'pro', purchaseId: 31, isPaid: true })
  const api = createMemoryApi(world)
  const storage = createStorage(() => localStorage)
  storage.initialise()
  storage.set('authToken', sampleToken)
  const { client, session } = connect(storage, { clearMemory() {}, eraseDevice() {} }, async (input, init) =>
    api.handle(new Request(new URL(String(input), 'http://localhost'), init)),
  )
  session.restore()
  const pauses: number[] = []
  const pause = async (ms: number) => void pauses.push(ms)
  return { api, pauses, wait: (signal = new AbortController().signal) => waitForPlan(client, claim, signal, pause) }
}

describe('waiting for a paid plan', () => {
  test('polls with growing pauses until the server reports the paid plan as active', async () => {
    const { wait, pauses } = paid(3)
    expect(await wait()).toMatchObject({ limit: 500 })
    expect(pauses).toEqual([2000, 3000, 4500])
  })

  test('gives up waiting for the plan after a minute', async () => {
    const { wait, pauses } = paid(1000)
    expect(await wait()).toBeNull()
    expect(Math.max(...pauses)).toBe(8000)
    expect(pauses.length).toBeLessThan(12)
  })

  test('keeps waiting for the plan while the server cannot be reached', async () => {
    const { api, wait, pauses } = paid(0)
    // Each check is two requests.
    let failures = 4
    const answer = api.handle
    api.handle = async request => {
      if (failures-- > 0) throw new TypeError('Failed to fetch')
      return answer(request)
    }
    expect(await wait()).toMatchObject({ limit: 500 })
    expect(pauses).toHaveLength(2)
  })

  test('throws at once if the payment turns out to be declined', async () => {
    const { api, wait, pauses } = paid(0)
    api.break('subscriptions.purchase', 'payment_declined')
    await expect(wait()).rejects.toMatchObject({ status: 402 })
    expect(pauses).toEqual([])
  })

  test('stops checking for the plan when the sheet is closed', async () => {
    const { api, wait } = paid(1000)
    await expect(wait(AbortSignal.abort())).rejects.toThrow()
    expect(api.calls).toEqual([])
  })
})
