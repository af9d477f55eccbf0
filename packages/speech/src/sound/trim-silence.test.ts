import { describe, expect, it } from 'vitest'
import { sine } from '../../test/signals.ts'
import type { SpokenSentence } from '../spoken-sentence.ts'
import { trimSilence } from './trim-silence.ts'

const rate = 24_000
/** One second of tone with silence, or inaudible noise, before and after it. */
function sentenceWithSilence(beforeMs: number, afterMs: number, noise = 0): SpokenSentence {
  const [before, after] = [beforeMs, afterMs].map(ms => (ms * rate) / 1000) as [number, number]
  const tone = sine({ hz: 300, level: -12, seconds: 1, rate })
  const pcm = Int16Array.from({ length: before + rate + after }, (_, n) =>
    n >= before && n < before + rate ? tone[n - before]! * 32_767 : (n % 2) * noise,
  )
  const words = [{ text: 'One.', startMs: beforeMs, endMs: beforeMs + 1000 }]
  return { text: 'One.', pcm, sampleRate: rate, words }
}
const ms = ({ pcm }: SpokenSentence) => (pcm.length * 1000) / rate

describe('trimSilence', () => {
  it.each([
    [500, 300],
    [120, 1000],
    [0, 0],
  ])(
    'trimSilence shortens %d ms of silence before and %d ms after a sentence to the margins that consonants need',
    (before, after) => {
      const trimmed = trimSilence(sentenceWithSilence(before, after, 20))
      expect(Math.abs(ms(trimmed) - (1000 + Math.min(before, 50) + Math.min(after, 100)))).toBeLessThanOrEqual(20)
      const [word] = trimmed.words
      expect(Math.abs(word!.startMs - Math.min(before, 50))).toBeLessThanOrEqual(10)
      expect(Math.abs(word!.endMs - word!.startMs - 1000)).toBeLessThanOrEqual(10)
    },
  )

  it('trimSilence clamps word times that are outside the trimmed sentence', () => {
    const misplaced = { ...sentenceWithSilence(500, 500), words: [{ text: 'One.', startMs: 0, endMs: 2000 }] }
    const trimmed = trimSilence(misplaced)
    expect(trimmed.words).toEqual([{ text: 'One.', startMs: 0, endMs: Math.round(ms(trimmed)) }])
  })

  it('trimSilence does not change a silent sentence', () => {
    const silent = { ...sentenceWithSilence(0, 0), pcm: new Int16Array(1000) }
    expect(trimSilence(silent)).toBe(silent)
  })
})
