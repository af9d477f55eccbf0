import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { timeframes } from '@recaps/domain/popularity'
import { type RunningServer, startServer } from '../../apps/server/src/compose.ts'
import { readConfig } from '../../apps/server/src/config.ts'
import { startPostgres, type TestPostgres } from '../../apps/server/test/postgres.ts'
import { type Figure, figure, percentile } from '../figure.ts'
import { seededRandom } from '../recap/create-videos.ts'
import { sessionTokenOf, userCount } from './seed.ts'
import { hiddenOfReader, knownOfReader, markPopular, readerIndex, seedPopular, seedReader } from './seed-popular.ts'

const [few, many] = [10_000, 1_000_000]
const pagesPerRound = 150
const markedPerRound = 2_000

interface PopularServer {
  server: RunningServer
  databaseUrl: string
}

/** Compares Popular with ten thousand and a million recaps: time of a page, and of recounting viewed recaps. */
export async function measurePopular(rounds: number): Promise<Figure[]> {
  const postgres = await startPostgres()
  if (!postgres) {
    console.log('skipped: no PostgreSQL')
    return []
  }
  const dataDir = mkdtempSync(path.join(tmpdir(), 'recaps-bench-'))
  const servers: PopularServer[] = []
  try {
    for (const recaps of [few, many])
      servers.push(await startPopularServer(postgres, path.join(dataDir, String(recaps)), recaps))
    const [small, large] = servers as [PopularServer, PopularServer]
    await seedReader(large.databaseUrl)
    const pageRatios: number[] = []
    const recountRatios: number[] = []
    const ms: number[] = []
    const filteredMs: number[] = []
    const filterRatios: number[] = []
    for (let round = 0; round <= rounds; round++) {
      const [smallMs, largeMs] = await measurePages(small, large, round)
      const [plain, filtered] = await measureFilteredPages(large, round)
      const recount = [await recountMs(small), await recountMs(large)] as const
      // The first round is warm-up.
      if (round === 0) continue
      pageRatios.push(percentile(largeMs, 0.5) / percentile(smallMs, 0.5))
      recountRatios.push(recount[1] / recount[0])
      ms.push(...largeMs)
      filteredMs.push(...filtered)
      filterRatios.push(percentile(filtered, 0.5) / percentile(plain, 0.5))
    }
    return [
      figure(`a page of Popular with ${many.toLocaleString('en')} recaps`, ms, 'ms', {}),
      figure(`the same, relative to ${few.toLocaleString('en')} recaps`, pageRatios, '×', { p50: 1.3 }),
      figure(
        `a page of Popular without ${knownOfReader} known recaps and ${hiddenOfReader} hidden channels`,
        filteredMs,
        'ms',
        {},
      ),
      figure('the same, relative to the unfiltered page', filterRatios, '×', {}),
      figure(
        `recounting ${markedPerRound.toLocaleString('en')} viewed recaps, relative to ${few.toLocaleString('en')} recaps`,
        recountRatios,
        '×',
        {
          p50: 1.3,
        },
      ),
    ]
  } finally {
    for (const { server } of servers) await server.stop()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function startPopularServer(postgres: TestPostgres, dataDir: string, recaps: number): Promise<PopularServer> {
  const databaseUrl = await postgres.createDatabase()
  const env = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: '0',
    // No background work: the benchmark starts the recount itself.
    ROLES: 'api',
    LOG_LEVEL: 'error',
    SECRET_KEY: 'benchmark key that is not a real secret',
  }
  const server = await startServer(readConfig(env), { appVersion: 'bench' })
  await seedPopular(databaseUrl, recaps)
  return { server, databaseUrl }
}

/** Requests each page from both servers in alternating order, so that other load on the machine affects both. */
async function measurePages(small: PopularServer, large: PopularServer, round: number): Promise<[number[], number[]]> {
  const next = seededRandom(`popular-${round}`)
  const durations: [number[], number[]] = [[], []]
  for (let at = 0; at < pagesPerRound; at++) {
    const query = randomPage(next)
    const order = at % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)
    for (const index of order) durations[index].push(await pageMs([small, large][index]!, query, at % userCount))
  }
  return durations
}

/** Requests each page unfiltered, and without what the reader knows and the channels they hide. */
async function measureFilteredPages(
  popular: PopularServer,
  round: number,
): Promise<[plain: number[], filtered: number[]]> {
  const next = seededRandom(`choosy-${round}`)
  const [plain, filtered]: [number[], number[]] = [[], []]
  for (let at = 0; at < pagesPerRound; at++) {
    const query = randomPage(next)
    plain.push(await pageMs(popular, query, at % userCount))
    filtered.push(await pageMs(popular, `${query}&hide=known`, readerIndex))
  }
  return [plain, filtered]
}

function randomPage(next: () => number): string {
  const timeframe = timeframes[Math.floor(next() * timeframes.length)]!
  return `timeframe=${timeframe}&pageSize=10&page=${1 + Math.floor(next() * (timeframe === 'day' ? 5 : 50))}`
}

async function pageMs(popular: PopularServer, query: string, user: number): Promise<number> {
  const startedAt = performance.now()
  const answer = await fetch(`http://127.0.0.1:${popular.server.port}/api/summaries/most-viewed?${query}`, {
    headers: { Authorization: `Bearer ${sessionTokenOf(user + 1)}` },
  })
  const { data } = (await answer.json()) as { data?: unknown[] }
  if (answer.status === 429) {
    // The reader requests hundreds of pages a minute, which exceeds the rate limit.
    await sleep(1_000 * Number(answer.headers.get('retry-after')))
    return pageMs(popular, query, user)
  }
  if (data?.length !== 10) throw new Error(`The page ${query} has ${data?.length} of 10 recaps (${answer.status})`)
  return performance.now() - startedAt
}

async function recountMs({ server, databaseUrl }: PopularServer): Promise<number> {
  await markPopular(databaseUrl, markedPerRound)
  const startedAt = performance.now()
  await server.services.summaries.updatePopular()
  return performance.now() - startedAt
}
