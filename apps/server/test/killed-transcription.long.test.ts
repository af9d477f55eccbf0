import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Client } from '@recaps/contract'
import { createLine, type Line, startFakeStt } from '@recaps/fake-stt'
import { startFakeYoutube, type VideoEntry } from '@recaps/fake-youtube'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { transcriptionKillPoints } from '../src/features/summaries/kill-points.ts'
import { beeps, ffmpegSkipNote, hasFfmpeg } from './audio-files.ts'
import { dataFolderFindings } from './audit.ts'
import { forkServer, type ServerProcess } from './server-process.ts'
import { password } from './start-server.ts'
import { eventually, untilState, youtube } from './wait-for.ts'

const seconds = 1_500
const pieces = 3
const videos = ['hearKilled0', 'hearKilled4', 'hearKilled8', 'hearKilledA', 'hearKilledE', 'hearKilledI', 'hearKilledM']
const withoutCaptions = (id: string): VideoEntry => ({
  id,
  channel: 'long-street',
  title: `Without captions ${id}`,
  description: '',
  publishedDaysAgo: 9,
  viewCount: 10,
  likeCount: 1,
  tags: [],
  state: { kind: 'public' },
  content: { kind: 'wordless', durationSeconds: seconds },
  tracks: [],
})
const talk = (length: number): Line[] =>
  Array.from({ length: Math.floor(length / 10) }, (_, at) =>
    createLine(`Number ${at} of the bridges over the river was built of stone in the year ${1700 + at}.`, at * 10),
  )

describe.skipIf(!hasFfmpeg)(`a server that is killed while it transcribes${ffmpegSkipNote}`, async () => {
  const recordings = hasFfmpeg ? videos.map((id, at) => [id, beeps(seconds, 300 + at * 50)]) : []
  const fake = await startFakeYoutube({
    extraVideos: videos.map(withoutCaptions),
    audioFiles: Object.fromEntries(recordings),
  })
  const stt = await startFakeStt({ transcribe: sound => talk(sound.seconds) })
  const dataDir = mkdtempSync(path.join(tmpdir(), 'recaps-kill-hearing-'))
  cpSync(inject('template'), dataDir, { recursive: true })
  const env = {
    DATA_DIR: dataDir,
    YOUTUBE_URL: fake.url,
    STT_URL: `${stt.url}/v1`,
    STT_PARALLEL: '1',
    THREADS: '2',
  }
  let server: ServerProcess
  let token: string
  const client = (): Client => server.client(token)
  const request = (urlOrId: string) => client().summaries.request({ body: { urlOrId, type: youtube, maxLength: 300 } })
  const restart = async () => {
    await server.ended
    server = await forkServer(env).serving
  }

  beforeAll(async () => {
    server = await forkServer(env).serving
    token = (await server.client('').auth.register({ body: { email: 'kill@example.com', password } })).token
  })
  afterAll(async () => {
    await server.kill('SIGKILL')
    await Promise.all([fake.close(), stt.close()])
    rmSync(dataDir, { recursive: true, force: true })
  })

  it.each(transcriptionKillPoints.map((point, index) => ({ point, video: videos[index]! })))(
    'a server killed at $point resumes the transcription and repeats at most one piece',
    async ({ point, video }) => {
      const before = stt.uploads.length
      server.dieAt(point)
      request(video).catch(() => {})
      await restart()
      const { id } = await request(video)
      const summary = await untilState(client(), id, 'ready')
      expect(summary).toMatchObject({ code: null, content: { transcript: { kind: 'stt' } } })
      expect(stt.uploads.length - before).toBeGreaterThanOrEqual(pieces)
      expect(stt.uploads.length - before).toBeLessThanOrEqual(pieces + 1)
    },
  )

  it('a server stopped with SIGTERM hands the transcription over and repeats at most one piece', async () => {
    const video = videos[5]!
    const before = stt.uploads.length
    const { id } = await request(video)
    const fault = { clear: () => {} }
    await eventually(
      async () => stt.uploads.length - before,
      count => count >= 1,
    )
    fault.clear = stt.fault({ kind: 'hang' })
    await eventually(
      async () => stt.uploads.length - before,
      count => count >= 2,
    )
    server.child.kill('SIGTERM')
    fault.clear()
    await restart()
    await untilState(client(), id, 'ready')
    expect(stt.uploads.length - before).toBeLessThanOrEqual(pieces + 1)
  })

  it('a video is transcribed once when two summaries of it are requested at the same time', async () => {
    const before = stt.uploads.length
    const options = { urlOrId: videos[6]!, type: youtube, maxLength: 300 }
    const [one, other] = await Promise.all(
      (['short', 'standard'] as const).map(preset => client().summaries.request({ body: { ...options, preset } })),
    )
    await untilState(client(), one!.id, 'ready')
    await untilState(client(), other!.id, 'ready')
    expect(stt.uploads.length - before).toBe(pieces)
  })

  it.each(['hearing-begun', 'sound-heard'] as const)(
    'a server killed at %s keeps an uploaded recording',
    async point => {
      const body = new Uint8Array(beeps(60, point === 'sound-heard' ? 900 : 1000))
      server.dieAt(point)
      const send = () => client().summaries.upload({ query: { name: 'memo.mp3', maxLength: 300 }, body })
      send().catch(() => {})
      await restart()
      // The client repeats the interrupted upload and gets the same summary.
      const { id } = await send()
      await untilState(client(), id, 'ready')
      expect((await client().summaries.list({ query: { origin: 'upload' } })).data.map(summary => summary.id)[0]).toBe(
        id,
      )
    },
  )

  it('a server killed during transcriptions leaves no duplicate, no lost quota and no half-written file', async () => {
    await server.kill('SIGKILL')
    expect(await dataFolderFindings(dataDir)).toEqual([])
    server = await forkServer(env).serving
  })
})
