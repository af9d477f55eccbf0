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
import { extent } from './extent.ts'
import { createDatabaseOn } from './postgres.ts'
import { eventually } from './wait-for.ts'

export type DatabaseKind = 'embedded' | 'PostgreSQL'

/** The databases the product runs on. The name of one that this machine lacks says why its tests are skipped. */
export const databases: { kind: DatabaseKind; name: string; isAvailable: boolean }[] = [
  { kind: 'embedded', name: 'on the embedded database', isAvailable: true },
  {
    kind: 'PostgreSQL',
    name: inject('postgres') ? 'on PostgreSQL' : 'on PostgreSQL (skipped: no PostgreSQL)',
    isAvailable: inject('postgres') !== null,
  },
]

const available = databases.filter(({ isAvailable }) => isAvailable)

/**
 * The databases that most tests use: PostgreSQL if it is installed, because it starts faster and runs statements in parallel, as in
 * the service. With `--whole` both. Tests of what differs between the databases use `databases`.
 */
export const usualDatabases = extent(available.length, 1) === 1 ? available.slice(-1) : available

export interface TestServer {
  url: string
  server: RunningServer
  fake: FakeYoutube
  clock: MovableClock
  dataDir: string
  /** Environment of commands that use this server's data. */
  commandEnv: Record<string, string | undefined>
  /** Signed-out client. */
  anonymous: Client
  /** Registers a new user and returns a client that is signed in as this user. */
  newUser(): Promise<TestUser>
  /** Registers a new user with a confirmed email address. */
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

/** A clock that runs with the real one and can be advanced. */
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

export interface TestServerOptions {
  database?: DatabaseKind
  env?: Record<string, string>
  faults?: Record<string, Fault>
  recordings?: string
  /** Audio of videos in the YouTube fake, by id. */
  audio?: Readonly<Record<string, Uint8Array>>
  /** Shares the YouTube fake of another server. */
  fake?: FakeYoutube
  /** Uses this database instead of a new one, so that several servers can share it. */
  databaseUrl?: string
  /** Adapters in place of the built-in ones. */
  ports?: ServerOptions['ports']
  /** Uses the server's own clock instead of the test's. */
  clock?: 'its own'
  passed?: ServerOptions['passed']
  requestTimeouts?: ServerOptions['requestTimeouts']
}

let threads: Threads | undefined

/** Shared by all servers in this process: loading data into new threads takes each server longer than its tests. */
function sharedThreads(): Threads {
  threads ??= openThreads({ threads: 2 })
  return threads
}

/** Starts the whole server in this process, on its own database, with a YouTube fake. */
export async function startServer(options: TestServerOptions = {}): Promise<TestServer> {
  const clock = movableClock()
  const fake =
    options.fake ??
    (await startFakeYoutube({
      clock,
      ...(options.faults ? { faults: options.faults } : {}),
      ...(options.recordings ? { recordings: options.recordings } : {}),
      ...(options.audio ? { audioFiles: options.audio } : {}),
    }))
  const dataDir = mkdtempSync(path.join(tmpdir(), 'recaps-test-'))
  const isEmbedded = !options.databaseUrl && (options.database ?? usualDatabases[0]!.kind) === 'embedded'
  if (isEmbedded) cpSync(inject('template'), dataDir, { recursive: true })
  const config = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
    LOG_FORMAT: 'json',
    DEFAULT_PLAN: 'ultimate',
    YOUTUBE_URL: fake.url,
    // Each user comes from its own network, so that tests do not share rate limits.
    TRUSTED_PROXIES: '1',
    ...(isEmbedded
      ? {}
      : {
          DATABASE_URL:
            options.databaseUrl ?? (await createDatabaseOn(inject('postgres')!, inject('postgresTemplate')!)),
        }),
    PATH: process.env.PATH,
    ...options.env,
  })
  const server = await start(config, {
    appVersion: '0.0.0-test',
    threads: sharedThreads(),
    ...(options.clock ? {} : { clock }),
    ...(options.ports ? { ports: options.ports } : {}),
    ...(options.passed ? { passed: options.passed } : {}),
    ...(options.requestTimeouts ? { requestTimeouts: options.requestTimeouts } : {}),
  })
  const url = `http://127.0.0.1:${server.port}`
  const test: TestServer = {
    url,
    server,
    fake,
    clock,
    dataDir,
    commandEnv: { PATH: process.env.PATH, DATA_DIR: dataDir, DATABASE_URL: config.databaseUrl },
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
      if (!options.fake) await fake.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  return test
}

/** A server for all tests of the surrounding block. */
export async function useServer(options: TestServerOptions = {}): Promise<TestServer> {
  const test = await startServer(options)
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
        // Registering many users at once fills the queue for password hashes: try again.
        if (error instanceof ApiError && error.status === 503) return null
        throw error
      })
  const { token, user } = (await eventually(register, Boolean, 240_000))!
  return { client: createClient({ baseUrl: url, token: () => token }), token, email, id: user.id }
}
