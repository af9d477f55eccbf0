import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createClient } from '@recaps/contract'
import { startFakeYoutube } from '@recaps/fake-youtube'
import { sql } from 'kysely'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { openDatabase } from '../src/database/open.ts'
import { systemClock } from '../src/ports/clock.ts'
import { dataFolderFindings } from './audit.ts'
import { type Program, runProgram } from './program.ts'
import { password } from './start-server.ts'
import { eventually, untilState, youtube } from './wait-for.ts'

const fake = await startFakeYoutube()
const folders: string[] = []
const programs: Program[] = []
afterAll(async () => {
  for (const program of programs) program.kill('SIGKILL')
  await Promise.all(programs.map(program => program.ended))
  await fake.close()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function dataFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'recaps-program-'))
  folders.push(folder)
  cpSync(inject('template'), folder, { recursive: true })
  return folder
}
function run(env: Record<string, string>): Program {
  const program = runProgram({ YOUTUBE_URL: fake.url, LOG_LEVEL: 'warn', ...env })
  programs.push(program)
  return program
}
const clientOf = (port: number, token = '') => createClient({ baseUrl: `http://127.0.0.1:${port}`, token: () => token })

describe('starting', () => {
  /** Starts the program and returns its output: a sentence or a list, never a stack trace. */
  async function failedStart(env: Record<string, string>): Promise<string> {
    const program = run(env)
    expect((await program.ended).code).toBe(1)
    expect(program.output()).not.toMatch(/\n\s+at |node:internal|\bError:/)
    return program.output().trim()
  }

  it('a start with invalid settings fails with a list of what to fix', async () => {
    expect(await failedStart({ PORT: 'x', VOICE: 'y', DATA_DIR: '/tmp' })).toBe(
      'Invalid configuration:\n  - PORT must be a whole number from 0 to 65535\n  - VOICE must be one of rms, slt',
    )
  })

  it('a start on a full disk fails, and succeeds when there is space again', async ({ skip }) => {
    const disk = mkdtempSync(path.join(tmpdir(), 'recaps-full-'))
    folders.push(disk)
    const mount = (size: string, ...options: string[]) =>
      spawnSync('mount', ['-t', 'tmpfs', '-o', [`size=${size}`, ...options].join(), 'tmpfs', disk]).status === 0
    if (!mount('20m')) skip('only root may mount a disk')
    try {
      const DATA_DIR = path.join(disk, 'data')
      expect(await failedStart({ DATA_DIR })).toBe(
        `The disk with ${DATA_DIR}/database is full. Free some space, or set DATA_DIR to a folder on another disk.`,
      )
      mount('400m', 'remount')
      const program = run({ DATA_DIR })
      expect(await program.port).toBeGreaterThan(0)
      program.kill('SIGTERM')
      await program.ended
    } finally {
      spawnSync('umount', [disk])
    }
  })

  it('a start with a damaged embedded database fails', async () => {
    const DATA_DIR = dataFolder()
    rmSync(path.join(DATA_DIR, 'database/global'), { recursive: true })
    expect(await failedStart({ DATA_DIR })).toMatch(/^The embedded database in .* is damaged\. Restore the data folder/)
  })

  it('a start fails if the data folder is not writable', async () => {
    const file = path.join(dataFolder(), 'a-file')
    writeFileSync(file, '')
    expect(await failedStart({ DATA_DIR: file })).toBe(
      `Cannot write to the data folder ${file}. Set DATA_DIR to a folder that this user owns.`,
    )
  })

  it('a start fails if its port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    expect(await failedStart({ DATA_DIR: dataFolder(), PORT: String(port) })).toContain(
      `Port ${port} is in use. Stop the program that uses it, or choose another port with PORT.`,
    )
    other.close()
  })

  it('a start fails if PostgreSQL does not answer, without printing the password', async () => {
    const output = await failedStart({
      DATA_DIR: dataFolder(),
      DATABASE_URL: 'postgres://ada:hunter2@127.0.0.1:9/none',
    })
    expect(output).toMatch(/^Cannot connect to PostgreSQL \(DATABASE_URL\): .+\.$/)
    expect(output).not.toContain('hunter2')
  })

  it.skipIf(!inject('postgres'))('a start fails if the PostgreSQL database does not exist', async () => {
    const url = inject('postgres')!.replace(/\/[^/]*$/, '/nowhere')
    expect(await failedStart({ DATA_DIR: dataFolder(), DATABASE_URL: url })).toBe(
      'Cannot connect to PostgreSQL (DATABASE_URL): database "nowhere" does not exist.',
    )
  })

  it('a start fails on a database that a newer version migrated', async () => {
    const dataDir = dataFolder()
    const database = await openDatabase({ dataDir, databaseUrl: undefined }, systemClock)
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2030')`.execute(database.db)
    await database.close()
    expect(await failedStart({ DATA_DIR: dataDir })).toMatch(
      /^A newer version of this program has migrated the database \(9999-later\)\. Start that version/,
    )
  })

  it('a second start on one data folder fails while the first process runs, and succeeds after it was killed', async () => {
    const dataDir = dataFolder()
    const first = run({ DATA_DIR: dataDir })
    await first.port
    expect(await failedStart({ DATA_DIR: dataDir })).toMatch(
      /^The data folder .* is in use by another process \(\d+\)\. Stop/,
    )
    first.kill('SIGKILL')
    await first.ended
    // The start deletes the partial files that a killed process left.
    const partialFile = path.join(dataDir, 'files', 'audio', 'x.mp3.7-1.part')
    mkdirSync(path.dirname(partialFile), { recursive: true })
    writeFileSync(partialFile, 'half')
    expect(await run({ DATA_DIR: dataDir }).port).toBeGreaterThan(0)
    expect(existsSync(partialFile)).toBe(false)
  })
})

