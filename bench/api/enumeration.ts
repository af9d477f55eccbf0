import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient } from '@recaps/contract'
import { startServer } from '../../apps/server/src/compose.ts'
import { readConfig } from '../../apps/server/src/config.ts'
import { type Figure, percentile } from '../figure.ts'

const password = 'a summary a day'
/** No address is mailed more than three times in an hour. */
const usersFor = (samples: number): number => Math.ceil(samples / 3)

/** Whether the time of an answer tells who has an account: wrong log-ins, and links for a new password. */
export async function measureEnumeration(samples: number): Promise<Figure[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'recaps-bench-'))
  const env = { DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'error', TRUSTED_PROXIES: '1' }
  const server = await startServer(readConfig(env), { appVersion: 'bench' })
  const url = `http://127.0.0.1:${server.port}`
  let network = 0
  /** From another network every time, so that no limit decides. */
  const elsewhere = () => {
    network++
    return { 'X-Forwarded-For': `10.${network >> 8}.${network & 255}.1` }
  }
  try {
    const known: string[] = []
    const client = createClient({ baseUrl: url, token: () => '' })
    for (let n = 0; n < usersFor(samples); n++) {
      const email = `known-${n}@example.com`
      await client.auth.register({ body: { email, password } }, { headers: elsewhere() })
      known.push(email)
    }
    const ask = async (at: string, body: object): Promise<number> => {
      const startedAt = performance.now()
      const answer = await fetch(url + at, {
        method: 'POST',
        headers: { ...elsewhere(), 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
      await answer.text()
      return performance.now() - startedAt
    }
    const logIn = (email: string) => ask('/api/auth/login', { email, password: 'not the password' })
    const askForLink = (email: string) => ask('/api/auth/request-password-reset', { email })
    return [
      await compared('a wrong log-in', samples, known, logIn),
      await compared('asking for a new password', samples, known, askForLink),
    ]
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Both in turn, so that whatever else the machine does falls on both; the difference of the two middles, in percent. */
async function compared(
  what: string,
  samples: number,
  known: readonly string[],
  ask: (email: string) => Promise<number>,
): Promise<Figure> {
  const took = { known: [] as number[], unknown: [] as number[] }
  for (let round = -10; round < samples; round++) {
    const pair = [
      ['known', known[Math.abs(round) % known.length]!],
      ['unknown', `nobody-${crypto.randomUUID()}@example.com`],
    ] as const
    for (const [kind, email] of round % 2 ? pair : pair.toReversed()) {
      const ms = await ask(email)
      // The first rounds warm both.
      if (round >= 0) took[kind].push(ms)
    }
  }
  const [one, other] = [percentile(took.known, 0.5), percentile(took.unknown, 0.5)]
  const percent = (Math.abs(one - other) / Math.min(one, other)) * 100
  return {
    name: `${what}: difference of the medians for known and unknown addresses (${one.toFixed(2)} and ${other.toFixed(2)} ms)`,
    ...{ samples, p50: percent, p95: percent, unit: '%', target: '< 5', met: percent < 5 },
  }
}
