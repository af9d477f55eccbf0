import { failures } from '@recaps/contract/failures'
import { type Fault, startFakeTts } from '@recaps/fake-tts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ledgerFindings, storageFindings } from '../../../test/audit.ts'
import { fetchQuotaUnits } from '../../../test/quota-units.ts'
import { silentSpeech, unavailableSpeech } from '../../../test/silent-speech.ts'
import { startServer, type TestUser, useServer } from '../../../test/start-server.ts'
import { talks } from '../../../test/talks.ts'
import { eventually, untilState, youtube } from '../../../test/wait-for.ts'
import { closeBuiltInVoices, openBuiltInVoices } from '../../adapters/speech/built-in.ts'
import { openSpeech } from '../../adapters/speech/open.ts'
import type { Speech } from '../../ports/speech.ts'

const tooBusy = (status: number, seconds: number, as: 'seconds' | 'date') =>
  ({ kind: 'status', status, retryAfter: { seconds, as } }) as const

type Reader = 'the chosen voice' | 'the fallback voice'

const lasting: [name: string, fault: Fault][] = [
  ['closes the connection', { kind: 'refuse' }],
  ['hangs', { kind: 'hang' }],
  ['sends its response too slowly', { kind: 'drip' }],
  ['aborts its response', { kind: 'truncated' }],
  ['fails', { kind: 'status', status: 500 }],
  ['is overloaded', { kind: 'status', status: 503 }],
  ['is rate-limited', { kind: 'status', status: 429 }],
  ['returns invalid audio', { kind: 'malformed' }],
  ['returns another format', { kind: 'wrong_form' }],
  ['returns an HTML page', { kind: 'html' }],
  ['returns an empty response', { kind: 'empty' }],
  ['returns truncated audio', { kind: 'cut_short' }],
  ['returns audio that is far too long', { kind: 'too_long' }],
  ['returns silence', { kind: 'silence' }],
]

/** Which voice the audio has in the end: the chosen one or the built-in fallback. */
const matrix: [name: string, fault: Fault, by: Reader][] = [
  ...lasting.map(([name, fault]) => [name, fault, 'the fallback voice'] as [string, Fault, Reader]),
  ...lasting.map(
    ([name, fault]) => [`${name} once`, { ...fault, times: 1 }, 'the chosen voice'] as [string, Fault, Reader],
  ),
  ['closes the connection after a sentence', { kind: 'refuse', after: 1 }, 'the fallback voice'],
  ['hangs after a sentence', { kind: 'hang', after: 1 }, 'the fallback voice'],
  ['fails after a sentence', { kind: 'status', status: 500, after: 1 }, 'the fallback voice'],
  ...[400, 401, 402, 404, 302].map(
    status => [`returns ${status}`, { kind: 'status', status }, 'the fallback voice'] as [string, Fault, Reader],
  ),
  ['asks to wait one second', { ...tooBusy(429, 1, 'seconds'), times: 1 }, 'the chosen voice'],
  ['is available again at a given date', { ...tooBusy(503, 1, 'date'), times: 1 }, 'the chosen voice'],
  ['is unavailable for ten minutes', tooBusy(429, 600, 'date'), 'the fallback voice'],
  ['writes a WAV of unknown sizes', { kind: 'wav' }, 'the chosen voice'],
]

/** Maximum time to generate audio, however the service fails. */
const maxSpeechMs = 15_000

const requestSummary = async ({ client }: TestUser) =>
  (await client.summaries.request({ body: { urlOrId: talks[0]!, type: youtube, maxLength: 200 } })).id

const providers = ['openai', 'kokoro', 'elevenlabs'] as const
type Provider = (typeof providers)[number]

const builtInVoices = openBuiltInVoices({ threads: 1 })
const closing: (() => Promise<void>)[] = [() => closeBuiltInVoices(builtInVoices)]
afterAll(() => Promise.all(closing.map(close => close())))

interface Result {
  user: TestUser
  id: number
  /** The ledger when the text was ready, before the audio. */
  before: Awaited<ReturnType<typeof fetchQuotaUnits>>
  /** How long the audio generation took. */
  ms: number
}

