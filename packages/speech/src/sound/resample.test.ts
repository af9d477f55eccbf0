import { describe, expect, it } from 'vitest'
import { levelAt, sine } from '../../test/signals.ts'
import { createResampler } from './resample.ts'

const resample = (samples: Int16Array | Float32Array, from: number, to: number) => createResampler(from, to)(samples)
const inner = (samples: Float32Array) => samples.subarray(4800, 43_200)

describe('createResampler', () => {
  it.each([16_000, 22_050, 24_000, 44_100, 96_000])(
    'resampling from %i Hz to 48 kHz preserves the position and level of a tone',
    from => {
      const expected = sine({ hz: 1000, level: -6, seconds: 1 })
      const output = resample(sine({ hz: 1000, level: -6, seconds: 1, rate: from }), from, 48_000)
      expect(output.length).toBe(48_000)
      const errors = inner(output).map((sample, n) => Math.abs(sample - inner(expected)[n]!))
      expect(Math.max(...errors)).toBeLessThan(0.001)
    },
  )

  it('resampling adds no images above the original band: less than −60 dB', () => {
    for (const hz of [1000, 3000, 7000]) {
      const output = inner(resample(sine({ hz, seconds: 1, rate: 16_000 }), 16_000, 48_000))
      for (const image of [16_000 - hz, 16_000 + hz]) expect(levelAt(output, image, 48_000)).toBeLessThan(-60)
    }
  })

  it('resampling preserves levels up to 6.5 kHz within half a decibel', () => {
    const output = inner(resample(sine({ hz: 6500, seconds: 1, rate: 16_000 }), 16_000, 48_000))
    expect(Math.abs(levelAt(output, 6500, 48_000))).toBeLessThan(0.5)
  })

  it('downsampling does not alias', () => {
    const output = resample(sine({ hz: 11_000, seconds: 1 }), 48_000, 16_000)
    expect(levelAt(output.subarray(1600, 14_400), 5000, 16_000)).toBeLessThan(-60)
  })

  it('resampling accepts 16-bit samples, empty input and equal rates', () => {
    expect(resample(new Int16Array(480).fill(16_384), 16_000, 48_000)[720]).toBeCloseTo(0.5, 3)
    expect(resample(new Int16Array(0), 16_000, 48_000).length).toBe(0)
    expect(resample(new Int16Array(1), 16_000, 48_000).length).toBe(3)
    expect(resample(new Float32Array([0.1, -0.2]), 48_000, 48_000)).toEqual(new Float32Array([0.1, -0.2]))
  })
})
