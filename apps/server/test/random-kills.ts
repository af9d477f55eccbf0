import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { SummaryItem } from '@recaps/contract'
import { startFakeYoutube } from '@recaps/fake-youtube'
import { expect, inject } from 'vitest'
import { dataFolderFindings } from './audit.ts'
import { seedFrom } from './extent.ts'
import { forkServer, type ServerProcess } from './server-process.ts'
import { password } from './start-server.ts'
import { eventually, youtube } from './wait-for.ts'

const talks = ['Sli7FA6EbqI', 'kdDFSBxHX2o', '-1EJWsDYS5c', 'vIafLRfE1cI', 'wQ_xQs6thVs', '3k3LjPc1ack', 'MLleE89g7y0']
const presets = ['short', 'standard', 'long'] as const

/** Lifetime of a server process, from its start: some are killed while starting, some while working. */
const shortestLifeMs = 300
const longestLifeMs = 2_600

interface KillOutcome {
  /** Number of different summaries that were requested, and the used quota in the end. */
  requested: number
  used: number
  /** Summaries without text or audio in the end; should be empty. */
  unfinished: object[]
}

/** Checks that the product loses no work and repeats none under many kills. Set `KILL_SEED` to repeat a run. */
export async function expectNoLossDespiteKills(kills: number): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'recaps-random-'))
  cpSync(inject('template'), dataDir, { recursive: true })
  try {
    const outcome = await killAtRandom({ dataDir, kills, seed: seedFrom('KILL_SEED') })
    expect(outcome.unfinished).toEqual([])
    expect(outcome.used).toBe(outcome.requested)
    expect(await dataFolderFindings(dataDir)).toEqual([])
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/**
 * Kills a server again and again at random moments while a client requests one summary after another, and repeats the
 * interrupted calls, like a user. In the end, the server may finish all work.
 */
async function killAtRandom({
  dataDir,
  kills,
  seed,
}: {
  dataDir: string
  kills: number
  seed: number
}): Promise<KillOutcome> {
  const fake = await startFakeYoutube()
  const random = createRandom(seed)
  const env = { DATA_DIR: dataDir, YOUTUBE_URL: fake.url, THREADS: '2' }
  const requests = presets.flatMap(preset => talks.map(urlOrId => ({ urlOrId, preset, type: youtube, maxLength: 250 })))
  let requested = 0
  let token = ''

  /** Requests the summaries that are due in this life. They are spread over all lives, so that every kill interrupts work. */
  async function live(server: ServerProcess, life: number): Promise<void> {
    token ||= await signIn(server)
    const client = server.client(token)
    const due = Math.ceil((requests.length * (life + 1)) / kills)
    for (; requested < due; requested++) await client.summaries.request({ body: requests[requested]! })
  }

  try {
    for (let life = 0; life < kills; life++) {
      const { child, ended, serving } = forkServer(env)
      const timer = setTimeout(
        () => child.kill('SIGKILL'),
        shortestLifeMs + random() * (longestLifeMs - shortestLifeMs),
      )
      // An interrupted call is repeated in the next life.
      await serving.then(server => live(server, life)).catch(() => {})
      const { signal } = await ended
      clearTimeout(timer)
      if (signal !== 'SIGKILL') throw new Error(`Seed ${seed}: the server exited on its own in life ${life}`)
    }
    const last = await forkServer(env).serving
    try {
      await live(last, kills - 1)
      const client = last.client(token)
      const untilSettled = () =>
        eventually(
          () => client.summaries.list({ query: { limit: 100 } }),
          list => list.data.every(hasEnded),
          1_200_000,
        )
      // Work that was running in forty crashes fails with a code. A user would retry it.
      for (const { id, code } of (await untilSettled()).data)
        if (code === 'engine_failed' || code === 'voice_failed') await client.summaries.retry({ params: { id } })
      const { data, month } = await untilSettled()
      const unfinished = data.filter(summary => summary.audio !== 'ready' || summary.code !== null)
      return { requested: requests.length, used: month.used, unfinished }
    } finally {
      await last.kill('SIGKILL')
    }
  } finally {
    await fake.close()
  }
}

const hasEnded = ({ state, audio }: SummaryItem): boolean =>
  state === 'failed' || (state === 'ready' && (audio === 'ready' || audio === 'failed'))

async function signIn(server: ServerProcess): Promise<string> {
  const body = { email: 'random@example.com', password }
  const { auth } = server.client('')
  // The account may exist: an earlier life may have ended before it answered the registration.
  const { token } = await auth.register({ body }).catch(() => auth.login({ body }))
  return token
}

/** Pseudo-random numbers from 0 to 1 that a seed reproduces (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
