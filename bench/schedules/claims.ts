import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startPostgres } from '../../apps/server/test/postgres.ts'
import { type Figure, figure } from '../figure.ts'
import { dueCount, oldestDueSeconds, scheduleCount, seedSchedules } from './seed.ts'

interface Claimed {
  claimed: number
  /** Milliseconds since 1970, as both processes have one clock. */
  beganAt: number
  endedAt: number
}

interface Looked {
  emptyMs: number[]
  due: number
  lagSeconds: number
}

/** Two schedulers claim what is due at once among a million schedules; then they look when nothing is. */
export async function measureClaims(rounds: number): Promise<Figure[]> {
  const postgres = await startPostgres()
  if (!postgres) {
    console.log('skipped: no PostgreSQL')
    return []
  }
  const dataDir = mkdtempSync(path.join(tmpdir(), 'recaps-bench-'))
  const databaseUrl = await postgres.createDatabase()
  const claimers: ChildProcess[] = []
  try {
    for (const n of [1, 2]) claimers.push(await startClaimer(databaseUrl, path.join(dataDir, String(n))))
    await seedSchedules(databaseUrl)
    const perSecond: number[] = []
    let looked: Looked | undefined
    let lag: Looked | undefined
    for (let round = 0; round <= rounds; round++) {
      await makeDue(databaseUrl)
      lag = await ask<Looked>(claimers[0]!, 'look')
      const both = await Promise.all(claimers.map(claimer => ask<Claimed>(claimer, 'claim')))
      const total = both.reduce((sum, { claimed }) => sum + claimed, 0)
      if (total !== dueCount) throw new Error(`${total} of ${dueCount} were claimed`)
      const seconds = (Math.max(...both.map(one => one.endedAt)) - Math.min(...both.map(one => one.beganAt))) / 1000
      // The first round warms.
      if (round > 0) perSecond.push(total / seconds)
      looked = await ask<Looked>(claimers[0]!, 'look')
    }
    await refuseDoubles(databaseUrl, rounds + 1)
    const lagError = Math.abs(lag!.lagSeconds - oldestDueSeconds)
    return [
      figure(
        `${dueCount.toLocaleString('en')} due of ${scheduleCount.toLocaleString('en')} schedules: claimed by two processes`,
        perSecond,
        '/s',
        { least: 15_000 },
      ),
      figure('a look when none is due', looked!.emptyMs, 'ms', { p50: 2 }),
      figure('the lag that is told, off the true one by', [lagError], 's', { p95: 2 }),
    ]
  } finally {
    for (const claimer of claimers) claimer.kill()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function startClaimer(databaseUrl: string, dataDir: string): Promise<ChildProcess> {
  const child = fork(path.join(import.meta.dirname, 'claimer.ts'), {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: '0',
      // It looks when it is told to.
      ROLES: 'api',
      LOG_LEVEL: 'error',
      SECRET_KEY: 'a key of a benchmark, known to everybody',
    },
  })
  await answer(child)
  return child
}

const ask = <Answer>(child: ChildProcess, what: 'claim' | 'look'): Promise<Answer> => {
  const answered = answer<Answer>(child)
  child.send(what)
  return answered
}

const answer = <Answer>(child: ChildProcess): Promise<Answer> =>
  new Promise((resolve, reject) => {
    child.once('message', message => resolve(message as Answer))
    child.once('exit', code => reject(new Error(`A claimer ended with ${code}`)))
  })

/** So many of them are due, the longest for as long as is asked of the lag. */
async function makeDue(databaseUrl: string): Promise<void> {
  await query(
    databaseUrl,
    `update schedules set next_run_at = now() - interval '1 second' * (${oldestDueSeconds} * id / ${dueCount}) where id <= ${dueCount}`,
  )
  await query(databaseUrl, 'delete from pgboss.job')
  await query(databaseUrl, 'vacuum analyze schedules')
  await query(databaseUrl, 'vacuum analyze runs')
}

/** Each occurrence has one run, and each run one job. */
async function refuseDoubles(databaseUrl: string, rounds: number): Promise<void> {
  const [row] = await query(
    databaseUrl,
    'select count(*)::int as runs, count(distinct (schedule_id, due_at))::int as occurrences from runs',
  )
  if (row?.runs !== rounds * dueCount || row?.occurrences !== row?.runs)
    throw new Error(`${row?.runs} runs for ${rounds * dueCount} occurrences`)
}

async function query(databaseUrl: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
