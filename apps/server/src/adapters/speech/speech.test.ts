import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type FakeTts, type Fault, type Speak, startFakeTts } from '@recaps/fake-tts'
import { createVoice } from '@recaps/speech'
import { afterAll, describe, expect, it } from 'vitest'
import { movableClock } from '../../../test/start-server.ts'
import { ProviderError } from '../../errors.ts'
import type { Speech } from '../../ports/speech.ts'
import { closeBuiltInVoices, openBuiltInVoices } from './built-in.ts'
import { decodeMp3, speechConformance, speechTask } from './conformance.ts'
import { createSpeech } from './create-speech.ts'
import { FailedCall } from './failed-call.ts'
import { openSpeech, type SpeechServiceConfig } from './open.ts'
import { sentenceStore } from './sentence-store.ts'

type Provider = SpeechServiceConfig['provider']
const providers = ['openai', 'kokoro', 'elevenlabs'] as const
const key = 'key of the test'
const folder = mkdtempSync(path.join(tmpdir(), 'recaps-speech-'))
const voices = openBuiltInVoices({ threads: 2 })
const closing: (() => Promise<unknown>)[] = [() => closeBuiltInVoices(voices)]
afterAll(async () => {
  await Promise.all(closing.map(close => close()))
  rmSync(folder, { recursive: true })
})

const pollOptions = { timeout: 20_000, interval: 10 }
const neverAborted = new AbortController().signal
const urlOf = (provider: Provider, fake: FakeTts) => (provider === 'openai' ? `${fake.url}/v1` : fake.url)

const newSentenceStore = () => sentenceStore(path.join(folder, crypto.randomUUID()), movableClock())

function open(
  provider: Provider,
  fake: FakeTts,
  change: Partial<SpeechServiceConfig> = {},
  sentences = newSentenceStore(),
): Speech {
  const speech = openSpeech({
    builtIn: { preferred: 'rms', voices },
    service: {
      ...{ provider, url: urlOf(provider, fake), key, model: undefined, voices: ['alloy', 'coral'] },
      ...{ parallel: 3, timeoutMs: 30_000, failurePauseMs: 0, firstPauseMs: 10, ...change },
    },
    sentences,
  })
  closing.push(speech.close)
  return speech
}

async function startFake(options: Parameters<typeof startFakeTts>[0] = {}): Promise<FakeTts> {
  const fake = await startFakeTts({ key, ...options })
  closing.push(fake.close)
  return fake
}

describe('the built-in voice', () => {
  speechConformance(async () => {
    const speech = openSpeech({ builtIn: { preferred: 'rms', voices } })
    return { speech, timesWords: true }
  })
})

describe.each(providers)('a voice of %s', provider => {
  speechConformance(async () => {
    const fake = await startFake({ speak: speakBuiltIn })
    const speech = open(provider, fake)
    return { speech, timesWords: provider !== 'openai', countRequests: () => fake.requests.length }
  })
})

const flite = createVoice({ voice: 'slt', workers: 2 })
closing.push(flite.close)
const speechByText = new Map<string, ReturnType<Speak>>()

/** Lets the fake service speak with the built-in voice, so that word times are known. Adds silence around it, as real services do. */
function speakBuiltIn(text: string): ReturnType<Speak> {
  const speech = speechByText.get(text) ?? flite.speak(text).then(withSilence)
  speechByText.set(text, speech)
  return speech
}

function withSilence({ pcm, sampleRate, words }: Awaited<ReturnType<Speak>>): Awaited<ReturnType<Speak>> {
  const padded = new Int16Array(pcm.length + sampleRate)
  padded.set(pcm, sampleRate / 2)
  const shiftedWords = words.map(word => ({ ...word, startMs: word.startMs + 500, endMs: word.endMs + 500 }))
  return { pcm: padded, sampleRate, words: shiftedWords }
}

