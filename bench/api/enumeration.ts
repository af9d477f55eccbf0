import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient } from '@recaps/contract'
import { startServer } from '../../apps/server/src/compose.ts'
import { readConfig } from '../../apps/server/src/config.ts'
import { type Figure, percentile } from '../figure.ts'

const password = 'a summary a day'
/** An address gets at most three password reset mails an hour. */
const usersFor = (samples: number): number => Math.ceil(samples / 3)

/** Measures whether response times reveal which addresses have an account, for failed logins and password reset requests. */
export async function measureEnumeration(samples: number): Promise<Figure[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'recaps-bench-'))
  const env = { DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'error', TRUSTED_PROXIES: '1' }
  const server = await startServer(readConfig(env), { appVersion: 'bench' })
  const url = `http://127.0.0.1:${server.port}`
  let network = 0
  /** Every request comes from another network, to stay below rate limits. */
  const fromNewNetwork = () => {
    network++
    return { 'X-Forwarded-For': `10.${network >> 8}.${network & 255}.1` }
  }
  try {
    const known: string[] = []
    const client = createClient({ baseUrl: url, token: () => '' })
    for (let n = 0; n < usersFor(samples); n++) {
      const email = `known-${n}@example.com`
      await client.auth.register({ body: { email, password } }, { headers: fromNewNetwork() })
      known.push(email)
    }
    const timeRequest = async (at: string, body: object): Promise<number> => {
      const startedAt = performance.now()
      const answer = await fetch(url + at, {
        method: 'POST',
        headers: { ...fromNewNetwork(), 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
      await answer.text()
      return performance.now() - startedAt
    }
    const logIn = (email: string) => timeRequest('/api/auth/login', { email, password: 'not the password' })
    const requestLink = (email: string) => timeRequest('/api/auth/request-password-reset', { email })
    return [
      await compareMedians('failed login', samples, known, logIn),
      await compareMedians('password reset request', samples, known, requestLink),
    ]
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Difference of the two medians in percent. Alternates between known and unknown addresses, so that other load affects both. */
async function compareMedians(
  what: string,
  samples: number,
  known: readonly string[],
  timeRequest: (email: string) => Promise<number>,
): Promise<Figure> {
  const durations = { known: [] as number[], unknown: [] as number[] }
  for (let round = -10; round < samples; round++) {
    const pair = [
      ['known', known[Math.abs(round) % known.length]!],
      ['unknown', `nobody-${crypto.randomUUID()}@example.com`],
    ] as const
    for (const [kind, email] of round % 2 ? pair : pair.toReversed()) {
      const ms = await timeRequest(email)
      // The first ten rounds are warm-up.
      if (round >= 0) durations[kind].push(ms)
    }
  }
  const [knownMs, unknownMs] = [percentile(durations.known, 0.5), percentile(durations.unknown, 0.5)]
  const percent = (Math.abs(knownMs - unknownMs) / Math.min(knownMs, unknownMs)) * 100
  return {
    name: `${what}: difference of the medians for known and unknown addresses (${knownMs.toFixed(2)} and ${unknownMs.toFixed(2)} ms)`,
    ...{ samples, p50: percent, p95: percent, unit: '%', target: '< 5', isTargetMet: percent < 5 },
  }
}