describe('stopping', () => {
  it('a stopping server fails no request under load and hands its jobs over to the next start', async () => {
    const dataDir = dataFolder()
    const first = run({ DATA_DIR: dataDir })
    const port = await first.port
    const { token } = await clientOf(port).auth.register({ body: { email: 'load@example.com', password } })
    const client = clientOf(port, token)
    const ids: number[] = []
    for (const urlOrId of ['Sli7FA6EbqI', 'gRHHjJqI4qA', 'xxM5UYAr6qo'])
      ids.push((await client.summaries.request({ body: { urlOrId, type: youtube } })).id)
    await untilState(client, ids[0]!, 'readable', 'ready')

    const load = { answered: 0, failed: [] as string[] }
    const users = Array.from({ length: 6 }, () => keepAsking(`http://127.0.0.1:${port}/api/summaries`, token, load))
    await eventually(
      async () => load.answered,
      answered => answered > 30,
    )
    const startedAt = performance.now()
    first.kill('SIGTERM')
    expect(await first.ended).toEqual({ code: 0, signal: null })
    expect(performance.now() - startedAt).toBeLessThan(30_000)
    await Promise.all(users)
    expect(load.failed).toEqual([])

    const second = run({ DATA_DIR: dataDir })
    const next = clientOf(await second.port, token)
    for (const id of ids) await untilState(next, id, 'ready')
    second.kill('SIGTERM')
    expect((await second.ended).code).toBe(0)
    expect(await dataFolderFindings(dataDir)).toEqual([])
  }, 300_000)

  it('a stopping server closes open event streams without waiting for their readers', async () => {
    const program = run({ DATA_DIR: dataFolder() })
    const port = await program.port
    const { token } = await clientOf(port).auth.register({ body: { email: 'reader@example.com', password } })
    const stream = await fetch(`http://127.0.0.1:${port}/api/summaries/events`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    const read = stream.text()
    const startedAt = performance.now()
    program.kill('SIGTERM')
    const late = await eventually(
      () =>
        fetch(`http://127.0.0.1:${port}/api/summaries/events`, {
          headers: { Authorization: `Bearer ${token}` },
          signal: AbortSignal.timeout(5_000),
        }),
      answer => answer.status !== 200,
    )
    expect(late.status).toBe(503)
    expect((await program.ended).code).toBe(0)
    expect(performance.now() - startedAt).toBeLessThan(8_000)
    expect(await read).toContain(': open')
  })
})

describe('the log', () => {
  it('the log never contains a token, a password or an email address, wherever a request sends them [ASVS 14.2.1, 14.2.4, 16.2.5]', async () => {
    const program = run({ DATA_DIR: dataFolder(), LOG_LEVEL: 'debug' })
    const port = await program.port
    const canary = { email: 'canary-4711@example.com', password: 'canary-password-0815' }
    const { token } = await clientOf(port).auth.register({ body: canary })
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        ...init,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...init.headers },
      }).then(answer => answer.text())
    const body = JSON.stringify({ ...canary, token, urlOrId: canary.password, type: 'youtube' })
    for (const path of [
      '/api/auth/login',
      '/api/auth/register',
      '/api/summaries',
      '/api/summaries/preview',
      '/api/none',
    ])
      for (const method of ['POST', 'PATCH']) await ask(path, { method, body })
    await ask(`/api/users/profile?token=${token}&password=${canary.password}`)
    await ask(`/audio/1/x.mp3?session=1&expires=1&signature=${token}`)
    await ask('/api/summaries', { method: 'POST', body: `{"password":"${canary.password}"` })
    // The login above was sent with the session, which ended it.
    const { token: another } = await clientOf(port).auth.login({ body: canary })
    const client = clientOf(port, another)
    const { id } = await client.summaries.request({ body: { urlOrId: 'ryPGNFRu8mk', type: youtube } })
    await untilState(client, id, 'failed')
    program.kill('SIGTERM')
    await program.ended
    expect(program.output()).toContain('step failed')
    for (const secret of [token, another, canary.email, canary.password]) expect(program.output()).not.toContain(secret)
  })
})

/** Sends requests like a load balancer: over open connections, until an answer closes its connection. Other errors count as failures. */
async function keepAsking(url: string, token: string, load: { answered: number; failed: string[] }): Promise<void> {
  for (;;) {
    try {
      const answer = await fetch(url, { headers: { Authorization: `Bearer ${token}` } })
      const body = (await answer.json()) as { data?: unknown[] }
      if (answer.status !== 200 || !body.data) load.failed.push(`${answer.status}`)
      load.answered++
      if (answer.headers.get('connection') === 'close') return
      await setTimeout(20)
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined
      load.failed.push(cause instanceof Error && 'code' in cause ? String(cause.code) : String(error))
      return
    }
  }
}
