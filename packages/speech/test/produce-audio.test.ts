import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  type Audio,
  assembleAudio,
  createVoice,
  measureLoudness,
  PAUSES,
  produceAudio,
  type Script,
  type SpokenSentence,
} from '../src/index.ts'
import { createResampler } from '../src/sound/resample.ts'
import { decodeMp3 } from './decode-mp3.ts'
import { ebur128, hasFfmpeg, probe } from './ffmpeg.ts'
import { peak, sine } from './signals.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const SCRIPT: Script<string> = {
  title: 'How rivers move — “ž”',
  artist: 'River Channel',
  album: 'Talks',
  picture: { mimeType: 'image/png', bytes: PNG },
  lead: ['Rivers wander, and nobody can stop them.'],
  sections: [
    {
      title: 'Why they bend',
      sentences: ['Water on the outer bank carries away 3.5 kg of soil — every day.', 'The inner bank grows.'],
    },
    { sentences: ['In 1876, it cut off a town.'] },
    {
      title: 'What it costs',
      sentences: ['Dams cost $4.2 billion in 2019!', '🙂', 'Nobody sent the river a bill.'],
    },
  ],
}

const voice = createVoice({ workers: 2 })
let audio: Audio
let decoded: Awaited<ReturnType<typeof decodeMp3>>

