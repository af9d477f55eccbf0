/** Offset of the mean square in dB: makes a 997 Hz sine at 0 dBFS in one channel read −3.01 LUFS. */
const OFFSET_DB = -0.691
const ABSOLUTE_GATE_LUFS = -70
const RELATIVE_GATE_LU = -10
const BLOCK_SECONDS = 0.4
const STEP_SECONDS = 0.1
const STEPS_PER_BLOCK = BLOCK_SECONDS / STEP_SECONDS

export type LoudnessMeter = {
  /** Adds samples (−1…1), one array per channel, all of the same length. */
  add(...channels: Float32Array[]): void
  /** Integrated loudness so far; −Infinity for silence or less than 400 ms. */
  lufs(): number
}

/**
 * Integrated loudness by ITU-R BS.1770-4 (K-weighting, 400 ms blocks overlapping by 75 %, gates at −70 LUFS and −10 LU).
 * Every channel has weight 1. Mono is measured as a single channel (a sine of −20 dBFS reads −23 LUFS, as in ffmpeg's `ebur128`),
 * although it is 3 LU louder when played from two loudspeakers.
 */
export function measureLoudness(channels: Float32Array | Float32Array[], sampleRate: number): number {
  const list = Array.isArray(channels) ? channels : [channels]
  const meter = createLoudnessMeter(sampleRate, list.length)
  meter.add(...list)
  return meter.lufs()
}

export function createLoudnessMeter(sampleRate: number, channelCount = 1): LoudnessMeter {
  const filters = Array.from({ length: channelCount }, () => createKWeighting(sampleRate))
  const stepLength = Math.round(sampleRate * STEP_SECONDS)
  const steps: number[] = []
  let energy = 0
  let filled = 0

  return {
    add(...channels) {
      const length = channels[0]?.length ?? 0
      for (let start = 0; start < length; ) {
        const end = Math.min(length, start + stepLength - filled)
        channels.forEach((channel, index) => {
          energy += filters[index]!(channel, start, end)
        })
        filled += end - start
        start = end
        if (filled === stepLength) {
          steps.push(energy / stepLength)
          energy = 0
          filled = 0
        }
      }
    },
    lufs: () => integrate(steps),
  }
}

function integrate(steps: number[]): number {
  const blocks: number[] = []
  for (let i = STEPS_PER_BLOCK; i <= steps.length; i++) {
    blocks.push(mean(steps.slice(i - STEPS_PER_BLOCK, i)))
  }
  const audible = blocks.filter(block => toLufs(block) > ABSOLUTE_GATE_LUFS)
  if (audible.length === 0) return Number.NEGATIVE_INFINITY
  const gate = toLufs(mean(audible)) + RELATIVE_GATE_LU
  return toLufs(mean(audible.filter(block => toLufs(block) > gate)))
}

function toLufs(meanSquare: number): number {
  return OFFSET_DB + 10 * Math.log10(meanSquare)
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/**
 * K-weighting of one channel: a high shelf, which models the head, and a high pass. Returns the sum of squares of the filtered samples.
 * BS.1770 has coefficients for 48 kHz only. To measure the same at other rates, this uses the analogue filters derived from them by
 * Brecht De Man ("Evaluation of Implementations of the EBU R128 Loudness Measurement", AES 2018).
 */
function createKWeighting(sampleRate: number): (samples: Float32Array, start: number, end: number) => number {
  const shelf = shelfCoefficients(sampleRate)
  const pass = highPassCoefficients(sampleRate)
  const state = { s1: 0, s2: 0, p1: 0, p2: 0 }
  return (samples, start, end) => {
    let { s1, s2, p1, p2 } = state
    let sum = 0
    for (let i = start; i < end; i++) {
      const x = samples[i]!
      const shelved = shelf.b0 * x + s1
      s1 = shelf.b1 * x - shelf.a1 * shelved + s2
      s2 = shelf.b2 * x - shelf.a2 * shelved
      const y = pass.b0 * shelved + p1
      p1 = pass.b1 * shelved - pass.a1 * y + p2
      p2 = pass.b2 * shelved - pass.a2 * y
      sum += y * y
    }
    Object.assign(state, { s1, s2, p1, p2 })
    return sum
  }
}

type Biquad = { b0: number; b1: number; b2: number; a1: number; a2: number }

function shelfCoefficients(sampleRate: number): Biquad {
  const gain = 10 ** (3.999843853973347 / 20)
  const q = 0.7071752369554196
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRate)
  const middle = gain ** 0.4996667741545416
  const a0 = 1 + k / q + k * k
  return {
    b0: (gain + (middle * k) / q + k * k) / a0,
    b1: (2 * (k * k - gain)) / a0,
    b2: (gain - (middle * k) / q + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / q + k * k) / a0,
  }
}

function highPassCoefficients(sampleRate: number): Biquad {
  const q = 0.5003270373238773
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRate)
  const a0 = 1 + k / q + k * k
  return { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / a0, a2: (1 - k / q + k * k) / a0 }
}
