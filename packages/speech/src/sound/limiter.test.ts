import { describe, expect, it } from 'vitest'
import { concatenate, peak, sine } from '../../test/signals.ts'
import { createLimiter } from './limiter.ts'

const RATE = 48_000
const CEILING = 0.5

function limit(samples: Float32Array, cut = 1000): Float32Array {
  const limiter = createLimiter(RATE, CEILING)
  const outputs: Float32Array[] = []
  for (let at = 0; at < samples.length; at += cut) outputs.push(limiter.push(samples.subarray(at, at + cut)))
  return concatenate(...outputs, limiter.finish())
}

describe('the limiter', () => {
  it('lets nothing above the ceiling, not even the first sample of a burst', () => {
    const bursts = Array.from({ length: 20 }, (_, i) => sine({ hz: 90 + 170 * i, level: -20 + 1.5 * i, seconds: 0.05 }))
    const noise = Float32Array.from({ length: RATE }, (_, n) => Math.sin(n * n) * (n % 997 === 0 ? 2 : 0.7))
    expect(peak(limit(concatenate(...bursts, noise)))).toBeLessThanOrEqual(CEILING * (1 + 1e-6))
  })

  it('leaves what is below the ceiling as it is, sample for sample', () => {
    const quiet = sine({ hz: 440, level: -7, seconds: 0.5 })
    expect(limit(quiet)).toEqual(quiet)
  })

  it('is as long as its input and not late', () => {
    const click = new Float32Array(5000)
    click[2000] = 0.4
    const output = limit(click)
    expect(output.length).toBe(5000)
    expect(output.findIndex(sample => sample !== 0)).toBe(2000)
    expect(limit(new Float32Array(0)).length).toBe(0)
    expect(limit(click.subarray(1990, 2010)).length).toBe(20)
  })

  it('turns the gain so slowly that it does not click', () => {
    const flat = new Float32Array(RATE).fill(0.25)
    flat[20_000] = 1
    flat[20_001] = -0.9
    const gains = limit(flat).map((sample, n) => sample / flat[n]!)
    const steps = gains.slice(1).map((gain, n) => Math.abs(gain - gains[n]!))
    expect(Math.min(...gains)).toBeCloseTo(0.5, 3)
    expect(Math.max(...steps)).toBeLessThan(0.5 / 200)
  })

  it('comes back to a gain of one', () => {
    const samples = new Float32Array(RATE * 2).fill(0.25)
    samples[1000] = 1
    expect(limit(samples).at(-1)).toBe(0.25)
  })

  it('does not depend on how the samples are cut', () => {
    const loud = sine({ hz: 300, level: 0, seconds: 0.3 })
    expect(limit(loud, 17)).toEqual(limit(loud, 100_000))
  })
})
