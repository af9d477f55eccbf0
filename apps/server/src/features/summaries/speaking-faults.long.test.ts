import { failures } from '@recaps/contract/failures'
import { type Fault, startFakeTts } from '@recaps/fake-tts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ledgerFindings, storageFindings } from '../../../test/audit.ts'
import { placesOf } from '../../../test/ledger.ts'
import { mute, silence } from '../../../test/silence.ts'
import { startServer, type TestUser, useServer } from '../../../test/start-server.ts'
import { talks } from '../../../test/talks.ts'
import { eventually, untilState, youtube } from '../../../test/waiting.ts'
import { closeBuiltInVoices, openBuiltInVoices } from '../../adapters/speech/built-in.ts'
import { openSpeech } from '../../adapters/speech/open.ts'
import type { Speech } from '../../ports/speech.ts'

const tooBusy = (status: number, seconds: number, as: 'seconds' | 'date') =>
  ({ kind: 'status', status, retryAfter: { seconds, as } }) as const

const lasting: [name: string, fault: Fault][] = [
  ['closes the connection', { kind: 'refuse' }],
  ['hangs', { kind: 'hang' }],
  ['drips', { kind: 'drip' }],
  ['breaks off', { kind: 'truncated' }],
  ['fails', { kind: 'status', status: 500 }],
  ['is overloaded', { kind: 'status', status: 503 }],
  ['asks for patience', { kind: 'status', status: 429 }],
  ['answers what is no sound', { kind: 'malformed' }],
  ['answers in another form', { kind: 'wrong_form' }],
  ['answers with a page', { kind: 'html' }],
  ['answers nothing', { kind: 'empty' }],
  ['cuts its sound short', { kind: 'cut_short' }],
  ['speaks far too long', { kind: 'too_long' }],
  ['speaks without a sound', { kind: 'silence' }],
]

/** Who is heard in the end: the voice itself, or the built-in one in its place. */
const matrix: [name: string, fault: Fault, by: 'itself' | 'the stand-in'][] = [
  ...lasting.map(([name, fault]) => [name, fault, 'the stand-in'] as [string, Fault, 'the stand-in']),
  ...lasting.map(([name, fault]) => [`${name} once`, { ...fault, times: 1 }, 'itself'] as [string, Fault, 'itself']),
  ['closes the connection after a sentence', { kind: 'refuse', after: 1 }, 'the stand-in'],
  ['hangs after a sentence', { kind: 'hang', after: 1 }, 'the stand-in'],
  ['fails after a sentence', { kind: 'status', status: 500, after: 1 }, 'the stand-in'],
  ...[400, 401, 402, 404, 302].map(
    status => [`answers ${status}`, { kind: 'status', status }, 'the stand-in'] as [string, Fault, 'the stand-in'],
  ),
  ['asks for a second of patience', { ...tooBusy(429, 1, 'seconds'), times: 1 }, 'itself'],
  ['is back at an instant', { ...tooBusy(503, 1, 'date'), times: 1 }, 'itself'],
  ['is away for ten minutes', tooBusy(429, 600, 'date'), 'the stand-in'],
  ['writes a WAV of unknown sizes', { kind: 'wav' }, 'itself'],
]

/** However a service fails, somebody waits for no voice longer than this. */
const mostMs = 15_000

const ask = async ({ client }: TestUser) =>
  (await client.summaries.request({ body: { urlOrId: talks[0]!, type: youtube, maxLength: 200 } })).id

const providers = ['openai', 'kokoro', 'elevenlabs'] as const
type Provider = (typeof providers)[number]

const builtInVoices = openBuiltInVoices({ threads: 1 })
const closing: (() => Promise<void>)[] = [() => closeBuiltInVoices(builtInVoices)]
afterAll(() => Promise.all(closing.map(close => close())))

interface Cell {
  user: TestUser
  id: number
  /** When the text was there. */
  before: Awaited<ReturnType<typeof placesOf>>
  /** How long the voice was at it. */
  ms: number
}

