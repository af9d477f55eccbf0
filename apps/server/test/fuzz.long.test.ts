import { expect, it } from 'vitest'
import { fuzz } from './fuzz.ts'
import { silence } from './silence.ts'
import { startServer } from './start-server.ts'

it('20,000 requests, right and spoilt, get no 5xx, errors in their form and answers as the contract says', async () => {
  const test = await startServer({ env: { TRUSTED_PROXIES: '1' }, ports: { speech: silence } })
  try {
    const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1e9)
    for (let round = 0; round < 10; round++) expect((await fuzz(test, 2_000, seed + 2 * round)).findings).toEqual([])
  } finally {
    await test.stop()
  }
}, 900_000)
