import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type FakeTts, type Fault, type Say, startFakeTts } from '@recaps/fake-tts'
import { createVoice } from '@recaps/speech'
import { afterAll, describe, expect, it } from 'vitest'
import { movableClock } from '../../../test/start-server.ts'
import { ProviderError } from '../../errors.ts'
import type { Speech } from '../../ports/speech.ts'
import { closeBuiltInVoices, openBuiltInVoices } from './built-in.ts'
import { decoded, speechConformance, task } from './conformance.ts'
import { FailedCall } from './failed-call.ts'
import { openSpeech, type SpeechServiceConfig } from './open.ts'
import { speechOf } from './reader.ts'
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

const patiently = { timeout: 20_000, interval: 10 }
const unbroken = new AbortController().signal
const urlOf = (provider: Provider, fake: FakeTts) => (provider === 'openai' ? `${fake.url}/v1` : fake.url)

const anywhere = () => sentenceStore(path.join(folder, crypto.randomUUID()), movableClock())

function open(
  provider: Provider,
  fake: FakeTts,
  change: Partial<SpeechServiceConfig> = {},
  sentences = anywhere(),
): Speech {
  const speech = openSpeech({
    builtIn: { preferred: 'rms', voices },
    service: {
      ...{ provider, url: urlOf(provider, fake), key, model: undefined, voices: ['alloy', 'coral'] },
      ...{ parallel: 3, timeoutMs: 30_000, restMs: 0, firstPauseMs: 10, ...change },
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
    const fake = await startFake({ say: realSpeech })
    const speech = open(provider, fake)
    return { speech, timesWords: provider !== 'openai', asked: () => fake.wishes.length }
  })
})

const flite = createVoice({ voice: 'slt', workers: 2 })
closing.push(flite.close)
const saidBefore = new Map<string, ReturnType<Say>>()

/** The built-in voice as the services' own: words are heard, at times that are known. With silence around it, as services leave it. */
function realSpeech(text: string): ReturnType<Say> {
  const saying = saidBefore.get(text) ?? flite.speak(text).then(withSilence)
  saidBefore.set(text, saying)
  return saying
}

function withSilence({ pcm, sampleRate, words }: Awaited<ReturnType<Say>>): Awaited<ReturnType<Say>> {
  const padded = new Int16Array(pcm.length + sampleRate)
  padded.set(pcm, sampleRate / 2)
  const later = words.map(word => ({ ...word, startMs: word.startMs + 500, endMs: word.endMs + 500 }))
  return { pcm: padded, sampleRate, words: later }
}

/** How one call ends: how it failed, or that it was spoken, and how often the service was asked for it. */
type Outcome = { ends: string; asked: number }
const spokenAfter = (asked: number): Outcome => ({ ends: 'spoken', asked })
const failsAfter = (asked: number, ends: string): Outcome => ({ ends, asked })

const text = 'An hour becomes a page to read.'

async function outcomeOf(speech: Speech, fake: FakeTts, voice = speech.voices[0]!): Promise<Outcome> {
  const before = fake.wishes.length
  const ends = await speech.say(text, voice, { signal: unbroken }).then(
    () => 'spoken',
    error => {
      if (!(error instanceof ProviderError) || !(error.cause instanceof FailedCall)) throw error
      expect(error).toMatchObject({ code: 'voice_failed', provider: voice.provider })
      return `${error.cause.reason}: ${error.cause.message}`
    },
  )
  return { ends, asked: fake.wishes.length - before }
}

const noJson = 'unusable: the answer is no JSON'
const same = (outcome: Outcome): Record<Provider, Outcome> => ({
  openai: outcome,
  kokoro: outcome,
  elevenlabs: outcome,
})
const timed = (openai: Outcome, others: Outcome): Record<Provider, Outcome> => ({
  openai,
  kokoro: others,
  elevenlabs: others,
})

