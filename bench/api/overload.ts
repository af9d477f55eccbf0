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
import type { Load, LoadOutcome } from './open-load.ts'
import { rowsOfOneUser, seed, serverEnv, tokenOf, userCount } from './seed.ts'

/** So many keep the process busy all the time. */
const connections = 16
const times = 5
const lookAtHealthEveryMs = 200

/** Many users, so that nobody meets a limit. */
const paths = Array.from({ length: userCount }, (_, at) => ({
  path: `/api/summaries?limit=${rowsOfOneUser}`,
  headers: { authorization: `Bearer ${tokenOf(at + 1)}` },
}))

/** Five times the load that one process can answer: what it still answers in time, and how long its health takes. */
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
    const migrating = await startServer(readConfig(env), { appVersion: 'bench' })
    await migrating.stop()
    await seed(databaseUrl)
    child = fork(path.join(import.meta.dirname, '../recap/server-process.ts'), {
      env: { PATH: process.env.PATH, ...env },
    })
    const [{ port }] = (await once(child, 'message')) as [{ port: number }]
    const url = `http://127.0.0.1:${port}`
    await saturation(url, 3)
    const most = await saturation(url, 10)
    const health = watchHealth(url)
    const over = await sendLoad({ url, rate: times * most, seconds })
    const healthMs = await health.stop()
    const after = await saturation(url, 5)
    if (over.other > 0) throw new Error(`${over.other} answers were neither 200 nor 503 with Retry-After`)
    return [
      figure('list on one process: most that it answers, requests a second', [most], '/s', {}),
      figure(
        `${times} times as many for ${seconds} s: answered within 2 s, as a share of the most`,
        [over.answeredMs.length / seconds / most],
        '×',
        { least: 0.8 },
      ),
      figure('those answered', over.answeredMs, 'ms', {}),
      figure('refused with 503 and Retry-After, a second', [over.refused / seconds], '/s', {}),
      figure('given up after 2 s, a second', [over.givenUp / seconds], '/s', {}),
      figure('health meanwhile', healthMs, 'ms', { p95: 100 }),
      figure('right after it: answered, as a share of the most', [after / most], '×', { least: 0.8 }),
    ]
  } finally {
    child?.kill()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** The most requests a second that the process answers when it is always busy. */
async function saturation(url: string, seconds: number): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({ url, connections, duration: seconds, requests: paths })
  if (non2xx + errors > 0) throw new Error(`${errors} errors and ${non2xx} refusals at ${connections} connections`)
  return requests.average
}

/** From another process, so that what is measured in this one is not late because of it. */
async function sendLoad(load: Pick<Load, 'url' | 'rate' | 'seconds'>): Promise<LoadOutcome> {
  const child = fork(path.join(import.meta.dirname, 'open-load.ts'))
  child.send({ ...load, paths, rampSeconds: 5, patienceMs: 2_000 } satisfies Load)
  const [outcome] = (await once(child, 'message')) as [LoadOutcome]
  child.kill()
  return outcome
}

/** How long each look at the health took, milliseconds; one that fails took for ever. */
function watchHealth(url: string) {
  const took: number[] = []
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      const startedAt = performance.now()
      const isHealthy = await fetch(`${url}/health`).then(
        async answer => {
          await answer.text()
          return answer.ok
        },
        () => false,
      )
      took.push(isHealthy ? performance.now() - startedAt : Number.POSITIVE_INFINITY)
      await sleep(lookAtHealthEveryMs)
    }
    return took
  })()
  return {
    stop() {
      isOver = true
      return watching
    },
  }
}
