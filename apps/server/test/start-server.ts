import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ApiError, type Client, createClient } from '@recaps/contract'
import { type FakeYoutube, type Fault, startFakeYoutube } from '@recaps/fake-youtube'
import { afterAll, inject } from 'vitest'
import { type RunningServer, type ServerOptions, startServer as start } from '../src/compose.ts'
import { openThreads, type Threads } from '../src/compose-adapters.ts'
import { readConfig } from '../src/config.ts'
import type { Clock } from '../src/ports/clock.ts'
import { extent, inTurn } from './extent.ts'
import { createDatabaseOn } from './postgres.ts'
import { eventually } from './waiting.ts'

export type DatabaseKind = 'embedded' | 'PostgreSQL'

/** The databases the product runs on, as far as this machine has them; the name of a missing one says why it is skipped. */
export const databases: { kind: DatabaseKind; name: string; isHere: boolean }[] = [
  { kind: 'embedded', name: 'on the embedded database', isHere: true },
  {
    kind: 'PostgreSQL',
    name: inject('postgres') ? 'on PostgreSQL' : 'on PostgreSQL (skipped: no PostgreSQL)',
    isHere: inject('postgres') !== null,
  },
]

const here = databases.filter(({ isHere }) => isHere)

/**
 * The same for suites that take long on each: one of the databases that are here, by turns of days. All of them on both would
 * take longer than whoever waits for `npm test` has.
 */
export const databasesInTurn = inTurn(here, here.length)

/**
 * For suites that start a process for each of many steps: opening the embedded database takes each of them longer than all that
 * it does. Where there is no PostgreSQL they run on the embedded one.
 */
export const databasesOfProcesses = extent(1, 0) === 1 ? here : here.slice(-1)

export interface TestServer {
  url: string
  server: RunningServer
  fake: FakeYoutube
  clock: MovableClock
  dataDir: string
  /** Signed-out client. */
  anonymous: Client
  /** Registers a new user and gives a client in their name. */
  newUser(): Promise<TestUser>
  /** Registers a new user whose address is confirmed. */
  newConfirmedUser(): Promise<TestUser>
  stop(): Promise<void>
}

export interface TestUser {
  client: Client
  token: string
  email: string
  id: number
}

export const password = 'correct horse battery'

/** A clock that runs with the real one and can be pushed ahead. */
export interface MovableClock extends Clock {
  advance(ms: number): void
}

export function movableClock(): MovableClock {
  let aheadMs = 0
  return {
    now: () => new Date(Date.now() + aheadMs),
    advance(ms) {
      aheadMs += ms
    },
  }
}

export interface ServerWishes {
  database?: DatabaseKind
  env?: Record<string, string>
  faults?: Record<string, Fault>
  recordings?: string
  /** What the stand-in of YouTube lets hear of its videos. */
  sounds?: Readonly<Record<string, Uint8Array>>
  /** Shares the fake of another server. */
  fake?: FakeYoutube
  /** Uses this database instead of one of its own, for several servers on one. */
  databaseUrl?: string
  /** Adapters in place of the built-in ones. */
  ports?: ServerOptions['ports']
  /** Its own, as it runs; usually the test's. */
  clock?: 'its own'
  passed?: ServerOptions['passed']
  patience?: ServerOptions['patience']
}

let threads: Threads | undefined

/** Of all servers in this process: filling threads of its own with what they know costs each of them more than its tests do. */
function sharedThreads(): Threads {
  threads ??= openThreads({ threads: 2 })
  return threads
}

/** The whole server in this process, on a database of its own, with a stand-in of YouTube beside it. */
export async function startServer(wishes: ServerWishes = {}): Promise<TestServer> {
  const clock = movableClock()
  const fake =
    wishes.fake ??
    (await startFakeYoutube({
      clock,
      ...(wishes.faults ? { faults: wishes.faults } : {}),
      ...(wishes.recordings ? { recordings: wishes.recordings } : {}),
      ...(wishes.sounds ? { sounds: wishes.sounds } : {}),
    }))
  const dataDir = mkdtempSync(path.join(tmpdir(), 'recaps-test-'))
  const isEmbedded = !wishes.databaseUrl && (wishes.database ?? 'embedded') === 'embedded'
  if (isEmbedded) cpSync(inject('template'), dataDir, { recursive: true })
  const config = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
    LOG_FORMAT: 'json',
    DEFAULT_PLAN: 'ultimate',
    YOUTUBE_URL: fake.url,
    // Each user comes from a network of their own, so that tests do not run into each other's limits.
    TRUSTED_PROXIES: '1',
    ...(isEmbedded
      ? {}
      : {
          DATABASE_URL:
            wishes.databaseUrl ?? (await createDatabaseOn(inject('postgres')!, inject('postgresTemplate')!)),
        }),
    PATH: process.env.PATH,
    ...wishes.env,
  })
  const server = await start(config, {
    appVersion: '0.0.0-test',
    threads: sharedThreads(),
    ...(wishes.clock ? {} : { clock }),
    ...(wishes.ports ? { ports: wishes.ports } : {}),
    ...(wishes.passed ? { passed: wishes.passed } : {}),
    ...(wishes.patience ? { patience: wishes.patience } : {}),
  })
  const url = `http://127.0.0.1:${server.port}`
  const test: TestServer = {
    url,
    server,
    fake,
    clock,
    dataDir,
    anonymous: createClient({ baseUrl: url, token: () => '' }),
    newUser: () => newUser(url),
    async newConfirmedUser() {
      const user = await newUser(url)
      const { db } = server.services.database
      await db.updateTable('users').set({ email_verified_at: clock.now() }).where('id', '=', user.id).execute()
      return user
    },
    async stop() {
      await server.stop(2_000)
      if (!wishes.fake) await fake.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  return test
}

/** A server for all tests of the surrounding block. */
export async function useServer(wishes: ServerWishes = {}): Promise<TestServer> {
  const test = await startServer(wishes)
  afterAll(() => test.stop())
  return test
}

let users = 0

async function newUser(url: string): Promise<TestUser> {
  const email = `user-${++users}-${Math.random().toString(36).slice(2, 8)}@example.com`
  const headers = { 'X-Forwarded-For': `10.${Math.floor(users / 250)}.${users % 250}.1` }
  const register = () =>
    createClient({ baseUrl: url, token: () => '' })
      .auth.register({ body: { email, password, timezone: 'Europe/Rome' } }, { headers })
      .catch(error => {
        // A test that registers a crowd at once fills the queue of passwords to hash; it comes back as it is told to.
        if (error instanceof ApiError && error.status === 503) return null
        throw error
      })
  const { token, user } = (await eventually(register, Boolean, 240_000))!
  return { client: createClient({ baseUrl: url, token: () => token }), token, email, id: user.id }
}
