import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startFakeTts } from '@recaps/fake-tts'
import { startFakeYoutube } from '@recaps/fake-youtube'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { SummaryKillPoint } from '../src/features/summaries/kill-points.ts'
import { dataFolderFindings } from './audit.ts'
import { forkServer, type ServerProcess } from './server-process.ts'
import { password } from './start-server.ts'
import { talks } from './talks.ts'
import { untilState, youtube } from './wait-for.ts'

const parallel = 3

describe('a server that is killed while it uses a speech service', async () => {
  const fake = await startFakeYoutube()
  const speech = await startFakeTts({ latency: { firstMs: 40, perSpokenSecondMs: 0 } })
  const dataDir = mkdtempSync(path.join(tmpdir(), 'recaps-voices-kill-'))
  cpSync(inject('template'), dataDir, { recursive: true })
  const env = {
    DATA_DIR: dataDir,
    YOUTUBE_URL: fake.url,
    THREADS: '2',
    SPEECH_PROVIDER: 'kokoro',
    SPEECH_URL: speech.url,
    SPEECH_VOICES: 'alloy',
    SPEECH_PARALLEL: String(parallel),
  }
  let server: ServerProcess
  let token: string
  const client = () => server.client(token)
  const request = (urlOrId: string) =>
    client().summaries.request({ body: { urlOrId, type: youtube, maxLength: 3_000 } })

  async function dieAt(point: SummaryKillPoint, video: string) {
    server.dieAt(point)
    request(video).catch(() => {})
    expect(await server.ended).toEqual({ code: null, signal: 'SIGKILL' })
    server = await forkServer(env).serving
    return await untilState(client(), (await request(video)).id, 'ready')
  }

  beforeAll(async () => {
    server = await forkServer(env).serving
    token = (await server.client('').auth.register({ body: { email: 'kill@example.com', password } })).token
  })
  afterAll(async () => {
    await server.kill('SIGKILL')
    await Promise.all([fake.close(), speech.close()])
    rmSync(dataDir, { recursive: true, force: true })
  })

  const killPoints = ['sentence-spoken', 'audio-made', 'timings-stored', 'audio-stored', 'audio-saved'] as const
  it.each(killPoints.map((point, index) => ({ point, video: talks[index]! })))(
    'a server killed at $point resumes the audio and repeats at most the speech requests in flight',
    async ({ point, video }) => {
      const before = speech.requests.length
      const summary = await dieAt(point, video)
      expect(summary).toMatchObject({ audio: 'ready', readBy: 'Alloy' })
      const texts = speech.requests.slice(before).map(request => request.text)
      expect(texts.length - new Set(texts).size).toBeLessThanOrEqual(parallel)
    },
  )

  it('a server killed after its speech service failed reads the summary with the built-in voice', async () => {
    speech.fault({ kind: 'status', status: 400 })
    const summary = await dieAt('voice-stood-in', 'wQ_xQs6thVs')
    expect(summary).toMatchObject({ audio: 'ready', readBy: 'Built-in voice, deeper', code: null })
  })

  it('a server killed while it reads summaries leaves no half-written file and no lost quota', async () => {
    await server.kill('SIGKILL')
    expect(await dataFolderFindings(dataDir)).toEqual([])
    server = await forkServer(env).serving
  })
})
