import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Client, Summary } from '@recaps/contract'
import { startFakeYoutube } from '@recaps/fake-youtube'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { SummaryKillPoint } from '../src/features/summaries/kill-points.ts'
import { summaryKillPoints } from '../src/features/summaries/kill-points.ts'
import { dataFolderFindings } from './audit.ts'
import { forkServer, type ServerProcess } from './server-process.ts'
import { password } from './start-server.ts'
import { talks } from './talks.ts'
import { untilState, youtube } from './wait-for.ts'

/** Kill points of a successful summary on the way to its audio. Tests for failures follow below; voices have their own suite. */
const mainPoints = summaryKillPoints.filter(
  point =>
    !(
      ['step-put-off', 'recap-deferred', 'recap-failed', 'entry-cancelled', 'voice-stood-in'] as SummaryKillPoint[]
    ).includes(point),
)
const live = 'Ue7gAxLMql0'
const isPrivate = 'ryPGNFRu8mk'

describe('a server that is killed at a kill point, on the embedded database', async () => {
  const fake = await startFakeYoutube()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'recaps-kill-'))
  cpSync(inject('template'), dataDir, { recursive: true })
  const env = { DATA_DIR: dataDir, YOUTUBE_URL: fake.url, THREADS: '2' }
  let server: ServerProcess
  let token: string
  const completed: { id: number; video: string }[] = []
  const client = (): Client => server.client(token)
  const request = (urlOrId: string) => client().summaries.request({ body: { urlOrId, type: youtube, maxLength: 300 } })

  /** Kills the server at a point that `action` leads to, and restarts it. Ignores the error of the interrupted call. */
  async function dieAt(point: SummaryKillPoint, action: () => Promise<unknown>): Promise<void> {
    server.dieAt(point)
    action().catch(() => {})
    expect(await server.ended).toEqual({ code: null, signal: 'SIGKILL' })
    server = await forkServer(env).serving
  }
  const summaryOf = async (video: string) =>
    (await client().summaries.list()).data.find(summary => summary.videoInfo.videoId === video)

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

  it.each(mainPoints.map((point, index) => ({ point, video: talks[index]! })))(
    'a server killed at $point completes text and audio after a restart',
    async ({ point, video }) => {
      await dieAt(point, () => request(video))
      // The client repeats the interrupted call. It gets the same summary, or the first one.
      const { id } = await request(video)
      const summary = await untilState(client(), id, 'ready')
      expect(summary).toMatchObject({ audio: 'ready', code: null })
      completed.push({ id, video })
    },
  )

  it('a server killed after postponing a failed step retries it and completes the summary', async () => {
    const preset = 'short' as const
    const body = { urlOrId: 'MLleE89g7y0', type: youtube, maxLength: 300, preset }
    fake.fault('timedtext|MLleE89g7y0|*', { kind: 'status', status: 500, times: 3 })
    await dieAt('step-put-off', () => client().summaries.request({ body }))
    const { id } = await client().summaries.request({ body })
    await untilState(client(), id, 'ready')
  })

  it('a server killed after deferring a recap keeps the deferral and its retry time', async () => {
    await dieAt('recap-deferred', () => request(live))
    expect(await summaryOf(live)).toMatchObject({ state: 'deferred', code: 'live', retryAt: expect.any(String) })
  })

  it('a server killed after a recap failed keeps the failure, and refunds its quota once', async () => {
    await dieAt('recap-failed', () => request(isPrivate))
    expect(await summaryOf(isPrivate)).toMatchObject({ state: 'failed', code: 'private' })
  })

  it('a server killed after a cancellation keeps the summary cancelled', async () => {
    fake.fault('timedtext|llQpLOoafLY|*', { kind: 'hang' })
    const { id } = await request('llQpLOoafLY')
    await dieAt('entry-cancelled', () => client().summaries.cancel({ params: { id } }))
    expect((await client().summaries.detail({ params: { id } })).state).toBe('cancelled')
  })

  it('a killed server makes the same audio, byte for byte, as one that was never killed', async () => {
    const untouched = mkdtempSync(path.join(tmpdir(), 'recaps-unkilled-'))
    cpSync(inject('template'), untouched, { recursive: true })
    const control = await forkServer({ ...env, DATA_DIR: untouched }).serving
    try {
      const { token: other } = await control.client('').auth.register({ body: { email: 'calm@example.com', password } })
      const calm = control.client(other)
      // The five that were killed closest to their audio.
      for (const { id, video } of completed.slice(-5)) {
        const body = { urlOrId: video, type: youtube, maxLength: 300 }
        const expected = await untilState(calm, (await calm.summaries.request({ body })).id, 'ready')
        const actual = await client().summaries.detail({ params: { id } })
        expect(actual.content).toEqual(expected.content)
        expect(await fetchAudio(server, actual)).toEqual(await fetchAudio(control, expected))
      }
    } finally {
      await control.kill('SIGKILL')
      rmSync(untouched, { recursive: true, force: true })
    }
  })

  it('a server killed at every point leaves no duplicate, no lost quota and no half-written file [ASVS 2.3.1, 2.3.3, 16.5.3]', async () => {
    const used = (await client().summaries.list()).month.used
    await server.kill('SIGKILL')
    expect(await dataFolderFindings(dataDir)).toEqual([])
    server = await forkServer(env).serving
    // Every talk, the postponed one and the live one count; the private and the cancelled one do not.
    expect(used).toBe(mainPoints.length + 2)
  })
})

async function fetchAudio(server: ServerProcess, { audioUrl }: Summary): Promise<Buffer> {
  return Buffer.from(await (await fetch(server.url + audioUrl)).arrayBuffer())
}
