import { createHash } from 'node:crypto'
import { afterAll, describe, expect, it, vi } from 'vitest'
import type { SpokenSentence } from '../spoken-sentence.ts'
import { ThreadsClosedError } from '../threads.ts'
import { createVoice } from './flite-voice.ts'

vi.setConfig({ testTimeout: 60_000 })

const voice = createVoice({ workers: 2 })
afterAll(() => voice.close())

const TEXT = 'The shelter opened in 2019, because twelve families were sleeping in tents.'
const seconds = ({ pcm, sampleRate }: SpokenSentence) => pcm.length / sampleRate
const hash = ({ pcm }: SpokenSentence) => createHash('sha256').update(pcm).digest('hex')
const rms = (samples: Int16Array) =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)

function expectTimesInOrder({ words, ...sentence }: SpokenSentence): void {
  let last = 0
  for (const { startMs, endMs } of words) {
    expect(startMs).toBeGreaterThanOrEqual(last)
    expect(endMs).toBeGreaterThanOrEqual(startMs)
    last = endMs
  }
  expect(last).toBeLessThanOrEqual(seconds({ words, ...sentence }) * 1000)
}

describe('createVoice', () => {
  it('the built-in voice speaks a sentence at the pace of a person', async () => {
    const sentence = await voice.speak(TEXT)
    expect(sentence.sampleRate).toBe(16_000)
    expect(seconds(sentence)).toBeGreaterThan(3.5)
    expect(seconds(sentence)).toBeLessThan(8)
    expect(rms(sentence.pcm)).toBeGreaterThan(500)
  })

  it('the built-in voice returns the times of every written word', async () => {
    const sentence = await voice.speak('Tea — $4.99 a cup — is dear 🙂.')
    expect(sentence.words.map(word => word.text)).toEqual(['Tea', '—', '$4.99', 'a', 'cup', '—', 'is', 'dear', '🙂.'])
    expectTimesInOrder(sentence)
    const lengths = sentence.words.map(({ startMs, endMs }) => endMs - startMs)
    expect(lengths[2]).toBeGreaterThan(5 * lengths[3]!)
    expect([lengths[1], lengths[5], lengths[8]]).toEqual([0, 0, 0])
  })

  it('the built-in voice times words exactly: speech during a word, near silence in the pauses around it', async () => {
    const { pcm, sampleRate, words } = await voice.speak('Stop. Apples? Stop.')
    const at = (ms: number) => Math.round((ms * sampleRate) / 1000)
    const [first, second, third] = words
    const inside = rms(pcm.subarray(at(second!.startMs), at(second!.endMs)))
    const pauses = [
      pcm.subarray(at(first!.endMs), at(second!.startMs)),
      pcm.subarray(at(second!.endMs), at(third!.startMs)),
    ]
    for (const pause of pauses) {
      expect(pause.length).toBeGreaterThan(sampleRate * 0.05)
      expect(rms(pause)).toBeLessThan(inside / 5)
    }
  })

  it('the built-in voice returns sentences without leading and trailing silence', async () => {
    const { pcm, words, sampleRate } = await voice.speak(TEXT)
    expect(words[0]!.startMs).toBeLessThanOrEqual(31)
    expect((pcm.length / sampleRate) * 1000 - words.at(-1)!.endMs).toBeLessThanOrEqual(81)
  })

  it('the built-in voice returns the same samples for the same text, independent of earlier sentences and threads', async () => {
    const between = Array.from({ length: 5 }, (_, i) => voice.speak(`Something else, said ${i} times.`))
    const sentences = await Promise.all([voice.speak(TEXT), ...between, voice.speak(TEXT), voice.speak(TEXT)])
    const hashes = [0, 6, 7].map(index => hash(sentences[index]!))
    expect(new Set(hashes).size).toBe(1)
  })

  it('the built-in voice speaks with a second voice, slt', async () => {
    const other = createVoice({ workers: 1, voice: 'slt' })
    const sentence = await other.speak(TEXT)
    await other.close()
    expect(other.id).not.toBe(voice.id)
    expect(hash(sentence)).not.toBe(hash(await voice.speak(TEXT)))
    expectTimesInOrder(sentence)
  })

  it.each(['', '   ', '…', '🙂🎉', '***', '"\'`({[;:!?', '\u0000\u0001\u001b[31m'])(
    'the built-in voice returns 300 ms of silence for a text with nothing to speak: %j',
    async text => {
      const sentence = await voice.speak(text)
      expect(seconds(sentence)).toBeCloseTo(0.3, 6)
      expect(rms(sentence.pcm)).toBe(0)
      expect(sentence.words.every(word => word.startMs === 0 && word.endMs === 0)).toBe(true)
    },
  )

  it.each([
    '-o /tmp/x -voice kal',
    '--help',
    '-f',
    'word',
    'Ж中α',
    'a\u0000b\u0007c\r\nd',
    '%s%n%x',
    '<speak>&amp;</speak>',
    '../../etc/passwd',
    'x'.repeat(90),
  ])('the built-in voice speaks hostile text: %j', async text => {
    const sentence = await voice.speak(text)
    expect(rms(sentence.pcm)).toBeGreaterThan(100)
    expectTimesInOrder(sentence)
  })

  it('the built-in voice speaks a sentence of 5,000 characters without a comma', async () => {
    const text = 'the river rose again and nobody had seen it coming '.repeat(100).slice(0, 4999)
    const sentence = await voice.speak(`${text}.`)
    expect(seconds(sentence)).toBeGreaterThan(200)
    expect(sentence.words.filter(word => word.endMs === word.startMs)).toEqual([])
    expectTimesInOrder(sentence)
  })
})

describe('createVoice on failures', () => {
  it('the built-in voice rejects immediately when aborted and can speak again afterwards', async () => {
    const controller = new AbortController()
    const pending = Promise.all(
      Array.from({ length: 6 }, () => voice.speak(TEXT.repeat(20), { signal: controller.signal })),
    )
    setTimeout(() => controller.abort(new Error('the reader left')), 30)
    await expect(pending).rejects.toThrow('the reader left')
    expect(seconds(await voice.speak('Still here.'))).toBeGreaterThan(0.5)
  })

  it('the built-in voice rejects pending and later sentences once closed', async () => {
    const closing = createVoice({ workers: 1 })
    const pending = [closing.speak(TEXT), closing.speak(TEXT)].map(sentence =>
      expect(sentence).rejects.toThrow(ThreadsClosedError),
    )
    await closing.close()
    await Promise.all(pending)
    await expect(closing.speak(TEXT)).rejects.toThrow(ThreadsClosedError)
  })

  it('the built-in voice retries a text that misses its deadline in halves and skips only a word that still misses it', async () => {
    const deadlineMs = (characters: number) => (characters > 14 ? 0 : 20_000)
    const impatient = createVoice({ workers: 1, deadlineMs })
    const sentence = await impatient.speak('Two foxes ran incomprehensibilities away.')
    await impatient.close()
    const spoken = sentence.words.filter(word => word.endMs > word.startMs).map(word => word.text)
    expect(spoken).toEqual(['Two', 'foxes', 'ran', 'away.'])
    expectTimesInOrder(sentence)
  })

  it('the built-in voice rejects when no part of a text could be spoken', async () => {
    const failing = createVoice({ workers: 1, deadlineMs: () => 0 })
    await expect(failing.speak('Never mind.')).rejects.toThrow('longer than 0 ms')
    await failing.close()
  })
})