/** How speaking one sentence ends (`spoken`, or why it failed), and the number of requests that it took. */
type Outcome = { result: string; requests: number }
const spokenAfter = (requests: number): Outcome => ({ result: 'spoken', requests })
const failsAfter = (requests: number, result: string): Outcome => ({ result, requests })

const text = 'An hour becomes a page to read.'

async function outcomeOf(speech: Speech, fake: FakeTts, voice = speech.voices[0]!): Promise<Outcome> {
  const before = fake.requests.length
  const result = await speech.say(text, voice, { signal: neverAborted }).then(
    () => 'spoken',
    error => {
      if (!(error instanceof ProviderError) || !(error.cause instanceof FailedCall)) throw error
      expect(error).toMatchObject({ code: 'voice_failed', provider: voice.provider })
      return `${error.cause.reason}: ${error.cause.message}`
    },
  )
  return { result, requests: fake.requests.length - before }
}

const notJson = 'unusable: the response is not JSON'
const forAll = (outcome: Outcome): Record<Provider, Outcome> => ({
  openai: outcome,
  kokoro: outcome,
  elevenlabs: outcome,
})
const perProvider = (openai: Outcome, others: Outcome): Record<Provider, Outcome> => ({
  openai,
  kokoro: others,
  elevenlabs: others,
})

const matrix: [fault: Fault, outcomes: Record<Provider, Outcome>][] = [
  [{ kind: 'refuse' }, forAll(failsAfter(4, 'busy: unreachable'))],
  [{ kind: 'hang' }, forAll(failsAfter(2, 'late: timeout'))],
  [{ kind: 'drip' }, forAll(failsAfter(2, 'late: timeout'))],
  [{ kind: 'truncated' }, forAll(failsAfter(4, 'busy: unreachable'))],
  [{ kind: 'status', status: 500 }, forAll(failsAfter(4, 'busy: HTTP 500'))],
  [{ kind: 'status', status: 503 }, forAll(failsAfter(4, 'busy: HTTP 503'))],
  [{ kind: 'status', status: 429 }, forAll(failsAfter(4, 'busy: HTTP 429'))],
  [{ kind: 'status', status: 429, times: 1, retryAfter: { seconds: 1, as: 'seconds' } }, forAll(spokenAfter(2))],
  [{ kind: 'status', status: 503, times: 1, retryAfter: { seconds: 1, as: 'date' } }, forAll(spokenAfter(2))],
  [{ kind: 'status', status: 429, retryAfter: { seconds: 600, as: 'date' } }, forAll(failsAfter(1, 'busy: HTTP 429'))],
  [{ kind: 'status', status: 400 }, forAll(failsAfter(1, 'refused: HTTP 400'))],
  [{ kind: 'status', status: 401 }, forAll(failsAfter(1, 'refused: HTTP 401'))],
  [{ kind: 'status', status: 402 }, forAll(failsAfter(1, 'refused: HTTP 402'))],
  [{ kind: 'status', status: 302 }, forAll(failsAfter(1, 'refused: HTTP 302'))],
  [
    { kind: 'malformed' },
    perProvider(failsAfter(2, 'unusable: the response is text instead of audio'), failsAfter(2, notJson)),
  ],
  [
    { kind: 'wrong_form' },
    perProvider(
      failsAfter(2, 'unusable: the audio is not WAV, MP3 or PCM'),
      failsAfter(2, 'unusable: the JSON of the response has an unexpected structure'),
    ),
  ],
  [
    { kind: 'html' },
    perProvider(failsAfter(2, 'unusable: the response is text instead of audio'), failsAfter(2, notJson)),
  ],
  [{ kind: 'empty' }, forAll(failsAfter(2, 'unusable: the response is empty'))],
  [
    { kind: 'cut_short' },
    perProvider(
      failsAfter(2, 'unusable: the audio is too short for the text'),
      failsAfter(2, 'unusable: the audio ends before its words'),
    ),
  ],
  [{ kind: 'too_long' }, forAll(failsAfter(2, 'unusable: the audio is far too long for the text'))],
  [{ kind: 'silence' }, forAll(failsAfter(2, 'unusable: the audio is silent'))],
  [{ kind: 'wav' }, forAll(spokenAfter(1))],
]

