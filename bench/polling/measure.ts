import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RunningServer, startServer } from '../../apps/server/src/compose.ts'
import { readConfig } from '../../apps/server/src/config.ts'
import { startPostgres } from '../../apps/server/test/postgres.ts'
import { madeUpChannelId } from '../../fakes/youtube/src/index.ts'
import { type Figure, figure } from '../figure.ts'
import { type FakeProcess, startFakeProcess } from './fake-process.ts'
import { seedChannels, type Writes, writesOf } from './seed.ts'

const channels = 2_000
/** A channel uploads something every day and a half. */
const uploadsOfRound = 50
const aimedAt = 100_000
const hourSeconds = 3_600
const neededPerSecond = aimedAt / hourSeconds

interface Measured {
  server: RunningServer
  fake: FakeProcess
  databaseUrl: string
  advance(ms: number): void
}

interface Round {
  pollsPerSecond: number
  unchangedShare: number
  /** Of the connections, both ways, for each poll. */
  bytes: number
}

/** Rounds, and what the database wrote for each poll of them. */
interface Rounds {
  rounds: Round[]
  writes: Writes
}

/**
 * Rounds of polling 2,000 channels, an hour of the product's clock apart, and what that comes to for 100,000 channels: at a
 * server with ETags, at one that gives nothing to be asked again by, and with the way to YouTube and back.
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
    // Nothing polls but the measurement.
    ROLES: 'worker',
    LOG_LEVEL: 'error',
    SECRET_KEY: 'a key of a benchmark, known to everybody',
  }
  const server = await startServer(readConfig(env), { appVersion: 'bench', clock })
  const measured: Measured = {
    ...{ server, fake, databaseUrl },
    advance(ms) {
      aheadMs += ms
    },
  }
  try {
    await seedChannels(databaseUrl, channels)
    // The first round brings every feed; what is measured comes after.
    await poll(measured)
    const tagged = await roundsOf(measured, rounds)
    await fake.lever('faults', { key: 'feed|*', fault: { kind: 'delay', ms: 150 } })
    const far = await roundsOf(measured, 1)
    await fetch(`${fake.url}/_fake/faults`, { method: 'DELETE' })
    await fake.lever('validator', { by: 'none' })
    await poll(measured)
    const untagged = await roundsOf(measured, rounds)
    return [
      ...figuresOf('', tagged, true),
      ...figuresOf(', from a server without ETags', untagged, false),
      farFigure(far),
    ]
  } finally {
    await server.stop()
    await fake.stop()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function figuresOf(where: string, { rounds, writes }: Rounds, isTagged: boolean): Figure[] {
  const of = (value: (round: Round) => number) => rounds.map(value)
  const named = `${channels.toLocaleString('en')} channels polled${where}`
  const aimed = `${aimedAt.toLocaleString('en')} channels hourly${where}`
  const share = (round: Round) => 100 * round.unchangedShare
  return [
    figure(
      `${named}: polls a second`,
      of(round => round.pollsPerSecond),
      '/s',
      { least: Math.ceil(neededPerSecond) },
    ),
    figure(`${named}: requests answered 304`, of(share), '%', isTagged ? { least: 95 } : {}),
    figure(`${named}: rows written for each`, [writes.rows], 'rows', {}),
    figure(
      `${aimed}: bandwidth`,
      of(({ bytes }) => (bytes * 8 * neededPerSecond) / 1e6),
      'Mbit/s',
      {},
    ),
    figure(`${aimed}: log of the database`, [(writes.logBytes * neededPerSecond) / 1024], 'KiB/s', {}),
  ]
}

const farFigure = ({ rounds }: Rounds): Figure =>
  figure(
    `${channels.toLocaleString('en')} channels polled, YouTube 150 ms away: polls a second of one process`,
    rounds.map(round => round.pollsPerSecond),
    '/s',
    { least: Math.ceil(neededPerSecond) },
  )

async function roundsOf(measured: Measured, count: number): Promise<Rounds> {
  const rounds: Round[] = []
  const before = await settledWrites(measured.databaseUrl)
  for (let round = 0; round < count; round++) {
    for (let upload = 0; upload < uploadsOfRound; upload++) {
      const number = (round * uploadsOfRound + upload * 37) % channels
      await measured.fake.lever('publish', { channelId: madeUpChannelId(number) })
    }
    rounds.push(await poll(measured))
  }
  const after = await settledWrites(measured.databaseUrl)
  const polls = count * channels
  const rows = (after.rows - before.rows) / polls
  return { rounds, writes: { rows, logBytes: (after.logBytes - before.logBytes) / polls } }
}

/** All of them once, an hour and what jitter adds after the last time. */
async function poll({ server, fake, advance }: Measured): Promise<Round> {
  advance(1.2 * hourSeconds * 1000)
  const before = await fake.counts()
  const startedAt = performance.now()
  await server.services.polling.pollDue()
  const seconds = (performance.now() - startedAt) / 1000
  const after = await fake.counts()
  const requests = after.requests - before.requests
  if (requests !== channels) throw new Error(`${requests} requests for ${channels} channels`)
  return {
    pollsPerSecond: channels / seconds,
    unchangedShare: (after.unchanged - before.unchanged) / requests,
    bytes: (after.bytes - before.bytes) / requests,
  }
}

/** Idle connections tell what they have written ten seconds late. */
async function settledWrites(databaseUrl: string): Promise<Writes> {
  await sleep(11_000)
  return await writesOf(databaseUrl)
}