const matrix: [fault: Fault, outcomes: Record<Provider, Outcome>][] = [
  [{ kind: 'refuse' }, same(failsAfter(4, 'busy: unreachable'))],
  [{ kind: 'hang' }, same(failsAfter(2, 'late: timeout'))],
  [{ kind: 'drip' }, same(failsAfter(2, 'late: timeout'))],
  [{ kind: 'truncated' }, same(failsAfter(4, 'busy: unreachable'))],
  [{ kind: 'status', status: 500 }, same(failsAfter(4, 'busy: answered 500'))],
  [{ kind: 'status', status: 503 }, same(failsAfter(4, 'busy: answered 503'))],
  [{ kind: 'status', status: 429 }, same(failsAfter(4, 'busy: answered 429'))],
  [{ kind: 'status', status: 429, times: 1, retryAfter: { seconds: 1, as: 'seconds' } }, same(spokenAfter(2))],
  [{ kind: 'status', status: 503, times: 1, retryAfter: { seconds: 1, as: 'date' } }, same(spokenAfter(2))],
  [
    { kind: 'status', status: 429, retryAfter: { seconds: 600, as: 'date' } },
    same(failsAfter(1, 'busy: answered 429')),
  ],
  [{ kind: 'status', status: 400 }, same(failsAfter(1, 'refused: answered 400'))],
  [{ kind: 'status', status: 401 }, same(failsAfter(1, 'refused: answered 401'))],
  [{ kind: 'status', status: 402 }, same(failsAfter(1, 'refused: answered 402'))],
  [{ kind: 'status', status: 302 }, same(failsAfter(1, 'refused: answered 302'))],
  [
    { kind: 'malformed' },
    timed(failsAfter(2, 'unusable: the answer is text in place of sound'), failsAfter(2, noJson)),
  ],
  [
    { kind: 'wrong_form' },
    timed(
      failsAfter(2, 'unusable: the answer is sound of another form than WAV, MP3 or PCM'),
      failsAfter(2, 'unusable: the answer has another form'),
    ),
  ],
  [{ kind: 'html' }, timed(failsAfter(2, 'unusable: the answer is text in place of sound'), failsAfter(2, noJson))],
  [{ kind: 'empty' }, same(failsAfter(2, 'unusable: the answer is empty'))],
  [
    { kind: 'cut_short' },
    timed(
      failsAfter(2, 'unusable: the sound is too short for the text'),
      failsAfter(2, 'unusable: the sound ends before its words'),
    ),
  ],
  [{ kind: 'too_long' }, same(failsAfter(2, 'unusable: the sound is far too long for the text'))],
  [{ kind: 'silence' }, same(failsAfter(2, 'unusable: nothing is heard'))],
  [{ kind: 'wav' }, same(spokenAfter(1))],
]

describe.each(providers)('when %s', provider => {
  it.concurrent.each(matrix)('goes wrong by %j', async (fault, outcomes) => {
    const fake = await startFake()
    const speech = open(provider, fake, { timeoutMs: fault.kind === 'hang' || fault.kind === 'drip' ? 150 : 30_000 })
    fake.fault(fault)
    const { ends, asked } = await outcomeOf(speech, fake)
    expect({ ends: ends.replace(/^(\w+: (unreachable|timeout)):.*/, '$1'), asked }).toEqual(outcomes[provider])
  })

  it.concurrent('does not know a voice, it is asked once', async () => {
    const fake = await startFake({ voices: { coral: 'Coral' } })
    const refused = provider === 'elevenlabs' ? 'refused: answered 404' : 'refused: answered 400'
    expect(await outcomeOf(open(provider, fake), fake)).toEqual(failsAfter(1, refused))
  })

  it.concurrent('does not know our key, it is asked once', async () => {
    const fake = await startFake()
    const speech = open(provider, fake, { key: 'another key' })
    expect(await outcomeOf(speech, fake)).toEqual(failsAfter(1, 'refused: answered 401'))
  })

  it.concurrent('goes wrong and comes right again, nobody hears of it', async () => {
    const passing: Fault['kind'][] = ['truncated', 'malformed']
    const fake = await startFake()
    const speech = open(provider, fake)
    for (const kind of passing) {
      fake.fault({ kind, times: 1 } as Fault)
      await speech.say(`${text} ${kind}.`, speech.voices[0]!, { signal: unbroken })
    }
    expect(fake.wishes).toHaveLength(2 * passing.length)
  })

  it.concurrent('sends a WAV of unknown sizes, it sounds as the samples alone do', async () => {
    const fake = await startFake()
    const heard = async (speech: Speech) => await speech.say(text, speech.voices[0]!, { signal: unbroken })
    const plain = await heard(open(provider, fake))
    fake.fault({ kind: 'wav' })
    expect(Buffer.compare(await heard(open(provider, fake)), plain)).toBe(0)
  })
})