beforeAll(async () => {
  audio = await produceAudio(SCRIPT, { voice })
  decoded = await decodeMp3(audio.mp3)
})
afterAll(() => voice.close())

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('produceAudio', () => {
  it('the audio is mono at 48 kHz and decodes to exactly its stated duration', () => {
    const firstFrame = Buffer.from(audio.mp3).indexOf('Info') - 21
    const mono = 0b11
    expect([audio.mp3[firstFrame + 3]! >> 6, decoded.sampleRate]).toEqual([mono, 48_000])
    expect(Math.round(decoded.samples.length / 48)).toBe(audio.durationMs)
  })

  it('line timings are contiguous from 0 to the end of the decoded audio', () => {
    const { timings } = audio
    expect(timings[0]!.startMs).toBe(0)
    for (const [index, timing] of timings.entries()) {
      expect(timing.endMs).toBeGreaterThan(timing.startMs)
      expect(timing.endMs).toBe(timings[index + 1]?.startMs ?? audio.durationMs)
    }
    const sum = timings.reduce((total, timing) => total + timing.endMs - timing.startMs, 0)
    expect(Math.abs(sum - decoded.samples.length / 48)).toBeLessThanOrEqual(50)
  })

  it('the audio has a line for every title and sentence in order, including one that cannot be spoken', () => {
    const lines = audio.timings.map(line => [line.kind === 'title' ? 'title' : line.sentence, line.section, line.text])
    expect(lines).toEqual([
      [0, null, SCRIPT.lead![0]],
      ['title', 0, 'Why they bend'],
      [1, 0, SCRIPT.sections[0]!.sentences[0]],
      [2, 0, SCRIPT.sections[0]!.sentences[1]],
      [3, 1, SCRIPT.sections[1]!.sentences[0]],
      ['title', 2, 'What it costs'],
      [4, 2, SCRIPT.sections[2]!.sentences[0]],
      [5, 2, '🙂'],
      [6, 2, SCRIPT.sections[2]!.sentences[2]],
    ])
  })

  it('word timings are ordered, within their line, and match the speech in the decoded audio', () => {
    for (const line of audio.timings) {
      expect(line.words.map(word => word.text)).toEqual(line.text.split(' '))
      let last = line.startMs
      for (const { startMs, endMs } of line.words) {
        expect(startMs).toBeGreaterThanOrEqual(last)
        expect(endMs).toBeGreaterThanOrEqual(startMs)
        last = endMs
      }
      expect(last).toBeLessThanOrEqual(line.endMs)
    }
    const loudest = (fromMs: number, toMs: number) => peak(decoded.samples.subarray(fromMs * 48, toMs * 48))
    const [first, second] = audio.timings
    expect(loudest(first!.words.at(-1)!.endMs + 80, second!.words[0]!.startMs - 60)).toBeLessThan(0.01)
    expect(loudest(second!.words[0]!.startMs, second!.words.at(-1)!.endMs)).toBeGreaterThan(0.2)
  })

  it('the audio has the requested loudness, before encoding and after decoding', () => {
    expect(Math.abs(audio.loudnessLufs + 19)).toBeLessThan(0.3)
    expect(Math.abs(measureLoudness(decoded.samples, 48_000) + 19)).toBeLessThan(0.5)
  })

  it('the decoded audio peaks below full scale', () => {
    expect(peak(decoded.samples)).toBeLessThan(0.95)
    expect(peak(decoded.samples)).toBeGreaterThan(0.4)
  })

  it('the audio begins and ends with the configured pauses', () => {
    expect(peak(decoded.samples.subarray(0, (PAUSES.start - 5) * 48))).toBeLessThan(0.003)
    expect(peak(decoded.samples.subarray(-(PAUSES.end - 80) * 48))).toBeLessThan(0.003)
  })

  it('the audio has a chapter for each section with a title, and one for everything before the first', () => {
    expect(audio.chapters.map(chapter => chapter.title)).toEqual([SCRIPT.title, 'Why they bend', 'What it costs'])
    expect(audio.chapters[0]!.startMs).toBe(0)
    expect(audio.chapters[1]!.startMs).toBe(audio.timings[1]!.startMs)
    expect(audio.chapters.at(-1)!.endMs).toBe(audio.durationMs)
  })

  it('produceAudio returns the same bytes from a filled cache without speaking, and reports progress for every line', async () => {
    const stored = new Map<string, Uint8Array>()
    const cache = {
      get: async (key: string) => stored.get(key),
      put: async (key: string, bytes: Uint8Array) => void stored.set(key, bytes),
    }
    const progress: string[] = []
    const onProgress = (done: number, total: number) => progress.push(`${done}/${total}`)
    const uncached = await produceAudio(SCRIPT, { voice, cache, onProgress })
    expect(progress).toEqual(Array.from({ length: 9 }, (_, index) => `${index + 1}/9`))
    expect(stored.size).toBe(9)

    const silentVoice = { id: voice.id, speak: () => Promise.reject(new Error('spoken again')) }
    const cached = await produceAudio(SCRIPT, { voice: silentVoice, cache })
    expect([sha256(uncached.mp3), sha256(cached.mp3)]).toEqual([sha256(audio.mp3), sha256(audio.mp3)])
    expect(cached.timings).toEqual(audio.timings)
  })

  it('produceAudio speaks a sentence again if its cache entry is damaged or truncated', async () => {
    const script = { title: 'Hi', sections: [{ sentences: ['Hi!'] }] }
    const stored = new Map<string, Uint8Array>()
    const put = async (key: string, bytes: Uint8Array) => void stored.set(key, bytes)
    const expected = await produceAudio(script, { voice, cache: { get: async () => undefined, put } })
    const damages = [
      () => new Uint8Array([200, 1, 0, 0, 1]),
      (bytes: Uint8Array) => bytes.subarray(0, 10),
      (bytes: Uint8Array) => bytes.subarray(0, Math.floor(bytes.length / 4) * 2),
      (bytes: Uint8Array) => bytes.subarray(0, bytes.length - 2),
    ]
    for (const damaged of damages) {
      const cache = { get: async (key: string) => damaged(stored.get(key)!), put: async () => {} }
      expect(sha256((await produceAudio(script, { voice, cache })).mp3)).toBe(sha256(expected.mp3))
    }
  })

  it('produceAudio returns a short silence without lines for an empty script', async () => {
    const empty = await produceAudio({ title: 'Nothing', sections: [] }, { voice })
    expect([empty.timings, empty.chapters, empty.loudnessLufs]).toEqual([[], [], Number.NEGATIVE_INFINITY])
    expect(Math.round((await decodeMp3(empty.mp3)).samples.length / 48)).toBe(empty.durationMs)
  })

  it('produceAudio handles a script of one short sentence', async () => {
    const short = await produceAudio({ title: 'Hi', sections: [{ sentences: ['Hi!'] }] }, { voice, bitrateKbps: 96 })
    expect(short.timings).toHaveLength(1)
    expect(Math.abs(short.loudnessLufs + 19)).toBeLessThan(1)
    expect(Math.round((await decodeMp3(short.mp3)).samples.length / 48)).toBe(short.durationMs)
  })
})

