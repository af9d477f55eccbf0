import { expect, it } from 'vitest'
import { fuzz } from './fuzz.ts'
import { silence } from './silence.ts'
import { startServer } from './start-server.ts'

it('2,000 requests, right and spoilt, get no 5xx, errors in their form and answers as the contract says', async () => {
  const test = await startServer({ env: { TRUSTED_PROXIES: '1' }, ports: { speech: silence } })
  try {
    const { findings, statuses } = await fuzz(test, 2_000, Number(process.env.FUZZ_SEED ?? Date.now() % 1e9))
    expect(findings).toEqual([])
    // Both halves got through to where they were meant to.
    expect(statuses[200]).toBeGreaterThan(100)
    expect(statuses[400]).toBeGreaterThan(300)
  } finally {
    await test.stop()
  }
}, 120_000)
