import { describe, expect, it } from 'vitest'
import { concatenate, sine } from '../../test/signals.ts'
import { createLoudnessMeter, measureLoudness } from './loudness.ts'

const tone = (level: number, seconds: number) => sine({ hz: 1000, level, seconds })

describe('measureLoudness (ITU-R BS.1770-4)', () => {
  it.each<[number, string, Float32Array]>([
    [1, '20 s at −23 dBFS', tone(-23, 20)],
    [3, '−36, −23, −36 dBFS', concatenate(tone(-36, 10), tone(-23, 60), tone(-36, 10))],
    [
      4,
      '−72, −36, −23, −36, −72 dBFS',
      concatenate(tone(-72, 10), tone(-36, 10), tone(-23, 60), tone(-36, 10), tone(-72, 10)),
    ],
    [5, '−26, −20, −26 dBFS', concatenate(tone(-26, 20), tone(-20, 20.1), tone(-26, 20))],
  ])('integrated loudness meets case %i of EBU Tech 3341 in stereo: %s', (_, _what, samples) => {
    expect(Math.abs(measureLoudness([samples, samples], 48_000) + 23)).toBeLessThan(0.1)
  })

  it('integrated loudness meets case 2 of EBU Tech 3341: −33 LUFS', () => {
    const samples = tone(-33, 20)
    expect(measureLoudness([samples, samples], 48_000)).toBeCloseTo(-33, 1)
  })

  it('integrated loudness of a full-scale 997 Hz sine in one channel is −3.01 LUFS', () => {
    expect(measureLoudness(sine({ hz: 997, seconds: 5 }), 48_000)).toBeCloseTo(-3.01, 1)
  })

  it('integrated loudness is the same at other sample rates', () => {
    for (const rate of [16_000, 24_000, 44_100]) {
      for (const hz of [60, 500, 2500]) {
        const atRate = measureLoudness(sine({ hz, level: -20, seconds: 3, rate }), rate)
        expect(Math.abs(atRate - measureLoudness(sine({ hz, level: -20, seconds: 3 }), 48_000))).toBeLessThan(0.2)
      }
    }
  })

  it('integrated loudness weights low tones less and high tones more (K-weighting)', () => {
    const at = (hz: number) => measureLoudness(sine({ hz, level: -20, seconds: 2 }), 48_000)
    expect(at(40)).toBeLessThan(at(1000) - 5)
    expect(at(5000)).toBeGreaterThan(at(1000) + 2.5)
  })

  it('integrated loudness ignores blocks below −70 LUFS', () => {
    expect(measureLoudness(tone(-75, 5), 48_000)).toBe(Number.NEGATIVE_INFINITY)
    expect(measureLoudness(tone(-65, 5), 48_000)).toBeCloseTo(-68, 1)
  })

  it('integrated loudness is −Infinity for silence and for less than 400 ms', () => {
    expect(measureLoudness(new Float32Array(48_000), 48_000)).toBe(Number.NEGATIVE_INFINITY)
    expect(measureLoudness(tone(-20, 0.39), 48_000)).toBe(Number.NEGATIVE_INFINITY)
    expect(measureLoudness([], 48_000)).toBe(Number.NEGATIVE_INFINITY)
  })

  it('integrated loudness does not depend on the block size', () => {
    const samples = concatenate(tone(-30, 1), tone(-20, 1.3))
    const meter = createLoudnessMeter(48_000)
    for (let at = 0; at < samples.length; at += 777) meter.add(samples.subarray(at, at + 777))
    expect(meter.lufs()).toBeCloseTo(measureLoudness(samples, 48_000), 9)
  })
})
