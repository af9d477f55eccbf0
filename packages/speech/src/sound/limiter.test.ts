import { describe, expect, it } from 'vitest'
import { concatenate, peak, sine } from '../../test/signals.ts'
import { createLimiter } from './limiter.ts'

const RATE = 48_000
const CEILING = 0.5

function limit(samples: Float32Array, blockSize = 1000): Float32Array {
  const limiter = createLimiter(RATE, CEILING)
  const outputs: Float32Array[] = []
  for (let at = 0; at < samples.length; at += blockSize)
    outputs.push(limiter.push(samples.subarray(at, at + blockSize)))
  return concatenate(...outputs, limiter.finish())
}

describe('createLimiter', () => {
  it('the limiter keeps every sample below the ceiling, including the first sample of a burst', () => {
    const bursts = Array.from({ length: 20 }, (_, i) => sine({ hz: 90 + 170 * i, level: -20 + 1.5 * i, seconds: 0.05 }))
    const noise = Float32Array.from({ length: RATE }, (_, n) => Math.sin(n * n) * (n % 997 === 0 ? 2 : 0.7))
    expect(peak(limit(concatenate(...bursts, noise)))).toBeLessThanOrEqual(CEILING * (1 + 1e-6))
  })

  it('the limiter does not change samples below the ceiling', () => {
    const quiet = sine({ hz: 440, level: -7, seconds: 0.5 })
    expect(limit(quiet)).toEqual(quiet)
  })

  it('the limiter returns output of the same length as its input, without delay', () => {
    const click = new Float32Array(5000)
    click[2000] = 0.4
    const output = limit(click)
    expect(output.length).toBe(5000)
    expect(output.findIndex(sample => sample !== 0)).toBe(2000)
    expect(limit(new Float32Array(0)).length).toBe(0)
    expect(limit(click.subarray(1990, 2010)).length).toBe(20)
  })

  it('the limiter changes its gain slowly enough to avoid clicks', () => {
    const flat = new Float32Array(RATE).fill(0.25)
    flat[20_000] = 1
    flat[20_001] = -0.9
    const gains = limit(flat).map((sample, n) => sample / flat[n]!)
    const steps = gains.slice(1).map((gain, n) => Math.abs(gain - gains[n]!))
    expect(Math.min(...gains)).toBeCloseTo(0.5, 3)
    expect(Math.max(...steps)).toBeLessThan(0.5 / 200)
  })

  it('the limiter returns to a gain of one after a peak', () => {
    const samples = new Float32Array(RATE * 2).fill(0.25)
    samples[1000] = 1
    expect(limit(samples).at(-1)).toBe(0.25)
  })

  it('the limiter output does not depend on the block size', () => {
    const loud = sine({ hz: 300, level: 0, seconds: 0.3 })
    expect(limit(loud, 17)).toEqual(limit(loud, 100_000))
  })
})
