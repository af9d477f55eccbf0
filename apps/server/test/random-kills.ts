import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { SummaryItem } from '@recaps/contract'
import { startFakeYoutube } from '@recaps/fake-youtube'
import { expect, inject } from 'vitest'
import { findingsIn } from './audit.ts'
import { forkServer, type ServerProcess } from './server-process.ts'
import { password } from './start-server.ts'
import { eventually, youtube } from './waiting.ts'

const talks = ['Sli7FA6EbqI', 'kdDFSBxHX2o', '-1EJWsDYS5c', 'vIafLRfE1cI', 'wQ_xQs6thVs', '3k3LjPc1ack', 'MLleE89g7y0']
const presets = ['short', 'standard', 'long'] as const

/** How long a life lasts, counted from its start: some die while starting, some with work in hand. */
const shortestLifeMs = 300
const longestLifeMs = 2_600

interface KillOutcome {
  /** Different summaries that were asked for, and how many the month counts in the end. */
  wanted: number
  used: number
  /** What had not become text and sound in the end; there should be none. */
  unfinished: object[]
}

/** Holds the product to losing nothing and doing nothing twice under so many kills. `KILL_SEED` repeats a run. */
export async function survivesKills(kills: number): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'recaps-random-'))
  cpSync(inject('template'), dataDir, { recursive: true })
  try {
    const outcome = await killAtRandom({ dataDir, kills, seed: Number(process.env.KILL_SEED ?? Date.now()) })
    expect(outcome.unfinished).toEqual([])
    expect(outcome.used).toBe(outcome.wanted)
    expect(await findingsIn(dataDir)).toEqual([])
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/**
 * Kills a server again and again at random moments while a client asks for one summary after the other, and repeats what
 * was cut off, as a person would. In the end the server is left alone until all is done.
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
  const random = randomFrom(seed)
  const env = { DATA_DIR: dataDir, YOUTUBE_URL: fake.url, THREADS: '2' }
  const wishes = presets.flatMap(preset => talks.map(urlOrId => ({ urlOrId, preset, type: youtube, maxLength: 250 })))
  let wanted = 0
  let token = ''

  /** Asks for as much as is due by then: the wishes are spread over all lives, so that every kill finds work in hand. */
  async function live(server: ServerProcess, life: number): Promise<void> {
    token ||= await signIn(server)
    const client = server.client(token)
    const due = Math.ceil((wishes.length * (life + 1)) / kills)
    for (; wanted < due; wanted++) await client.summaries.request({ body: wishes[wanted]! })
  }

  try {
    for (let life = 0; life < kills; life++) {
      const { child, ended, serving } = forkServer(env)
      const timer = setTimeout(
        () => child.kill('SIGKILL'),
        shortestLifeMs + random() * (longestLifeMs - shortestLifeMs),
      )
      // A call that is cut off is repeated in the next life.
      await serving.then(server => live(server, life)).catch(() => {})
      const { signal } = await ended
      clearTimeout(timer)
      if (signal !== 'SIGKILL') throw new Error(`seed ${seed}: the server ended by itself in life ${life}`)
    }
    const last = await forkServer(env).serving
    try {
      await live(last, kills - 1)
      const client = last.client(token)
      const settled = () =>
        eventually(
          () => client.summaries.list({ query: { limit: 100 } }),
          list => list.data.every(hasEnded),
          1_200_000,
        )
      // Work under which the process died forty times is given up, says so, and is tried again when its owner asks.
      for (const { id, code } of (await settled()).data)
        if (code === 'engine_failed' || code === 'voice_failed') await client.summaries.retry({ params: { id } })
      const { data, month } = await settled()
      const unfinished = data.filter(entry => entry.audio !== 'ready' || entry.code !== null)
      return { wanted: wishes.length, used: month.used, unfinished }
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
  // The registration of a life that ended before it could answer stands.
  const { token } = await auth.register({ body }).catch(() => auth.login({ body }))
  return token
}

/** Numbers from 0 to 1 that a seed repeats (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