/** Each voice has its own fake service, so that all faults can be tested at the same time. */
async function runCases(provider: Provider) {
  const voices = await Promise.all(
    matrix.map(async ([name, fault, by], at) => {
      const id = `voice-${at}`
      const fake = await startFakeTts({ voices: { [id]: `Voice ${at}` } })
      fake.fault(fault)
      // Long enough for correct responses on a busy machine.
      const isSlow = by === 'the fallback voice' && (fault.kind === 'hang' || fault.kind === 'drip')
      const speech = openSpeech({
        builtIn: { preferred: 'rms', voices: builtInVoices },
        service: {
          ...{ provider, model: undefined, voices: [id], parallel: 2, failurePauseMs: 100, firstPauseMs: 10 },
          url: provider === 'elevenlabs' ? fake.url : `${fake.url}/v1`,
          key: 'sesame',
          timeoutMs: isSlow ? 400 : 4_000,
        },
      })
      closing.push(fake.close, speech.close)
      return { name, offered: speech.voices[0]!, speech }
    }),
  )
  const tookMs = new Map<string, number>()
  const speech: Speech = {
    ...silentSpeech,
    voices: [...voices.map(({ offered }) => offered), ...silentSpeech.voices],
    async speak(task, voice, options) {
      const startedAt = performance.now()
      const { speech } = voices.find(({ offered }) => offered.key === voice.key) ?? { speech: silentSpeech }
      return await speech
        .speak(task, voice, options)
        .finally(() => tookMs.set(voice.key, performance.now() - startedAt))
    },
  }
  const test = await startServer({ ports: { speech } })
  closing.push(test.stop)
  const { db } = test.server.services.database
  const requested = await Promise.all(
    voices.map(async ({ name, offered }) => {
      const user = await test.newUser()
      await user.client.users.changeSettings({ body: { voice: offered.id } })
      return { name, user, id: await requestSummary(user), key: offered.key }
    }),
  )
  await untilState(requested[0]!.user.client, requested[0]!.id, 'readable', 'ready')
  const before = await Promise.all(requested.map(({ user, id }) => fetchQuotaUnits(db, user, id)))
  const pending = db.selectFrom('audios').select('voice').where('state', '=', 'pending')
  await eventually(
    () => pending.execute(),
    rows => rows.length === 0,
    240_000,
  )
  const results = new Map<string, Result>(
    requested.map(({ name, user, id, key }, at) => [name, { user, id, before: before[at]!, ms: tookMs.get(key)! }]),
  )
  return { test, db, results }
}

const runs = {} as Record<Provider, Awaited<ReturnType<typeof runCases>>>
beforeAll(async () => {
  await Promise.all(
    providers.map(async provider => {
      runs[provider] = await runCases(provider)
    }),
  )
}, 300_000)

describe.each(providers)('speech faults with the %s protocol', provider => {
  it.each(matrix.map(([name, , by]) => ({ name, by })))(
    'audio is generated by $by, and the quota charged once, if the speech service $name',
    async ({ name, by }) => {
      const { test, db, results } = runs[provider]
      const { user, id, before, ms } = results.get(name)!
      expect(ms).toBeLessThan(maxSpeechMs)
      const charged = { units: ['committed'], used: 1 }
      // The text is ready and charged before the audio is generated.
      expect(before).toEqual(charged)
      const summary = await user.client.summaries.detail({ params: { id } })
      expect(summary).toMatchObject({ state: 'ready', audio: 'ready', code: null, error: null })
      expect(summary.summary.length).toBeGreaterThan(100)
      expect(summary.readBy === 'Silence' ? 'the fallback voice' : 'the chosen voice').toBe(by)
      expect((await fetch(test.url + summary.audioUrl)).status).toBe(200)
      expect(await fetchQuotaUnits(db, user, id)).toEqual(charged)
    },
  )

  it('leaves quotas and stored files consistent after speech faults', async () => {
    const { test, db } = runs[provider]
    expect(await ledgerFindings(db)).toEqual([])
    expect(await storageFindings(db, test.dataDir)).toEqual([])
  })
})

describe('both the chosen and the fallback voice failing', async () => {
  const fake = await startFakeTts()
  afterAll(() => fake.close())
  fake.fault({ kind: 'status', status: 500 })
  const remote = openSpeech({
    builtIn: { preferred: 'rms', voices: builtInVoices },
    service: {
      ...{
        provider: 'openai',
        model: undefined,
        voices: ['alloy'],
        parallel: 2,
        failurePauseMs: 100,
        firstPauseMs: 10,
      },
      ...{ url: `${fake.url}/v1`, key: undefined, timeoutMs: 5_000 },
    },
  })
  afterAll(() => remote.close())
  let fallback: Speech = unavailableSpeech
  const speech: Speech = {
    ...silentSpeech,
    voices: [remote.voices[0]!, ...silentSpeech.voices],
    speak: (task, voice, options) => (voice.provider === 'openai' ? remote : fallback).speak(task, voice, options),
  }
  const test = await useServer({ ports: { speech } })

  it('completes a summary without audio if both voices fail, generates it on retry, and charges the quota once', async () => {
    const { db } = test.server.services.database
    const user = await test.newUser()
    const id = await requestSummary(user)
    const charged = { units: ['committed'], used: 1 }
    const startedAt = performance.now()
    const withoutAudio = await untilState(user.client, id, 'ready')
    // Includes the retries of the fallback voice after 2 and 10 seconds.
    expect(performance.now() - startedAt).toBeLessThan(60_000)
    const { sentence: error } = failures.voice_failed
    expect(withoutAudio).toMatchObject({ audio: 'failed', audioUrl: null, code: 'voice_failed', error })
    expect(withoutAudio.summary.length).toBeGreaterThan(100)
    expect(await fetchQuotaUnits(db, user, id)).toEqual(charged)
    fallback = silentSpeech
    await user.client.summaries.retry({ params: { id } })
    expect(await untilState(user.client, id, 'ready')).toMatchObject({ audio: 'ready', readBy: 'Silence', code: null })
    expect(await fetchQuotaUnits(db, user, id)).toEqual(charged)
    expect(await ledgerFindings(db)).toEqual([])
    expect(await storageFindings(db, test.dataDir)).toEqual([])
  })
})
