import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Store } from '../../../../ports/payments.ts'

/** A store with one existing purchase. */
export interface ContractBench {
  store: Store
  /** The same app with a service account that does not exist. */
  unauthorizedStore: Store
  /** Bought by a tester, not yet deleted by Google. */
  token: string
  close(): Promise<void>
}

/** Contract tests that run with the fake and with Google itself. They need an existing purchase, because no API can buy one. */
export function storeScenarios(open: () => Promise<ContractBench>, timeoutMs: number): void {
  let bench: ContractBench
  beforeAll(async () => {
    bench = await open()
  }, timeoutMs)
  afterAll(() => bench.close())
  const check = (name: string, test: () => Promise<void>) => it(name, test, timeoutMs)

  check('a Google Play purchase is read with plan, state and order', async () => {
    const purchase = await bench.store.read(bench.token)
    expect(purchase).toMatchObject({ id: bench.token, planId: expect.any(String) })
    expect(['active', 'trialing', 'past_due', 'paused', 'canceled', 'incomplete']).toContain(
      purchase?.providerStatus.state,
    )
    expect(purchase?.currency).toMatch(/^[a-z]{3}$/)
    expect(purchase?.transactionId).toMatch(/^GPA\./)
    expect(purchase!.periodEnd.getTime()).toBeGreaterThan(purchase!.startedAt.getTime())
  })

  check('a Google Play purchase can be acknowledged twice', async () => {
    for (let count = 0; count < 2; count++) await bench.store.acknowledge(bench.token)
    expect(await bench.store.read(bench.token)).toMatchObject({ isAcknowledged: true })
  })

  check('an unknown Google Play token returns null', async () => {
    for (const receipt of ['x'.repeat(120), `${'a'.repeat(24)}.AO-J1O${'b'.repeat(120)}`])
      expect(await bench.store.read(receipt)).toBeNull()
  })

  check('reading a Google Play purchase with an unknown service account fails', async () => {
    await expect(bench.unauthorizedStore.read(bench.token)).rejects.toMatchObject({ code: 'payment_unavailable' })
  })
}
