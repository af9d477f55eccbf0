import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { eventually } from './wait-for.ts'

export interface TestPostgres {
  /** Creates an empty database and returns its URL. */
  createDatabase(): Promise<string>
  stop(): Promise<void>
}

/** Starts PostgreSQL from the system's package in a temporary folder, not as root. Returns null if it is not installed. */
export async function startPostgres(parent = tmpdir()): Promise<TestPostgres | null> {
  const bin = findBinaries()
  if (!bin) return null
  const owner = unprivilegedUser()
  const folder = mkdtempSync(path.join(parent, 'recaps-postgres-'))
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const data = path.join(folder, 'data')
  execFileSync(
    path.join(bin, 'initdb'),
    ['-D', data, '-U', 'recaps', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'],
    {
      stdio: 'ignore',
      cwd: folder,
      ...owner,
    },
  )
  const port = await freePort()
  const settings = [
    'listen_addresses=127.0.0.1',
    'fsync=off',
    // Each of many test servers has a pool of its own.
    'max_connections=1000',
    // The data does not outlive the test run.
    'synchronous_commit=off',
    'full_page_writes=off',
    `unix_socket_directories=${folder}`,
  ]
  const server = spawn(
    path.join(bin, 'postgres'),
    ['-D', data, '-p', String(port), ...settings.flatMap(s => ['-c', s])],
    {
      stdio: 'ignore',
      cwd: folder,
      ...owner,
    },
  )
  const address = (name: string) => `postgres://recaps@127.0.0.1:${port}/${name}`
  await untilItAnswers(address('postgres'), server)
  let made = 0
  return {
    async createDatabase() {
      const name = `test_${process.pid}_${++made}_${Math.random().toString(36).slice(2, 8)}`
      await query(address('postgres'), `create database ${name}`)
      return address(name)
    },
    async stop() {
      const ended = new Promise(resolve => server.once('exit', resolve))
      server.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Creates a database on a running server, as a copy of the database at the URL `template` if given. Returns its URL. */
export async function createDatabaseOn(serverUrl: string, template?: string): Promise<string> {
  const name = `test_${process.pid}_${Math.random().toString(36).slice(2, 10)}`
  const copied = template ? ` template ${new URL(template).pathname.slice(1)} strategy file_copy` : ''
  await query(serverUrl, `create database ${name}${copied}`)
  return serverUrl.replace(/\/[^/]*$/, `/${name}`)
}

function findBinaries(): string | null {
  const packaged = '/usr/lib/postgresql'
  const versions = existsSync(packaged) ? readdirSync(packaged).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map(version => path.join(packaged, version, 'bin')),
    '/opt/homebrew/bin',
    '/usr/local/bin',
  ]
  return folders.find(folder => existsSync(path.join(folder, 'initdb'))) ?? null
}

/** PostgreSQL refuses to run as root, so it runs as `postgres` or `nobody`. */
function unprivilegedUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      // There is no such user: try the next one.
    }
  }
  return null
}

export function freePort(): Promise<number> {
  return new Promise(resolve => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}

async function untilItAnswers(url: string, server: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (server.exitCode !== null) throw new Error('PostgreSQL exited while starting')
    try {
      return await query(url, 'select 1')
    } catch {
      await new Promise(resolve => setTimeout(resolve, 100))
    }
  }
  throw new Error('PostgreSQL does not answer')
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

/** Waits until at least `count` statements that match the SQL pattern `like` wait for a lock. */
export async function untilLocked(pool: pg.Pool, like = '%', count = 1): Promise<void> {
  const waiting = `select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like $1`
  await eventually(
    async () => (await pool.query(waiting, [like])).rowCount ?? 0,
    found => found >= count,
  )
}
