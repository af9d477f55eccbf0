import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startPostgres } from '../../apps/server/test/postgres.ts'
import { type Figure, figure } from '../figure.ts'
import { dueCount, oldestDueSeconds, scheduleCount, seedSchedules } from './seed.ts'

interface ClaimResult {
  claimed: number
  /** Unix time in milliseconds: both processes share the machine's clock. */
  beganAt: number
  endedAt: number
}

interface CheckResult {
  emptyMs: number[]
  due: number
  lagSeconds: number
}

/** Two schedulers claim due schedules among a million at the same time; then one checks while none is due. */
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
    let checkResult: CheckResult | undefined
    let lag: CheckResult | undefined
    for (let round = 0; round <= rounds; round++) {
      await makeDue(databaseUrl)
      lag = await sendCommand<CheckResult>(claimers[0]!, 'check')
      const results = await Promise.all(claimers.map(claimer => sendCommand<ClaimResult>(claimer, 'claim')))
      const claimedCount = results.reduce((sum, { claimed }) => sum + claimed, 0)
      if (claimedCount !== dueCount) throw new Error(`${claimedCount} of ${dueCount} schedules were claimed`)
      const seconds =
        (Math.max(...results.map(one => one.endedAt)) - Math.min(...results.map(one => one.beganAt))) / 1000
      // The first round is warm-up.
      if (round > 0) perSecond.push(claimedCount / seconds)
      checkResult = await sendCommand<CheckResult>(claimers[0]!, 'check')
    }
    await expectNoDuplicates(databaseUrl, rounds + 1)
    const lagError = Math.abs(lag!.lagSeconds - oldestDueSeconds)
    return [
      figure(
        `${dueCount.toLocaleString('en')} due of ${scheduleCount.toLocaleString('en')} schedules: claimed by two processes`,
        perSecond,
        '/s',
        { least: 15_000 },
      ),
      figure('a check when none is due', checkResult!.emptyMs, 'ms', { p50: 2 }),
      figure('error of the reported lag', [lagError], 's', { p95: 2 }),
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
      // No scheduler role: it claims only on command.
      ROLES: 'api',
      LOG_LEVEL: 'error',
      SECRET_KEY: 'benchmark key that is not a real secret',
    },
  })
  await nextMessage(child)
  return child
}

const sendCommand = <Answer>(child: ChildProcess, command: 'claim' | 'check'): Promise<Answer> => {
  const reply = nextMessage<Answer>(child)
  child.send(command)
  return reply
}

const nextMessage = <Answer>(child: ChildProcess): Promise<Answer> =>
  new Promise((resolve, reject) => {
    child.once('message', message => resolve(message as Answer))
    child.once('exit', code => reject(new Error(`A claimer process exited with ${code}`)))
  })

/** Makes `dueCount` schedules due, the longest since `oldestDueSeconds`. */
async function makeDue(databaseUrl: string): Promise<void> {
  await query(
    databaseUrl,
    `update schedules set next_run_at = now() - interval '1 second' * (${oldestDueSeconds} * id / ${dueCount}) where id <= ${dueCount}`,
  )
  await query(databaseUrl, 'delete from pgboss.job')
  await query(databaseUrl, 'vacuum analyze schedules')
  await query(databaseUrl, 'vacuum analyze runs')
}

/** Expects exactly one run per occurrence. */
async function expectNoDuplicates(databaseUrl: string, rounds: number): Promise<void> {
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
