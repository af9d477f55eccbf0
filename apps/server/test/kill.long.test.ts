import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Client, Summary } from '@recaps/contract'
import { startFakeYoutube } from '@recaps/fake-youtube'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Point } from '../src/features/summaries/points.ts'
import { points } from '../src/features/summaries/points.ts'
import { findingsIn } from './audit.ts'
import { forkServer, type ServerProcess } from './server-process.ts'
import { password } from './start-server.ts'
import { talks } from './talks.ts'
import { untilState, youtube } from './waiting.ts'

/** The points that a summary of its own passes on the way to its sound; those of refusals follow below, that of voices has a suite of its own. */
const way = points.filter(
  point =>
    !(['step-put-off', 'recap-deferred', 'recap-failed', 'entry-cancelled', 'voice-stood-in'] as Point[]).includes(
      point,
    ),
)
const live = 'Ue7gAxLMql0'
const isPrivate = 'ryPGNFRu8mk'

describe('a server that is killed at a named point, on the embedded database', async () => {
  const fake = await startFakeYoutube()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'recaps-kill-'))
  cpSync(inject('template'), dataDir, { recursive: true })
  const env = { DATA_DIR: dataDir, YOUTUBE_URL: fake.url, THREADS: '2' }
  let server: ServerProcess
  let token: string
  const asked: { id: number; video: string }[] = []
  const client = (): Client => server.client(token)
  const request = (urlOrId: string) => client().summaries.request({ body: { urlOrId, type: youtube, maxLength: 300 } })

  /** Kills at the point that `action` leads to; a call cut off with the server is none of its failures. */
  async function dieAt(point: Point, action: () => Promise<unknown>): Promise<void> {
    server.dieAt(point)
    action().catch(() => {})
    expect(await server.ended).toEqual({ code: null, signal: 'SIGKILL' })
    server = await forkServer(env).serving
  }
  const entryOf = async (video: string) =>
    (await client().summaries.list()).data.find(entry => entry.videoInfo.videoId === video)

  beforeAll(async () => {
    server = await forkServer(env).serving
    const answer = await server.client('').auth.register({ body: { email: 'kill@example.com', password } })
    token = answer.token
  })
  afterAll(async () => {
    await server.kill('SIGKILL')
    await fake.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it.each(way.map((point, index) => ({ point, video: talks[index]! })))(
    'goes on to text and sound after $point',
    async ({ point, video }) => {
      await dieAt(point, () => request(video))
      // Whoever was cut off asks again: the same entry, or the first one.
      const { id } = await request(video)
      const summary = await untilState(client(), id, 'ready')
      expect(summary).toMatchObject({ audio: 'ready', code: null })
      asked.push({ id, video })
    },
  )

  it('keeps a refusal that was put off, and ends it with its code', async () => {
    const preset = 'short' as const
    const wish = { body: { urlOrId: 'MLleE89g7y0', type: youtube, maxLength: 300, preset } }
    fake.fault('timedtext|MLleE89g7y0|*', { kind: 'status', status: 500, times: 2 })
    await dieAt('step-put-off', () => client().summaries.request(wish))
    const { id } = await client().summaries.request(wish)
    await untilState(client(), id, 'ready')
  })

  it('keeps a deferral with its time', async () => {
    await dieAt('recap-deferred', () => request(live))
    expect(await entryOf(live)).toMatchObject({ state: 'deferred', code: 'live', retryAt: expect.any(String) })
  })

  it('keeps a failure, and gives its place in the month back once', async () => {
    await dieAt('recap-failed', () => request(isPrivate))
    expect(await entryOf(isPrivate)).toMatchObject({ state: 'failed', code: 'private' })
  })

  it('keeps a cancellation', async () => {
    fake.fault('timedtext|llQpLOoafLY|*', { kind: 'hang' })
    const { id } = await request('llQpLOoafLY')
    await dieAt('entry-cancelled', () => client().summaries.cancel({ params: { id } }))
    expect((await client().summaries.detail({ params: { id } })).state).toBe('cancelled')
  })

  it('makes the sound that a server which was never killed makes, byte for byte', async () => {
    const untouched = mkdtempSync(path.join(tmpdir(), 'recaps-unkilled-'))
    cpSync(inject('template'), untouched, { recursive: true })
    const control = await forkServer({ ...env, DATA_DIR: untouched }).serving
    try {
      const { token: other } = await control.client('').auth.register({ body: { email: 'calm@example.com', password } })
      const calm = control.client(other)
      // The five that died closest to their sound.
      for (const { id, video } of asked.slice(-5)) {
        const wish = { urlOrId: video, type: youtube, maxLength: 300 }
        const theirs = await untilState(calm, (await calm.summaries.request({ body: wish })).id, 'ready')
        const ours = await client().summaries.detail({ params: { id } })
        expect(ours.content).toEqual(theirs.content)
        expect(await sound(server, ours)).toEqual(await sound(control, theirs))
      }
    } finally {
      await control.kill('SIGKILL')
      rmSync(untouched, { recursive: true, force: true })
    }
  })

  it('has no duplicate, no lost place in the month and nothing half-written [ASVS 2.3.1, 2.3.3, 16.5.3]', async () => {
    const used = (await client().summaries.list()).month.used
    await server.kill('SIGKILL')
    expect(await findingsIn(dataDir)).toEqual([])
    server = await forkServer(env).serving
    // Every talk, the one put off and the live one; not the private and not the cancelled one.
    expect(used).toBe(way.length + 2)
  })
})

async function sound(server: ServerProcess, { audioUrl }: Summary): Promise<Buffer> {
  return Buffer.from(await (await fetch(server.url + audioUrl)).arrayBuffer())
}