describe('produceAudio on failures', () => {
  it('produceAudio rejects with the reason of the signal, while speaking and while assembling', async () => {
    const reason = new Error('the user left')
    const atStart = produceAudio(SCRIPT, { voice, signal: AbortSignal.abort(reason) })
    await expect(atStart).rejects.toBe(reason)

    const whileSpeaking = new AbortController()
    const onProgress = (done: number) => done === 2 && whileSpeaking.abort(reason)
    await expect(produceAudio(SCRIPT, { voice, signal: whileSpeaking.signal, onProgress })).rejects.toBe(reason)

    const whileAssembling = new AbortController()
    const afterLast = (done: number) => done === 9 && setTimeout(() => whileAssembling.abort(reason), 20)
    await expect(produceAudio(SCRIPT, { voice, signal: whileAssembling.signal, onProgress: afterLast })).rejects.toBe(
      reason,
    )
  })

  it('produceAudio aborts the other sentences when one fails', async () => {
    const signals: AbortSignal[] = []
    const failing = {
      id: 'failing',
      speak: async (text: string, { signal }: { signal?: AbortSignal } = {}) => {
        signals.push(signal!)
        if (text === 'What it costs') throw new Error('the voice is gone')
        return voice.speak(text, { signal })
      },
    }
    await expect(produceAudio(SCRIPT, { voice: failing })).rejects.toThrow('the voice is gone')
    expect(signals.every(signal => signal.aborted)).toBe(true)
  })
})

describe('assembleAudio', () => {
  const toneSentence = (text: string, hz: number, level: number): SpokenSentence => {
    const pcm = Int16Array.from(sine({ hz, level, seconds: 1.5, rate: 24_000 }), sample => Math.round(sample * 32_767))
    return { text, pcm, sampleRate: 24_000, words: [] }
  }

  it('assembleAudio brings quiet and loud 24 kHz sentences to the same loudness, and accepts sentences without word timings', async () => {
    for (const level of [-45, -1]) {
      const made = await assembleAudio({
        title: 'Tones',
        sections: [{ sentences: [toneSentence('One.', 440, level), toneSentence('Two.', 660, level)] }],
      })
      expect(Math.abs(made.loudnessLufs + 19)).toBeLessThan(0.3)
      expect(made.timings.map(line => line.words)).toEqual([[], []])
      expect(made.durationMs).toBe(PAUSES.start + 1500 + PAUSES.betweenSentences + 1500 + PAUSES.end)
    }
  })

  it('assembled audio decodes without a shift, exact to the sample', async () => {
    const rising = sine({ hz: 300, level: -12, seconds: 1, rate: 24_000 }).map(
      (sample, n) => sample * Math.sin(n * n * 1e-5),
    )
    const pcm = Int16Array.from(rising, sample => Math.round(sample * 32_767))
    const expected = createResampler(24_000, 48_000)(pcm)
    const sentence = { text: 'One.', pcm, sampleRate: 24_000, words: [] }
    const { samples } = await decodeMp3(
      (await assembleAudio({ title: 'Shift', sections: [{ sentences: [sentence] }] })).mp3,
    )
    const middle = expected.subarray(20_000, 24_000)
    const correlation = (lag: number) =>
      middle.reduce((sum, sample, n) => sum + sample * samples[PAUSES.start * 48 + 20_000 + n + lag]!, 0)
    const lags = Array.from({ length: 2401 }, (_, index) => index - 1200)
    expect(lags.reduce((best, lag) => (correlation(lag) > correlation(best) ? lag : best))).toBe(0)
  })

  it('assembleAudio accepts any sample rate, mono and stereo', async () => {
    const tone = (rate: number, channels: 1 | 2): SpokenSentence => {
      const one = Int16Array.from(sine({ hz: 500, level: -20, seconds: 1, rate }), sample =>
        Math.round(sample * 32_767),
      )
      const pcm = channels === 1 ? one : Int16Array.from({ length: 2 * one.length }, (_, i) => one[i >> 1]!)
      return { text: `${rate} Hz.`, pcm, sampleRate: rate, channels, words: [] }
    }
    const sentences = [tone(16_000, 1), tone(24_000, 2), tone(22_050, 1), tone(44_100, 2), tone(48_000, 1)]
    const made = await assembleAudio({ title: 'Mixed', sections: [{ sentences }] })
    const { samples } = await decodeMp3(made.mp3)
    expect(made.durationMs).toBe(PAUSES.start + 5 * 1000 + 4 * PAUSES.betweenSentences + PAUSES.end)
    const levels = made.timings.map(({ startMs }, index) => {
      const from = (index === 0 ? PAUSES.start : startMs) * 48 + 4_800
      return Math.round(measureLoudness(samples.subarray(from, from + 38_400), 48_000))
    })
    expect(new Set(levels).size).toBe(1)
  })
})

