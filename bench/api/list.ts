import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import autocannon from 'autocannon'
import { startServer } from '../../apps/server/src/compose.ts'
import { readConfig } from '../../apps/server/src/config.ts'
import { startPostgres } from '../../apps/server/test/postgres.ts'
import { type Figure, figure } from '../figure.ts'
import { type RecordedQuery, recordQueries } from './record-queries.ts'
import { seed, serverEnv, sessionTokenOf, summariesPerUser, userCount } from './seed.ts'

const connections = 16
const listPath = `/api/summaries?limit=${summariesPerUser}`

/** A page of 50 summaries of a logged-in user on PostgreSQL: relative to a bare handler with the same SQL, and at half load. */
export async function measureList(rounds: number, seconds: number): Promise<Figure[]> {
  const postgres = await startPostgres()
  if (!postgres) {
    console.log('skipped: no PostgreSQL')
    return []
  }
  const dataDir = mkdtempSync(path.join(tmpdir(), 'recaps-bench-'))
  const children: ChildProcess[] = []
  const startProcess = async (file: string, env: Record<string, string>) => {
    const child = fork(path.join(import.meta.dirname, file), { env: { PATH: process.env.PATH, ...env } })
    children.push(child)
    const [{ port }] = (await once(child, 'message')) as [{ port: number }]
    return `http://127.0.0.1:${port}`
  }
  try {
    const databaseUrl = await postgres.createDatabase()
    const env = serverEnv(databaseUrl, dataDir)
    const queries = await seedAndRecordQueries(env, databaseUrl)
    const bare = await startProcess('bare-server.ts', { DATABASE_URL: databaseUrl, QUERIES: JSON.stringify(queries) })
    const product = await startProcess('../recap/server-process.ts', env)
    const ratios: number[] = []
    const productRates: number[] = []
    for (let round = 0; round <= rounds; round++) {
      const [bareLoad, productLoad] = [await load(bare, seconds), await load(product, seconds)]
      // The first round is warm-up.
      if (round === 0) continue
      ratios.push(productLoad.rate / bareLoad.rate)
      productRates.push(productLoad.rate)
    }
    const halfRate = productRates.reduce((sum, rate) => sum + rate, 0) / productRates.length / 2
    const spreads: number[] = []
    for (let round = 0; round < rounds; round++) {
      const { p50, p99 } = await load(product, seconds, halfRate)
      spreads.push(p99 / p50)
    }
    return [
      figure('list of 50 summaries on PostgreSQL: requests per second', productRates, '/s', {}),
      figure('the same, relative to a bare node:http handler with the same SQL', ratios, '×', { least: 0.6 }),
      figure('its p99 relative to its p50 at half load', spreads, '×', { p50: 3 }),
    ]
  } finally {
    for (const child of children) child.kill()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Migrates and seeds the database, and records the queries of one list request. */
async function seedAndRecordQueries(env: Record<string, string>, databaseUrl: string): Promise<RecordedQuery[]> {
  const server = await startServer(readConfig(env), { appVersion: 'bench' })
  try {
    await seed(databaseUrl)
    return await recordQueries(async () => {
      const answer = await fetch(`http://127.0.0.1:${server.port}${listPath}`, {
        headers: { Authorization: `Bearer ${sessionTokenOf(1)}` },
      })
      const { data } = (await answer.json()) as { data?: unknown[] }
      if (data?.length !== summariesPerUser)
        throw new Error(`The list has ${data?.length} of ${summariesPerUser} summaries`)
    })
  } finally {
    await server.stop()
  }
}

async function load(url: string, seconds: number, rate?: number) {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    ...(rate ? { overallRate: Math.round(rate) } : {}),
    // Many users, to stay below the rate limit of each.
    requests: Array.from({ length: userCount }, (_, at) => ({
      path: listPath,
      headers: { authorization: `Bearer ${sessionTokenOf(at + 1)}` },
    })),
  })
  if (result.errors + result.non2xx > 0)
    throw new Error(`${result.errors} errors and ${result.non2xx} non-2xx answers under load`)
  return { rate: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 }
}