describe.each(providers)('faults of the speech service %s', provider => {
  it.concurrent.each(matrix)(
    'retries the speech service fault %j, or fails with its reason',
    async (fault, outcomes) => {
      const fake = await startFake()
      const speech = open(provider, fake, { timeoutMs: fault.kind === 'hang' || fault.kind === 'drip' ? 150 : 30_000 })
      fake.fault(fault)
      const { result, requests } = await outcomeOf(speech, fake)
      expect({ result: result.replace(/^(\w+: (unreachable|timeout)):.*/, '$1'), requests }).toEqual(outcomes[provider])
    },
  )

  it.concurrent('does not retry when the speech service does not know the voice', async () => {
    const fake = await startFake({ voices: { coral: 'Coral' } })
    const refused = provider === 'elevenlabs' ? 'refused: HTTP 404' : 'refused: HTTP 400'
    expect(await outcomeOf(open(provider, fake), fake)).toEqual(failsAfter(1, refused))
  })

  it.concurrent('does not retry when the speech service rejects the key', async () => {
    const fake = await startFake()
    const speech = open(provider, fake, { key: 'another key' })
    expect(await outcomeOf(speech, fake)).toEqual(failsAfter(1, 'refused: HTTP 401'))
  })

  it.concurrent('recovers from temporary faults of the speech service by retrying', async () => {
    const temporary: Fault['kind'][] = ['truncated', 'malformed']
    const fake = await startFake()
    const speech = open(provider, fake)
    for (const kind of temporary) {
      fake.fault({ kind, times: 1 } as Fault)
      await speech.say(`${text} ${kind}.`, speech.voices[0]!, { signal: neverAborted })
    }
    expect(fake.requests).toHaveLength(2 * temporary.length)
  })

  it.concurrent('produces the same audio from a streamed WAV with unknown sizes as from the usual response', async () => {
    const fake = await startFake()
    const speak = async (speech: Speech) => await speech.say(text, speech.voices[0]!, { signal: neverAborted })
    const plain = await speak(open(provider, fake))
    fake.fault({ kind: 'wav' })
    expect(Buffer.compare(await speak(open(provider, fake)), plain)).toBe(0)
  })
})