describe('a service that is asked for a whole summary', () => {
  const quietly = { signal: unbroken, onProgress: () => {} }

  it('is asked for no more sentences at a time than is allowed, by all summaries together', async () => {
    const fake = await startFake({ latency: { firstMs: 300, perSpokenSecondMs: 0 } })
    const speech = open('openai', fake, { parallel: 3 })
    await Promise.all(speech.voices.slice(0, 2).map(voice => speech.speak(task, voice, quietly)))
    expect(fake.mostAtOnce()).toBe(3)
    expect(fake.wishes).toHaveLength(10)
  })

  it('is not asked again for what it said before the job was killed', async () => {
    const fake = await startFake()
    const store = anywhere()
    // A disk that is busy: what was said is kept before more is asked for.
    const put: typeof store.put = async (...said) => {
      await sleep(50)
      await store.put(...said)
    }
    const speech = open('kokoro', fake, { parallel: 1 }, { ...store, put })
    fake.fault({ kind: 'hang', after: 3 })
    const killed = new AbortController()
    const speaking = speech.speak(task, speech.voices[0]!, { ...quietly, signal: killed.signal })
    await expect.poll(() => fake.wishes.length, patiently).toBe(4)
    killed.abort(new Error('killed'))
    await expect(speaking).rejects.toThrow('killed')
    fake.clearFaults()
    await speech.speak(task, speech.voices[0]!, quietly)
    expect(fake.wishes.length).toBeLessThanOrEqual(4 + 3)
    const [, , , cutOff] = fake.wishes
    expect(fake.wishes.slice(4).map(wish => wish.text)).toContain(cutOff!.text)
  })

  it('gives up all its calls when one sentence cannot be had', async () => {
    const fake = await startFake({ latency: { firstMs: 200, perSpokenSecondMs: 0 } })
    const speech = open('openai', fake, { parallel: 8 })
    fake.fault({ kind: 'status', status: 400, after: 2, times: 1 })
    await expect(speech.speak(task, speech.voices[0]!, quietly)).rejects.toThrow('answered 400')
    await expect.poll(() => fake.open(), patiently).toBe(0)
  })

  it('is left alone for a while after it could not be had, and asked again then', async () => {
    const fake = await startFake()
    const speech = open('openai', fake, { restMs: 1_500 })
    fake.fault({ kind: 'status', status: 500, times: 4 })
    expect(await outcomeOf(speech, fake)).toEqual(failsAfter(4, 'busy: answered 500'))
    expect(await outcomeOf(speech, fake)).toEqual(failsAfter(0, 'resting: not asked: it failed a moment ago'))
    await new Promise(resolve => setTimeout(resolve, 1_550))
    expect(await outcomeOf(speech, fake)).toEqual(spokenAfter(1))
  })

  it('is given up when a summary takes longer than it may, while the job goes on', async () => {
    const voice = { id: 'endless', speak: (_: string, options = {}) => endless(options) }
    const offered = { id: 'endless', name: 'Endless', provider: 'openai', key: 'endless' } as const
    const reader = { offered, voice, deadlineMs: 50 }
    const speech = speechOf({ readers: [reader], standIn: reader, close: async () => {} })
    await expect(speech.speak(task, offered, quietly)).rejects.toSatisfy(
      error => error instanceof ProviderError && /timeout/.test(error.detail ?? ''),
    )
  })

  it('says nothing where there is nothing to be said, and is not asked', async () => {
    const fake = await startFake()
    const speech = open('elevenlabs', fake)
    const { samples } = await decoded(await speech.say('🙂 …', speech.voices[0]!, quietly))
    expect(Math.max(...samples)).toBeLessThan(0.001)
    expect(fake.wishes).toEqual([])
  })
})

const endless = ({ signal }: { signal?: AbortSignal }) =>
  new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))

describe('what a service is asked', () => {
  it('is the text as it is written, without what is only for the eye', async () => {
    const fake = await startFake()
    const speech = open('openai', fake)
    await speech.say('  **Planting** cost $4.2 million 🙂 in “2019”. ', speech.voices[1]!, { signal: unbroken })
    expect(fake.wishes).toEqual([
      {
        protocol: 'openai',
        text: 'Planting cost $4.2 million in "2019".',
        voice: 'coral',
        model: 'tts-1',
        form: 'wav',
      },
    ])
  })

  it.each([
    ['openai', 'tts-1'],
    ['kokoro', 'kokoro'],
    ['elevenlabs', 'eleven_multilingual_v2'],
  ] as const)('of %s names the model that is set, or %s', async (provider, usual) => {
    const fake = await startFake()
    for (const model of [undefined, 'own']) {
      const speech = open(provider, fake, { model })
      await speech.say(text, speech.voices[0]!, { signal: unbroken })
    }
    expect(fake.wishes.map(wish => wish.model)).toEqual([usual, 'own'])
  })

  it('learns the names of voices where the service tells them', async () => {
    const fake = await startFake({ voices: { alloy: 'Meadow', coral: 'Reef' } })
    const speech = open('elevenlabs', fake)
    await expect.poll(() => speech.voices.slice(0, 2).map(voice => voice.name), patiently).toEqual(['Meadow', 'Reef'])
    expect(open('kokoro', fake, { voices: ['af_heart', 'bm_x+af_y(2)'] }).voices.map(voice => voice.name)).toEqual([
      'Heart, American',
      'bm_x+af_y(2)',
      'Built-in voice, deeper',
      'Built-in voice, higher',
    ])
  })
})