/** Each voice is spoken by a stand-in of its own, and all of them go wrong at the same time. */
async function runOf(provider: Provider) {
  const voices = await Promise.all(
    matrix.map(async ([name, fault, by], at) => {
      const id = `voice-${at}`
      const fake = await startFakeTts({ voices: { [id]: `Voice ${at}` } })
      fake.fault(fault)
      // The right answers of a busy machine come in time.
      const isLate = by === 'the stand-in' && (fault.kind === 'hang' || fault.kind === 'drip')
      const speech = openSpeech({
        builtIn: { preferred: 'rms', voices: builtInVoices },
        service: {
          ...{ provider, model: undefined, voices: [id], parallel: 2, restMs: 100, firstPauseMs: 10 },
          url: provider === 'elevenlabs' ? fake.url : `${fake.url}/v1`,
          key: 'sesame',
          timeoutMs: isLate ? 400 : 4_000,
        },
      })
      closing.push(fake.close, speech.close)
      return { name, offered: speech.voices[0]!, speech }
    }),
  )
  const tookMs = new Map<string, number>()
  const speech: Speech = {
    ...silence,
    voices: [...voices.map(({ offered }) => offered), ...silence.voices],
    async speak(task, voice, options) {
      const startedAt = performance.now()
      const { speech } = voices.find(({ offered }) => offered.key === voice.key) ?? { speech: silence }
      return await speech
        .speak(task, voice, options)
        .finally(() => tookMs.set(voice.key, performance.now() - startedAt))
    },
  }
  const test = await startServer({ ports: { speech } })
  closing.push(test.stop)
  const { db } = test.server.services.database
  const asked = await Promise.all(
    voices.map(async ({ name, offered }) => {
      const user = await test.newUser()
      await user.client.users.changeSettings({ body: { voice: offered.id } })
      return { name, user, id: await ask(user), key: offered.key }
    }),
  )
  await untilState(asked[0]!.user.client, asked[0]!.id, 'readable', 'ready')
  const before = await Promise.all(asked.map(({ user, id }) => placesOf(db, user, id)))
  const pending = db.selectFrom('audios').select('voice').where('state', '=', 'pending')
  await eventually(
    () => pending.execute(),
    rows => rows.length === 0,
    240_000,
  )
  const cells = new Map<string, Cell>(
    asked.map(({ name, user, id, key }, at) => [name, { user, id, before: before[at]!, ms: tookMs.get(key)! }]),
  )
  return { test, db, cells }
}

const runs = {} as Record<Provider, Awaited<ReturnType<typeof runOf>>>
beforeAll(async () => {
  await Promise.all(
    providers.map(async provider => {
      runs[provider] = await runOf(provider)
    }),
  )
}, 300_000)

describe.each(providers)('a summary, read by what speaks as %s does', provider => {
  it.each(matrix.map(([name, , by]) => ({ name, by })))(
    'that $name, is heard by $by, and keeps its one place',
    async ({ name, by }) => {
      const { test, db, cells } = runs[provider]
      const { user, id, before, ms } = cells.get(name)!
      expect(ms).toBeLessThan(mostMs)
      const kept = { places: ['committed'], used: 1 }
      // The text is there, and paid for, before anybody speaks.
      expect(before).toEqual(kept)
      const summary = await user.client.summaries.detail({ params: { id } })
      expect(summary).toMatchObject({ state: 'ready', audio: 'ready', code: null, error: null })
      expect(summary.summary.length).toBeGreaterThan(100)
      expect(summary.readBy === 'Silence' ? 'the stand-in' : 'itself').toBe(by)
      expect((await fetch(test.url + summary.audioUrl)).status).toBe(200)
      expect(await placesOf(db, user, id)).toEqual(kept)
    },
  )

  it('leaves the months exact and nothing half-written', async () => {
    const { test, db } = runs[provider]
    expect(await ledgerFindings(db)).toEqual([])
    expect(await storageFindings(db, test.dataDir)).toEqual([])
  })
})

describe('a summary that neither its voice nor the stand-in can read', async () => {
  const fake = await startFakeTts()
  afterAll(() => fake.close())
  fake.fault({ kind: 'status', status: 500 })
  const remote = openSpeech({
    builtIn: { preferred: 'rms', voices: builtInVoices },
    service: {
      ...{ provider: 'openai', model: undefined, voices: ['alloy'], parallel: 2, restMs: 100, firstPauseMs: 10 },
      ...{ url: `${fake.url}/v1`, key: undefined, timeoutMs: 5_000 },
    },
  })
  afterAll(() => remote.close())
  let standIn: Speech = mute
  const speech: Speech = {
    ...silence,
    voices: [remote.voices[0]!, ...silence.voices],
    speak: (task, voice, options) => (voice.provider === 'openai' ? remote : standIn).speak(task, voice, options),
  }
  const test = await useServer({ ports: { speech } })

  it('stays delivered and keeps its one place, also when it is tried again', async () => {
    const { db } = test.server.services.database
    const user = await test.newUser()
    const id = await ask(user)
    const kept = { places: ['committed'], used: 1 }
    const startedAt = performance.now()
    const unheard = await untilState(user.client, id, 'ready')
    // Both tries of the stand-in, and their pauses of 2 and 10 seconds, are among it.
    expect(performance.now() - startedAt).toBeLessThan(60_000)
    const { sentence: error } = failures.voice_failed
    expect(unheard).toMatchObject({ audio: 'failed', audioUrl: null, code: 'voice_failed', error })
    expect(unheard.summary.length).toBeGreaterThan(100)
    expect(await placesOf(db, user, id)).toEqual(kept)
    standIn = silence
    await user.client.summaries.retry({ params: { id } })
    expect(await untilState(user.client, id, 'ready')).toMatchObject({ audio: 'ready', readBy: 'Silence', code: null })
    expect(await placesOf(db, user, id)).toEqual(kept)
    expect(await ledgerFindings(db)).toEqual([])
    expect(await storageFindings(db, test.dataDir)).toEqual([])
  })
})