describe('speaking a whole summary with a speech service', () => {
  const options = { signal: neverAborted, onProgress: () => {} }

  it('limits the parallel requests to the speech service across all summaries', async () => {
    const fake = await startFake({ latency: { firstMs: 300, perSpokenSecondMs: 0 } })
    const speech = open('openai', fake, { parallel: 3 })
    await Promise.all(speech.voices.slice(0, 2).map(voice => speech.speak(speechTask, voice, options)))
    expect(fake.maxConcurrent()).toBe(3)
    expect(fake.requests).toHaveLength(10)
  })

  it('does not request sentences again that were spoken before the job was killed', async () => {
    const fake = await startFake()
    const store = newSentenceStore()
    // A slow disk: each sentence has to be stored before the next one is requested.
    const put: typeof store.put = async (...args) => {
      await sleep(50)
      await store.put(...args)
    }
    const speech = open('kokoro', fake, { parallel: 1 }, { ...store, put })
    fake.fault({ kind: 'hang', after: 3 })
    const kill = new AbortController()
    const speaking = speech.speak(speechTask, speech.voices[0]!, { ...options, signal: kill.signal })
    await expect.poll(() => fake.requests.length, pollOptions).toBe(4)
    kill.abort(new Error('killed'))
    await expect(speaking).rejects.toThrow('killed')
    fake.clearFaults()
    await speech.speak(speechTask, speech.voices[0]!, options)
    expect(fake.requests.length).toBeLessThanOrEqual(4 + 3)
    const [, , , interrupted] = fake.requests
    expect(fake.requests.slice(4).map(wish => wish.text)).toContain(interrupted!.text)
  })

  it('aborts all calls to the speech service when one sentence fails', async () => {
    const fake = await startFake({ latency: { firstMs: 200, perSpokenSecondMs: 0 } })
    const speech = open('openai', fake, { parallel: 8 })
    fake.fault({ kind: 'status', status: 400, after: 2, times: 1 })
    await expect(speech.speak(speechTask, speech.voices[0]!, options)).rejects.toThrow('HTTP 400')
    await expect.poll(() => fake.inProgress(), pollOptions).toBe(0)
  })

  it('pauses calls to a failed speech service for a while, then calls it again', async () => {
    const fake = await startFake()
    const speech = open('openai', fake, { failurePauseMs: 1_500 })
    fake.fault({ kind: 'status', status: 500, times: 4 })
    expect(await outcomeOf(speech, fake)).toEqual(failsAfter(4, 'busy: HTTP 500'))
    expect(await outcomeOf(speech, fake)).toEqual(failsAfter(0, 'resting: not called, because it failed a moment ago'))
    await new Promise(resolve => setTimeout(resolve, 1_550))
    expect(await outcomeOf(speech, fake)).toEqual(spokenAfter(1))
  })

  it('fails with a timeout when speaking a summary exceeds the time limit of the voice', async () => {
    const voice = { id: 'endless', speak: (_: string, options = {}) => endless(options) }
    const offered = { id: 'endless', name: 'Endless', provider: 'openai', key: 'endless' } as const
    const endlessReader = { offered, voice, deadlineMs: 50 }
    const speech = createSpeech({ readers: [endlessReader], fallback: endlessReader, close: async () => {} })
    await expect(speech.speak(speechTask, offered, options)).rejects.toSatisfy(
      error => error instanceof ProviderError && /timeout/.test(error.detail ?? ''),
    )
  })

  it('returns silence without a request when a text has nothing to pronounce', async () => {
    const fake = await startFake()
    const speech = open('elevenlabs', fake)
    const { samples } = await decodeMp3(await speech.say('🙂 …', speech.voices[0]!, options))
    expect(Math.max(...samples)).toBeLessThan(0.001)
    expect(fake.requests).toEqual([])
  })
})

const endless = ({ signal }: { signal?: AbortSignal }) =>
  new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))

describe('requests to a speech service', () => {
  it('sends the written text to the speech service without Markdown and emoji', async () => {
    const fake = await startFake()
    const speech = open('openai', fake)
    await speech.say('  **Planting** cost $4.2 million 🙂 in “2019”. ', speech.voices[1]!, { signal: neverAborted })
    expect(fake.requests).toEqual([
      {
        protocol: 'openai',
        text: 'Planting cost $4.2 million in "2019".',
        voice: 'coral',
        model: 'tts-1',
        format: 'wav',
      },
    ])
  })

  it.each([
    ['openai', 'tts-1'],
    ['kokoro', 'kokoro'],
    ['elevenlabs', 'eleven_multilingual_v2'],
  ] as const)(
    'requests speech from %s with the configured model, or with %s by default',
    async (provider, defaultModel) => {
      const fake = await startFake()
      for (const model of [undefined, 'own']) {
        const speech = open(provider, fake, { model })
        await speech.say(text, speech.voices[0]!, { signal: neverAborted })
      }
      expect(fake.requests.map(wish => wish.model)).toEqual([defaultModel, 'own'])
    },
  )

  it('shows the voice names that a speech service returns', async () => {
    const fake = await startFake({ voices: { alloy: 'Meadow', coral: 'Reef' } })
    const speech = open('elevenlabs', fake)
    await expect.poll(() => speech.voices.slice(0, 2).map(voice => voice.name), pollOptions).toEqual(['Meadow', 'Reef'])
    expect(open('kokoro', fake, { voices: ['af_heart', 'bm_x+af_y(2)'] }).voices.map(voice => voice.name)).toEqual([
      'Heart, American',
      'bm_x+af_y(2)',
      'Built-in voice, deeper',
      'Built-in voice, higher',
    ])
  })
})