describe('the event loop during produceAudio', () => {
  it('produceAudio spends less than a tenth of its CPU time on the main thread', async () => {
    const [mainThread, all] = [process.threadCpuUsage(), process.cpuUsage()]
    await produceAudio({ title: 'Long', sections: [SCRIPT.sections[0]!, SCRIPT.sections[0]!] }, { voice })
    const [mainThreadSpent, allSpent] = [process.threadCpuUsage(mainThread), process.cpuUsage(all)]
    const share = (mainThreadSpent.user + mainThreadSpent.system) / (allSpent.user + allSpent.system)
    expect(share).toBeLessThan(0.1)
  })

  it('produceAudio yields to the event loop between any two sentences', async () => {
    let turn = 0
    let isDone = false
    const countTurns = () => {
      turn++
      if (!isDone) setImmediate(countTurns)
    }
    countTurns()
    const startTurns: number[] = []
    const recordingVoice = {
      id: voice.id,
      speak: (...args: Parameters<typeof voice.speak>) => {
        startTurns.push(turn)
        return voice.speak(...args)
      },
    }
    await produceAudio(SCRIPT, { voice: recordingVoice })
    isDone = true
    expect(startTurns).toHaveLength(9)
    expect(new Set(startTurns).size).toBe(9)
  })
})

describe.skipIf(!hasFfmpeg)('produceAudio, checked with ffmpeg', () => {
  it('ffmpeg reads duration, tags, picture and chapters of the audio', () => {
    const { format, streams, chapters } = probe(audio.mp3)
    expect(Math.abs(Number(format.duration) * 1000 - audio.durationMs)).toBeLessThan(50)
    expect(format.tags).toMatchObject({ title: SCRIPT.title, artist: 'River Channel', album: 'Talks' })
    expect(streams[0]).toMatchObject({ codec_name: 'mp3', channels: 1, sample_rate: '48000' })
    expect(streams[1]).toMatchObject({ codec_name: 'png', disposition: { attached_pic: 1 } })
    const found = chapters.map(({ tags, start_time, end_time }) => [tags.title, Number(start_time), Number(end_time)])
    expect(found).toEqual(audio.chapters.map(({ title, startMs, endMs }) => [title, startMs / 1000, endMs / 1000]))
  })

  it('ffmpeg measures a loudness of −19 LUFS ± 1', () => {
    expect(Math.abs(ebur128(audio.mp3) + 19)).toBeLessThan(1)
  })
})
