import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Store } from '../../../../ports/payments.ts'

/** What may be asked about one purchase that somebody made in the app. */
export interface ContractBench {
  store: Store
  /** The same app, by a service account that does not exist. */
  stranger: Store
  /** Bought by a tester, and still known to Google. */
  token: string
  close(): Promise<void>
}

/** What must hold at the stand-in and at Google itself. It buys nothing: no interface of Google does. */
export function storeScenarios(open: () => Promise<ContractBench>, timeoutMs: number): void {
  let bench: ContractBench
  beforeAll(async () => {
    bench = await open()
  }, timeoutMs)
  afterAll(() => bench.close())
  const check = (name: string, test: () => Promise<void>) => it(name, test, timeoutMs)

  check('tells a purchase of a plan of ours', async () => {
    const purchase = await bench.store.read(bench.token)
    expect(purchase).toMatchObject({ id: bench.token, planId: expect.any(String) })
    expect(['active', 'trialing', 'past_due', 'paused', 'canceled', 'incomplete']).toContain(purchase?.standing.state)
    expect(purchase?.currency).toMatch(/^[a-z]{3}$/)
    expect(purchase?.transactionId).toMatch(/^GPA\./)
    expect(purchase!.periodEnd.getTime()).toBeGreaterThan(purchase!.startedAt.getTime())
  })

  check('takes an acknowledgement, and takes it again', async () => {
    for (let count = 0; count < 2; count++) await bench.store.acknowledge(bench.token)
    expect(await bench.store.read(bench.token)).toMatchObject({ isAcknowledged: true })
  })

  check('does not confirm what nobody bought', async () => {
    for (const receipt of ['x'.repeat(120), `${'a'.repeat(24)}.AO-J1O${'b'.repeat(120)}`])
      expect(await bench.store.read(receipt)).toBeNull()
  })

  check('says nothing to somebody else', async () => {
    await expect(bench.stranger.read(bench.token)).rejects.toMatchObject({ code: 'payment_unavailable' })
  })
}
