import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RunningServer, startServer } from '../../apps/server/src/compose.ts'
import { readConfig } from '../../apps/server/src/config.ts'
import { startPostgres } from '../../apps/server/test/postgres.ts'
import { generatedChannelId } from '../../fakes/youtube/src/index.ts'
import { type Figure, figure } from '../figure.ts'
import { type FakeProcess, startFakeProcess } from './fake-process.ts'
import { readWrites, seedChannels, type Writes } from './seed.ts'

const channelCount = 2_000
/** Each channel uploads about every 40 hours. */
const uploadsPerRound = 50
const targetChannelCount = 100_000
const hourSeconds = 3_600
const targetPollsPerSecond = targetChannelCount / hourSeconds

interface Setup {
  server: RunningServer
  fake: FakeProcess
  databaseUrl: string
  advance(ms: number): void
}

interface Round {
  pollsPerSecond: number
  unchangedShare: number
  /** Bytes per poll, in both directions. */
  bytes: number
}

/** Rounds, and what the database wrote per poll. */
interface Rounds {
  rounds: Round[]
  writes: Writes
}

/**
 * Polls 2,000 channels in rounds an hour apart (by the fake clock) and extrapolates to 100,000 channels: with ETags, without any
 * validators, and with network latency to YouTube.
 */
export async function measurePolling(rounds: number): Promise<Figure[]> {
  const postgres = await startPostgres()
  if (!postgres) {
    console.log('skipped: no PostgreSQL')
    return []
  }
  const dataDir = mkdtempSync(path.join(tmpdir(), 'recaps-bench-'))
  const fake = await startFakeProcess()
  let aheadMs = 0
  const clock = { now: () => new Date(Date.now() + aheadMs) }
  const databaseUrl = await postgres.createDatabase()
  const env = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    YOUTUBE_URL: fake.url,
    // Only the benchmark polls.
    ROLES: 'worker',
    LOG_LEVEL: 'error',
    SECRET_KEY: 'benchmark key that is not a real secret',
  }
  const server = await startServer(readConfig(env), { appVersion: 'bench', clock })
  const setup: Setup = {
    ...{ server, fake, databaseUrl },
    advance(ms) {
      aheadMs += ms
    },
  }
  try {
    await seedChannels(databaseUrl, channelCount)
    // Warm-up: the first round downloads every feed.
    await poll(setup)
    const tagged = await runRounds(setup, rounds)
    await fake.control('faults', { key: 'feed|*', fault: { kind: 'delay', ms: 150 } })
    const delayed = await runRounds(setup, 1)
    await fetch(`${fake.url}/_fake/faults`, { method: 'DELETE' })
    await fake.control('validator', { by: 'none' })
    await poll(setup)
    const untagged = await runRounds(setup, rounds)
    return [
      ...createFigures('', tagged, true),
      ...createFigures(', from a server without ETags', untagged, false),
      createLatencyFigure(delayed),
    ]
  } finally {
    await server.stop()
    await fake.stop()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function createFigures(suffix: string, { rounds, writes }: Rounds, isTagged: boolean): Figure[] {
  const values = (value: (round: Round) => number) => rounds.map(value)
  const pollLabel = `${channelCount.toLocaleString('en')} channels polled${suffix}`
  const targetLabel = `${targetChannelCount.toLocaleString('en')} channels hourly${suffix}`
  const share = (round: Round) => 100 * round.unchangedShare
  return [
    figure(
      `${pollLabel}: polls per second`,
      values(round => round.pollsPerSecond),
      '/s',
      { least: Math.ceil(targetPollsPerSecond) },
    ),
    figure(`${pollLabel}: requests answered with 304`, values(share), '%', isTagged ? { least: 95 } : {}),
    figure(`${pollLabel}: rows written per poll`, [writes.rows], 'rows', {}),
    figure(
      `${targetLabel}: bandwidth`,
      values(({ bytes }) => (bytes * 8 * targetPollsPerSecond) / 1e6),
      'Mbit/s',
      {},
    ),
    figure(`${targetLabel}: database write-ahead log`, [(writes.logBytes * targetPollsPerSecond) / 1024], 'KiB/s', {}),
  ]
}

const createLatencyFigure = ({ rounds }: Rounds): Figure =>
  figure(
    `${channelCount.toLocaleString('en')} channels polled, YouTube 150 ms away: polls per second of one process`,
    rounds.map(round => round.pollsPerSecond),
    '/s',
    { least: Math.ceil(targetPollsPerSecond) },
  )

async function runRounds(setup: Setup, count: number): Promise<Rounds> {
  const rounds: Round[] = []
  const before = await readSettledWrites(setup.databaseUrl)
  for (let round = 0; round < count; round++) {
    for (let upload = 0; upload < uploadsPerRound; upload++) {
      const number = (round * uploadsPerRound + upload * 37) % channelCount
      await setup.fake.control('publish', { channelId: generatedChannelId(number) })
    }
    rounds.push(await poll(setup))
  }
  const after = await readSettledWrites(setup.databaseUrl)
  const polls = count * channelCount
  const rows = (after.rows - before.rows) / polls
  return { rounds, writes: { rows, logBytes: (after.logBytes - before.logBytes) / polls } }
}

/** Polls every channel once, an hour plus the maximum jitter after the last round. */
async function poll({ server, fake, advance }: Setup): Promise<Round> {
  advance(1.2 * hourSeconds * 1000)
  const before = await fake.counts()
  const startedAt = performance.now()
  await server.services.polling.pollDue()
  const seconds = (performance.now() - startedAt) / 1000
  const after = await fake.counts()
  const requests = after.requests - before.requests
  if (requests !== channelCount) throw new Error(`${requests} requests for ${channelCount} channels`)
  return {
    pollsPerSecond: channelCount / seconds,
    unchangedShare: (after.unchanged - before.unchanged) / requests,
    bytes: (after.bytes - before.bytes) / requests,
  }
}

/** Waits before reading: idle connections report their writes up to ten seconds late. */
async function readSettledWrites(databaseUrl: string): Promise<Writes> {
  await sleep(11_000)
  return await readWrites(databaseUrl)
}
