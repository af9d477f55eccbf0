import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { startServer } from '../../apps/server/src/compose.ts'
import { readConfig } from '../../apps/server/src/config.ts'
import { startPostgres } from '../../apps/server/test/postgres.ts'
import { type Figure, figure } from '../figure.ts'
import type { Load, LoadOutcome } from './open-loop-load.ts'
import { seed, serverEnv, sessionTokenOf, summariesPerUser, userCount } from './seed.ts'

/** Enough to keep the process busy all the time. */
const connections = 16
const overloadFactor = 5
const healthIntervalMs = 200

/** Many users, to stay below the rate limit of each. */
const paths = Array.from({ length: userCount }, (_, at) => ({
  path: `/api/summaries?limit=${summariesPerUser}`,
  headers: { authorization: `Bearer ${sessionTokenOf(at + 1)}` },
}))

/** Sends five times the load that one process can answer. Measures throughput and the response time of health checks. */
export async function measureOverload(seconds: number): Promise<Figure[]> {
  const postgres = await startPostgres()
  if (!postgres) {
    console.log('skipped: no PostgreSQL')
    return []
  }
  const dataDir = mkdtempSync(path.join(tmpdir(), 'recaps-bench-'))
  let child: ChildProcess | undefined
  try {
    const databaseUrl = await postgres.createDatabase()
    const env = { ...serverEnv(databaseUrl, dataDir), ROLES: 'api' }
    const migration = await startServer(readConfig(env), { appVersion: 'bench' })
    await migration.stop()
    await seed(databaseUrl)
    child = fork(path.join(import.meta.dirname, '../recap/server-process.ts'), {
      env: { PATH: process.env.PATH, ...env },
    })
    const [{ port }] = (await once(child, 'message')) as [{ port: number }]
    const url = `http://127.0.0.1:${port}`
    await measureThroughput(url, 3)
    const maxRate = await measureThroughput(url, 10)
    const health = watchHealth(url)
    const overload = await sendLoad({ url, rate: overloadFactor * maxRate, seconds })
    const healthMs = await health.stop()
    const after = await measureThroughput(url, 5)
    if (overload.other > 0) throw new Error(`${overload.other} answers were neither 200 nor 503 with Retry-After`)
    return [
      figure('list on one process: maximum throughput, requests per second', [maxRate], '/s', {}),
      figure(
        `${overloadFactor} times that load for ${seconds} s: answered within 2 s, relative to the maximum`,
        [overload.answeredMs.length / seconds / maxRate],
        '×',
        { least: 0.8 },
      ),
      figure('response time of those answered', overload.answeredMs, 'ms', {}),
      figure('rejected with 503 and Retry-After, per second', [overload.rejected / seconds], '/s', {}),
      figure('timed out after 2 s, per second', [overload.timedOut / seconds], '/s', {}),
      figure('health check during the overload', healthMs, 'ms', { p95: 100 }),
      figure('right after the overload: throughput, relative to the maximum', [after / maxRate], '×', { least: 0.8 }),
    ]
  } finally {
    child?.kill()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Requests per second that the process answers when it is always busy. */
async function measureThroughput(url: string, seconds: number): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({ url, connections, duration: seconds, requests: paths })
  if (non2xx + errors > 0)
    throw new Error(`${errors} errors and ${non2xx} non-2xx answers at ${connections} connections`)
  return requests.average
}

/** Sends the load from another process, so that it doesn't delay the health checks of this one. */
async function sendLoad(load: Pick<Load, 'url' | 'rate' | 'seconds'>): Promise<LoadOutcome> {
  const child = fork(path.join(import.meta.dirname, 'open-loop-load.ts'))
  child.send({ ...load, paths, rampSeconds: 5, timeoutMs: 2_000 } satisfies Load)
  const [outcome] = (await once(child, 'message')) as [LoadOutcome]
  child.kill()
  return outcome
}

/** Times a health check every 200 ms, in milliseconds. A failed one counts as infinite. */
function watchHealth(url: string) {
  const durationsMs: number[] = []
  let isStopped = false
  const polling = (async () => {
    while (!isStopped) {
      const startedAt = performance.now()
      const isHealthy = await fetch(`${url}/health`).then(
        async answer => {
          await answer.text()
          return answer.ok
        },
        () => false,
      )
      durationsMs.push(isHealthy ? performance.now() - startedAt : Number.POSITIVE_INFINITY)
      await sleep(healthIntervalMs)
    }
    return durationsMs
  })()
  return {
    stop() {
      isStopped = true
      return polling
    },
  }
}
