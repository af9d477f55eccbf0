import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { timeframes } from '@recaps/domain/popularity'
import { type RunningServer, startServer } from '../../apps/server/src/compose.ts'
import { readConfig } from '../../apps/server/src/config.ts'
import { startPostgres, type TestPostgres } from '../../apps/server/test/postgres.ts'
import { type Figure, figure, percentile } from '../figure.ts'
import { random } from '../recap/many-videos.ts'
import { tokenOf, userCount } from './seed.ts'
import { hiddenOfReader, knownOfReader, markPopular, reader, seedPopular, seedReader } from './seed-popular.ts'

const [few, many] = [10_000, 1_000_000]
const pagesOfRound = 150
const markedOfRound = 2_000

interface Listed {
  server: RunningServer
  databaseUrl: string
}

/** Pages of the popular list, and the work of keeping it, among ten thousand recaps and among a million, in turn. */
export async function measurePopular(rounds: number): Promise<Figure[]> {
  const postgres = await startPostgres()
  if (!postgres) {
    console.log('skipped: no PostgreSQL')
    return []
  }
  const dataDir = mkdtempSync(path.join(tmpdir(), 'recaps-bench-'))
  const listed: Listed[] = []
  try {
    for (const recaps of [few, many])
      listed.push(await openListed(postgres, path.join(dataDir, String(recaps)), recaps))
    const [small, large] = listed as [Listed, Listed]
    await seedReader(large.databaseUrl)
    const pages: number[] = []
    const keeping: number[] = []
    const ms: number[] = []
    const choosyMs: number[] = []
    const choosing: number[] = []
    for (let round = 0; round <= rounds; round++) {
      const [least, most] = await pagesInTurn(small, large, round)
      const [plain, choosy] = await pagesOfReader(large, round)
      const kept = [await restateMs(small), await restateMs(large)] as const
      // The first round warms both.
      if (round === 0) continue
      pages.push(percentile(most, 0.5) / percentile(least, 0.5))
      keeping.push(kept[1] / kept[0])
      ms.push(...most)
      choosyMs.push(...choosy)
      choosing.push(percentile(choosy, 0.5) / percentile(plain, 0.5))
    }
    return [
      figure(`a page of the popular list among ${many.toLocaleString('en')} recaps`, ms, 'ms', {}),
      figure(`the same, as a ratio to ${few.toLocaleString('en')} recaps`, pages, '×', { p50: 1.3 }),
      figure(
        `such a page without the ${knownOfReader} that its reader knows and ${hiddenOfReader} hidden channels`,
        choosyMs,
        'ms',
        {},
      ),
      figure('the same, as a ratio to the page as it is', choosing, '×', {}),
      figure(`counting ${markedOfRound.toLocaleString('en')} viewed recaps anew, as the same ratio`, keeping, '×', {
        p50: 1.3,
      }),
    ]
  } finally {
    for (const { server } of listed) await server.stop()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function openListed(postgres: TestPostgres, dataDir: string, recaps: number): Promise<Listed> {
  const databaseUrl = await postgres.createDatabase()
  const env = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: '0',
    // Nothing but what is asked for: the list is kept when the measurement says so.
    ROLES: 'api',
    LOG_LEVEL: 'error',
    SECRET_KEY: 'a key of a benchmark, known to everybody',
  }
  const server = await startServer(readConfig(env), { appVersion: 'bench' })
  await seedPopular(databaseUrl, recaps)
  return { server, databaseUrl }
}

/** One page of the one, the same page of the other: whatever else the machine does falls on both. */
async function pagesInTurn(small: Listed, large: Listed, round: number): Promise<[number[], number[]]> {
  const next = random(`popular-${round}`)
  const took: [number[], number[]] = [[], []]
  for (let at = 0; at < pagesOfRound; at++) {
    const query = anyPage(next)
    const order = at % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)
    for (const which of order) took[which].push(await pageMs([small, large][which]!, query, at % userCount))
  }
  return took
}

/** Pages as they are, and without what their reader knows and the channels that they hide. */
async function pagesOfReader(listed: Listed, round: number): Promise<[plain: number[], choosy: number[]]> {
  const next = random(`choosy-${round}`)
  const [plain, choosy]: [number[], number[]] = [[], []]
  for (let at = 0; at < pagesOfRound; at++) {
    const query = anyPage(next)
    plain.push(await pageMs(listed, query, at % userCount))
    choosy.push(await pageMs(listed, `${query}&hide=known`, reader))
  }
  return [plain, choosy]
}

function anyPage(next: () => number): string {
  const timeframe = timeframes[Math.floor(next() * timeframes.length)]!
  return `timeframe=${timeframe}&pageSize=10&page=${1 + Math.floor(next() * (timeframe === 'day' ? 5 : 50))}`
}

async function pageMs(listed: Listed, query: string, user: number): Promise<number> {
  const startedAt = performance.now()
  const answer = await fetch(`http://127.0.0.1:${listed.server.port}/api/summaries/most-viewed?${query}`, {
    headers: { Authorization: `Bearer ${tokenOf(user + 1)}` },
  })
  const { data } = (await answer.json()) as { data?: unknown[] }
  if (answer.status === 429) {
    // One reader turns hundreds of pages a minute here, which nobody may.
    await sleep(1_000 * Number(answer.headers.get('retry-after')))
    return pageMs(listed, query, user)
  }
  if (data?.length !== 10) throw new Error(`A page of ${query} has ${data?.length} of 10 recaps (${answer.status})`)
  return performance.now() - startedAt
}

async function restateMs({ server, databaseUrl }: Listed): Promise<number> {
  await markPopular(databaseUrl, markedOfRound)
  const startedAt = performance.now()
  await server.services.summaries.restatePopular()
  return performance.now() - startedAt
}
