import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { failures } from '@recaps/contract/failures'
import { type Line, lineOf, type SttFault, startFakeStt } from '@recaps/fake-stt'
import { startFakeYoutube, type VideoEntry } from '@recaps/fake-youtube'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ledgerFindings, storageFindings } from '../../../test/audit.ts'
import { placesOf } from '../../../test/ledger.ts'
import { mute } from '../../../test/silence.ts'
import { beeps, ffmpegPath, hasFfmpeg, whereFfmpegIs } from '../../../test/sound-files.ts'
import { startServer, type TestUser } from '../../../test/start-server.ts'
import { eventually, untilState, youtube } from '../../../test/waiting.ts'
import { ffmpegAt } from '../../adapters/transcriber/ffmpeg.ts'
import { openAiRecogniser } from '../../adapters/transcriber/openai.ts'
import { pieceByPiece } from '../../adapters/transcriber/transcriber.ts'
import { whisperCppRecogniser } from '../../adapters/transcriber/whisper-cpp.ts'
import { type Clock, systemClock } from '../../ports/clock.ts'
import type { Transcriber } from '../../ports/transcriber.ts'

/**
 * What becomes of the summary and of its place in the month: it is heard · it is refused at once · it is put off, and
 * refused after an hour of that · it is put off, and heard when the fault is over.
 */
type Outcome = 'heard' | 'refused' | 'put off, refused' | 'put off, heard'

const lasting: [name: string, fault: SttFault][] = [
  ['is overloaded', { kind: 'status', status: 503 }],
  ['fails', { kind: 'status', status: 500 }],
  ['asks for patience', { kind: 'status', status: 429 }],
  ['hangs', { kind: 'hang' }],
  ['closes the connection', { kind: 'refuse' }],
  ['breaks off', { kind: 'truncated' }],
  ['drips', { kind: 'drip' }],
  ['answers nothing', { kind: 'empty' }],
  ['answers with a page', { kind: 'html' }],
  ['answers half of it', { kind: 'malformed' }],
  ['answers with what is no number', { kind: 'nan' }],
  ['answers words without instants', { kind: 'wrong_form' }],
]
const inFiveMinutes = { 'retry-after': '300' }

const matrix: [name: string, fault: SttFault | 'another key' | 'nothing is said', outcome: Outcome][] = [
  ...lasting.map(([name, fault]) => [name, fault, 'put off, refused'] as [string, SttFault, Outcome]),
  ...lasting.map(([name, fault]) => [`${name} once`, { ...fault, times: 1 }, 'heard'] as [string, SttFault, Outcome]),
  ['is away for five minutes', { kind: 'status', status: 429, headers: inFiveMinutes, times: 1 }, 'put off, heard'],
  ['is away again and again', { kind: 'status', status: 503, headers: inFiveMinutes }, 'put off, refused'],
  ['fails four times', { kind: 'status', status: 500, times: 4 }, 'put off, heard'],
  ...[400, 404, 413, 415].map(
    status => [`answers ${status}`, { kind: 'status', status }, 'refused'] as [string, SttFault, Outcome],
  ),
  ['does not know the key', 'another key', 'refused'],
  ['hears nothing', 'nothing is said', 'refused'],
  ['tells instants outside of the sound', { kind: 'beyond' }, 'heard'],
  ['tells lines in no order', { kind: 'disorder' }, 'heard'],
  ['tells lines without words', { kind: 'blank' }, 'heard'],
  ['says the last line over and over', { kind: 'loop' }, 'heard'],
]

const talk = [
  'Good morning, and welcome to the history of the paternoster lift.',
  'The first one was built in Liverpool in 1868 by an architect called Peter Ellis.',
  'It has two columns of cabins that never stop, and no doors at all.',
  'People step in while it moves, at about thirty centimetres a second.',
  'By 1936 there were six hundred and seventy nine of them in Hamburg alone.',
]
const seconds = 45
const lines = (): Line[] => talk.map((text, at) => lineOf(text, at * 9))

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

const recognisers = { openai: openAiRecogniser, 'whisper.cpp': whisperCppRecogniser }
const protocols = ['openai', 'whisper.cpp'] as const
type Protocol = (typeof protocols)[number]

/** However a service fails, a step waits for it no longer than this before it says so. */
const mostMs = 15_000

const folder = mkdtempSync(path.join(tmpdir(), 'recaps-hearing-faults-'))
const closing: (() => Promise<void>)[] = []
afterAll(async () => {
  await Promise.all(closing.map(close => close()))
  rmSync(folder, { recursive: true, force: true })
})

