import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { seedFrom } from './extent.ts'
import { fuzz } from './fuzz.ts'
import { silentSpeech } from './silent-speech.ts'
import { startServer } from './start-server.ts'

/** `npm run fuzz -- --requests 1000000` sends more. */
const requests = Number(process.env.FUZZ_REQUESTS ?? 20_000)
const perRound = 2_000
/** Allowed growth of the heap after the first rounds: caches that are filled once, and noise. */
const maxGrowthMb = 40

it(
  `${requests.toLocaleString('en')} valid and invalid requests get no 5xx, only well-formed errors, and answers that match the contract [ASVS 1.2.4, 1.4.2, 1.5.2, 2.2.1, 2.2.2, 15.3.1, 15.3.5, 16.5.1, 16.5.3] [threat 25]`,
  async () => {
    const test = await startServer({ env: { TRUSTED_PROXIES: '1' }, ports: { speech: silentSpeech } })
    const statuses: Record<string, number> = {}
    const heapMb: number[] = []
    try {
      const seed = seedFrom('FUZZ_SEED')
      for (let round = 0; round < requests / perRound; round++) {
        const outcome = await fuzz(test, perRound, seed + 2 * round)
        expect(outcome.findings).toEqual([])
        for (const [status, count] of Object.entries(outcome.statuses))
          statuses[status] = (statuses[status] ?? 0) + count
        heapMb.push(heapUsedMb())
      }
    } finally {
      await test.stop()
    }
    // Valid requests succeeded and invalid ones were rejected, in large numbers.
    expect(statuses[200]).toBeGreaterThan(requests / 20)
    expect(statuses[400]).toBeGreaterThan(requests / 7)
    expect(heapMb.at(-1)! - heapMb[Math.min(2, heapMb.length - 1)]!).toBeLessThan(maxGrowthMb)
  },
  120_000 + requests * 30,
)

/** Heap in use after a garbage collection, MB. */
function heapUsedMb(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed / 2 ** 20
}
