import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { fuzz } from './fuzz.ts'
import { silence } from './silence.ts'
import { startServer } from './start-server.ts'

/** `npm run fuzz -- --requests 1000000` asks for more. */
const requests = Number(process.env.FUZZ_REQUESTS ?? 20_000)
const inOneRound = 2_000
/** What is held after so many requests more than after the first rounds: caches that are filled once, and noise. */
const mostGrowthMb = 40

it(
  `${requests.toLocaleString('en')} requests, right and spoilt, get no 5xx, errors in their form and answers as the contract says [ASVS 1.2.4, 1.4.2, 1.5.2, 2.2.1, 2.2.2, 15.3.1, 15.3.5, 16.5.1, 16.5.3] [threat 25]`,
  async () => {
    const test = await startServer({ env: { TRUSTED_PROXIES: '1' }, ports: { speech: silence } })
    const statuses: Record<string, number> = {}
    const held: number[] = []
    try {
      const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1e9)
      for (let round = 0; round < requests / inOneRound; round++) {
        const outcome = await fuzz(test, inOneRound, seed + 2 * round)
        expect(outcome.findings).toEqual([])
        for (const [status, count] of Object.entries(outcome.statuses))
          statuses[status] = (statuses[status] ?? 0) + count
        held.push(heldMb())
      }
    } finally {
      await test.stop()
    }
    // Both halves got through to where they were meant to.
    expect(statuses[200]).toBeGreaterThan(requests / 20)
    expect(statuses[400]).toBeGreaterThan(requests / 7)
    expect(held.at(-1)! - held[Math.min(2, held.length - 1)]!).toBeLessThan(mostGrowthMb)
  },
  120_000 + requests * 30,
)

/** Megabytes of objects that are still reachable. */
function heldMb(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed / 2 ** 20
}