/** Each video is listened to by a stand-in of its own, so that all of them can go wrong at the same time. */
async function listenersOf(protocol: Protocol, clock: Clock) {
  const listeners = await Promise.all(
    matrix.map(async ([name, fault, outcome], at) => {
      const video = `hearFault${at.toString(36).padStart(2, '0')}`
      const fake = await startFakeStt({ ear: () => (fault === 'nothing is said' ? [] : lines()), key: 'sesame' })
      closing.push(fake.close)
      const lift = typeof fault === 'string' ? () => {} : fake.fault(fault)
      const isLate = typeof fault !== 'string' && (fault.kind === 'hang' || fault.kind === 'drip')
      // The right answers of a busy machine come in time.
      const timeoutMs = isLate && outcome !== 'heard' ? 400 : 4_000
      const recogniser = recognisers[protocol]({
        url: protocol === 'openai' ? `${fake.url}/v1` : fake.url,
        key: fault === 'another key' ? 'open up' : 'sesame',
        model: 'm-1',
        timeoutMs,
        clock,
        pausesMs: [10, 10],
      })
      const place = path.join(folder, `${protocol} ${video}`)
      const { transcribe, forget } = pieceByPiece({
        recogniser,
        ffmpeg: ffmpegAt(ffmpegPath),
        folder: place,
        parallel: 2,
      })
      return { name, outcome, video, lift, transcribe, forget, tookMs: [] as number[] }
    }),
  )
  const of = (video: string) => listeners.find(listener => listener.video === video)!
  const transcriber: Transcriber = {
    id: `${protocol}/m-1`,
    async transcribe(sound, options) {
      const { transcribe, tookMs } = of(sound.name)
      const startedAt = performance.now()
      return await transcribe(sound, options).finally(() => tookMs.push(performance.now() - startedAt))
    },
    forget: name => of(name).forget(name),
  }
  return { listeners, transcriber }
}

interface Cell {
  user: TestUser
  id: number
  lift(): void
  /** Where it came to rest first. */
  first: { state: string; code: string | null; places: string[]; used: number }
  /** How long each run of the step listened. */
  tookMs: number[]
}

async function runOf(protocol: Protocol) {
  let clock: Clock = systemClock
  const { listeners, transcriber } = await listenersOf(protocol, { now: () => clock.now() })
  const fake = await startFakeYoutube({
    extraVideos: listeners.map(({ video }) => withoutCaptions(video)),
    sounds: Object.fromEntries(listeners.map(({ video }) => [video, beeps(seconds)])),
  })
  const test = await startServer({ ports: { speech: mute, transcriber }, fake })
  clock = test.clock
  closing.push(test.stop, fake.close)
  const { db } = test.server.services.database
  const cells = new Map<string, Cell>()
  await Promise.all(
    listeners.map(async ({ name, video, lift, tookMs }) => {
      const user = await test.newUser()
      const { id } = await user.client.summaries.request({ body: { urlOrId: video, type: youtube } })
      // Each is noted as it comes to rest: on a busy machine the first is due again before the last is done.
      const { state, code } = await eventually(
        () => user.client.summaries.detail({ params: { id } }),
        found => found.state !== 'queued' && found.state !== 'working',
        600_000,
      )
      cells.set(name, { user, id, lift, tookMs, first: { state, code, ...(await placesOf(db, user, id)) } })
    }),
  )
  for (const { outcome, lift } of listeners) if (outcome === 'put off, heard') lift()
  // Who is sent away again and again is tried for an hour.
  test.clock.advance(61 * 60_000)
  await test.server.services.summaries.wakeDeferred()
  return { test, db, cells }
}

describe.skipIf(!hasFfmpeg)(`a video without captions${whereFfmpegIs}`, () => {
  const runs = {} as Record<Protocol, Awaited<ReturnType<typeof runOf>>>
  beforeAll(async () => {
    await Promise.all(
      protocols.map(async protocol => {
        runs[protocol] = await runOf(protocol)
      }),
    )
  }, 660_000)

  describe.each(protocols)('where what listens as %s does', protocol => {
    it.each(matrix.map(([name, fault, outcome]) => ({ name, fault, outcome })))(
      '$name, is $outcome, and its place counts once or not at all',
      async ({ name, fault, outcome }) => {
        const { db, cells } = runs[protocol]
        const { user, id, first, tookMs } = cells.get(name)!
        const reserved = { state: 'deferred', code: 'transcription_failed', places: ['reserved'], used: 1 }
        if (outcome.startsWith('put off')) expect(first).toEqual(reserved)
        const isHeard = outcome.endsWith('heard')
        const ends = isHeard ? (['readable', 'ready'] as const) : (['failed'] as const)
        const ended = await untilState(user.client, id, ...ends)
        expect(Math.max(...tookMs)).toBeLessThan(mostMs)
        if (isHeard) {
          expect(ended.content?.transcript.kind).toBe('stt')
          expect(ended.summary).toMatch(/Liverpool|cabins|Hamburg|centimetres|paternoster/)
          expect(await placesOf(db, user, id)).toEqual({ places: ['committed'], used: 1 })
        } else {
          const code = fault === 'nothing is said' ? 'no_speech' : 'transcription_failed'
          const error = failures[code].sentence
          expect(ended).toMatchObject({ code, error, summary: '', content: null, retryAt: null })
          expect(await placesOf(db, user, id)).toEqual({ places: [`released ${code}`], used: 0 })
        }
      },
    )

    it('takes a new place when it is tried again after all, and keeps that one', async () => {
      const { db, cells } = runs[protocol]
      const { user, id, lift } = cells.get('is overloaded')!
      await untilState(user.client, id, 'failed')
      lift()
      await user.client.summaries.retry({ params: { id } })
      await untilState(user.client, id, 'readable', 'ready')
      const places = ['released transcription_failed', 'committed']
      expect(await placesOf(db, user, id)).toEqual({ places, used: 1 })
    })

    it('leaves the months exact and nothing half-written', async () => {
      const { test, db } = runs[protocol]
      expect(await ledgerFindings(db)).toEqual([])
      expect(await storageFindings(db, test.dataDir)).toEqual([])
    })
  })
})
