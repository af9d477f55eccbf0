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

function expectTimesInOrder({ words, ...said }: SpokenSentence): void {
  let last = 0
  for (const { startMs, endMs } of words) {
    expect(startMs).toBeGreaterThanOrEqual(last)
    expect(endMs).toBeGreaterThanOrEqual(startMs)
    last = endMs
  }
  expect(last).toBeLessThanOrEqual(seconds({ words, ...said }) * 1000)
}

describe('the built-in voice', () => {
  it('says a sentence in the time a person needs', async () => {
    const said = await voice.speak(TEXT)
    expect(said.sampleRate).toBe(16_000)
    expect(seconds(said)).toBeGreaterThan(3.5)
    expect(seconds(said)).toBeLessThan(8)
    expect(rms(said.pcm)).toBeGreaterThan(500)
  })

  it('tells when every written word is heard', async () => {
    const said = await voice.speak('Tea — $4.99 a cup — is dear 🙂.')
    expect(said.words.map(word => word.text)).toEqual(['Tea', '—', '$4.99', 'a', 'cup', '—', 'is', 'dear', '🙂.'])
    expectTimesInOrder(said)
    const lengths = said.words.map(({ startMs, endMs }) => endMs - startMs)
    expect(lengths[2]).toBeGreaterThan(5 * lengths[3]!)
    expect([lengths[1], lengths[5], lengths[8]]).toEqual([0, 0, 0])
  })

  it('marks a word while it sounds: sound inside its time, next to none in the pauses around', async () => {
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

  it('begins and ends without silence, which is for the assembly to set', async () => {
    const { pcm, words, sampleRate } = await voice.speak(TEXT)
    expect(words[0]!.startMs).toBeLessThanOrEqual(31)
    expect((pcm.length / sampleRate) * 1000 - words.at(-1)!.endMs).toBeLessThanOrEqual(81)
  })

  it('says the same text with the same samples, whatever was said before and by which thread', async () => {
    const between = Array.from({ length: 5 }, (_, i) => voice.speak(`Something else, said ${i} times.`))
    const said = await Promise.all([voice.speak(TEXT), ...between, voice.speak(TEXT), voice.speak(TEXT)])
    const hashes = [0, 6, 7].map(index => hash(said[index]!))
    expect(new Set(hashes).size).toBe(1)
  })

  it('has another voice', async () => {
    const other = createVoice({ workers: 1, voice: 'slt' })
    const said = await other.speak(TEXT)
    await other.close()
    expect(other.id).not.toBe(voice.id)
    expect(hash(said)).not.toBe(hash(await voice.speak(TEXT)))
    expectTimesInOrder(said)
  })

  it.each(['', '   ', '…', '🙂🎉', '***', '"\'`({[;:!?', '\u0000\u0001\u001b[31m'])(
    'is silent for 300 ms where there is nothing to say: %j',
    async text => {
      const said = await voice.speak(text)
      expect(seconds(said)).toBeCloseTo(0.3, 6)
      expect(rms(said.pcm)).toBe(0)
      expect(said.words.every(word => word.startMs === 0 && word.endMs === 0)).toBe(true)
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
  ])('says hostile text too: %j', async text => {
    const said = await voice.speak(text)
    expect(rms(said.pcm)).toBeGreaterThan(100)
    expectTimesInOrder(said)
  })

  it('says a sentence of 5,000 characters without a comma', async () => {
    const sentence = 'the river rose again and nobody had seen it coming '.repeat(100).slice(0, 4999)
    const said = await voice.speak(`${sentence}.`)
    expect(seconds(said)).toBeGreaterThan(200)
    expect(said.words.filter(word => word.endMs === word.startMs)).toEqual([])
    expectTimesInOrder(said)
  })
})

describe('a voice in trouble', () => {
  it('rejects at once when aborted and speaks on afterwards', async () => {
    const controller = new AbortController()
    const speaking = Promise.all(
      Array.from({ length: 6 }, () => voice.speak(TEXT.repeat(20), { signal: controller.signal })),
    )
    setTimeout(() => controller.abort(new Error('the reader went away')), 30)
    await expect(speaking).rejects.toThrow('the reader went away')
    expect(seconds(await voice.speak('Still here.'))).toBeGreaterThan(0.5)
  })

  it('closed while working rejects what is under way and what comes after', async () => {
    const closing = createVoice({ workers: 1 })
    const speaking = [closing.speak(TEXT), closing.speak(TEXT)].map(said =>
      expect(said).rejects.toThrow(ThreadsClosedError),
    )
    await closing.close()
    await Promise.all(speaking)
    await expect(closing.speak(TEXT)).rejects.toThrow(ThreadsClosedError)
  })

  it('tries a text that overruns in halves, and leaves out only the word that still does', async () => {
    const patience = (characters: number) => (characters > 14 ? 0 : 20_000)
    const hasty = createVoice({ workers: 1, deadlineMs: patience })
    const said = await hasty.speak('Two foxes ran incomprehensibilities away.')
    await hasty.close()
    const heard = said.words.filter(word => word.endMs > word.startMs).map(word => word.text)
    expect(heard).toEqual(['Two', 'foxes', 'ran', 'away.'])
    expectTimesInOrder(said)
  })

  it('fails when nothing of a text could be said', async () => {
    const hopeless = createVoice({ workers: 1, deadlineMs: () => 0 })
    await expect(hopeless.speak('Never mind.')).rejects.toThrow('longer than 0 ms')
    await hopeless.close()
  })
})
