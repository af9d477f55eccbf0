import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ApiError, type Client, createClient } from '@recaps/contract'
import { type Fault, startFakeYoutube } from '@recaps/fake-youtube'
import { inject } from 'vitest'
import { type Db, openDatabase } from '../src/database/open.ts'
import { systemClock } from '../src/ports/clock.ts'
import { createDatabaseOn } from './postgres.ts'
import { forkServer } from './server-process.ts'
import { silentSpeech } from './silent-speech.ts'
import { type DatabaseKind, password, startServer } from './start-server.ts'

/** Servers on one database: one server on the embedded one, or two processes on PostgreSQL. No user has bought a plan. */
export interface RaceServers {
  db: Db
  /** A new user's client on each of the servers. */
  newUser(): Promise<Client[]>
  stop(): Promise<void>
}

/** YouTube is rate-limited, so that summaries stay in progress and keep their quota. */
const faults: Record<string, Fault> = {
  'player|*': { kind: 'status', status: 429, headers: { 'retry-after': '3000' } },
}

export const startRaceServers = (kind: DatabaseKind): Promise<RaceServers> =>
  kind === 'embedded' ? inThisProcess() : inTwoProcesses()

async function inThisProcess(): Promise<RaceServers> {
  const test = await startServer({ env: { DEFAULT_PLAN: 'free' }, faults, ports: { speech: silentSpeech } })
  return { db: test.server.services.database.db, newUser: () => newUserAt([test.url]), stop: test.stop }
}

async function inTwoProcesses(): Promise<RaceServers> {
  const fake = await startFakeYoutube({ faults })
  const dataDir = mkdtempSync(path.join(tmpdir(), 'recaps-race-'))
  const databaseUrl = await createDatabaseOn(inject('postgres')!)
  const env = {
    ...{ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, SECRET_KEY: 'k'.repeat(40), YOUTUBE_URL: fake.url },
    ...{ ROLES: 'api', DEFAULT_PLAN: 'free', THREADS: '1', TRUSTED_PROXIES: '1' },
  }
  const servers = [await forkServer(env).serving, await forkServer(env).serving]
  const database = await openDatabase({ dataDir, databaseUrl }, systemClock)
  return {
    db: database.db,
    newUser: () => newUserAt(servers.map(({ url }) => url)),
    async stop() {
      await Promise.all(servers.map(server => server.kill('SIGKILL')))
      await database.close()
      await fake.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

let users = 0

/** Registers a user in its own network, so that only the limits of the plan apply. */
async function newUserAt(urls: string[]): Promise<Client[]> {
  const email = `racer-${++users}@example.com`
  const { token } = await createClient({ baseUrl: urls[0]!, token: () => '' }).auth.register(
    { body: { email, password } },
    { headers: { 'X-Forwarded-For': `10.${Math.floor(users / 250)}.${users % 250}.1` } },
  )
  return urls.map(baseUrl => createClient({ baseUrl, token: () => token }))
}

/** `taken` if a call succeeded, or the code it was refused with. Throws on server errors. */
export async function callOutcome(call: Promise<unknown>): Promise<string> {
  try {
    await call
    return 'taken'
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return error.body?.code ?? error.message
    throw error
  }
}

/** Makes `count` calls in parallel, distributed over the clients. Returns how often each outcome occurred. */
export async function callInParallel(
  clients: readonly Client[],
  count: number,
  call: (client: Client, n: number) => Promise<unknown>,
): Promise<Record<string, number>> {
  const calls = Array.from({ length: count }, (_, n) => callOutcome(call(clients[n % clients.length]!, n)))
  const outcomes = Object.groupBy(await Promise.all(calls), outcome => outcome)
  return Object.fromEntries(Object.entries(outcomes).map(([outcome, all]) => [outcome, all!.length]))
}
