const LOOK_AHEAD_SECONDS = 0.005
const RELEASE_SECONDS = 0.08
/** Gains above this (within 0.0009 dB of 1) are rounded to 1. */
const UNITY_THRESHOLD = 0.9999

export type Limiter = {
  /** Takes samples and returns those that are ready: output lags by the look-ahead until `finish`. */
  push(input: Float32Array): Float32Array<ArrayBuffer>
  /** Returns the remaining samples. The outputs add up to the length of the inputs. */
  finish(): Float32Array<ArrayBuffer>
}

/**
 * A look-ahead peak limiter: no output sample exceeds `ceiling`, and the gain changes slowly enough to avoid clicks.
 *
 * The target gain of a sample is `ceiling / |sample|`, at most 1. The limiter takes its running minimum over the look-ahead, applies an
 * exponential release, and averages the result over the same length. All averaged values already account for the coming peak, so the
 * average cannot exceed the gain that the peak needs (Giannoulis, Massberg & Reiss, "Digital Dynamic Range Compressor Design", JAES 60(6),
 * 2012).
 */
export function createLimiter(sampleRate: number, ceiling: number): Limiter {
  const lookAhead = Math.round(sampleRate * LOOK_AHEAD_SECONDS)
  const release = 1 - Math.exp(-1 / (sampleRate * RELEASE_SECONDS))
  const minimumGain = slidingMinimum(lookAhead + 1)
  const delayed = new Float32Array(lookAhead)
  const averaged = new Float64Array(lookAhead).fill(1)
  let gain = 1
  let sum = lookAhead
  let at = 0
  let pendingDelay = lookAhead
  let samplesAtUnity = lookAhead

  function limit(input: Float32Array): Float32Array<ArrayBuffer> {
    const output = new Float32Array(input.length)
    for (let i = 0; i < input.length; i++) {
      const sample = input[i]!
      const level = Math.abs(sample)
      output[i] = delayed[at]!
      delayed[at] = sample
      if (level > ceiling || samplesAtUnity < lookAhead) {
        const lowest = minimumGain.next(level > ceiling ? ceiling / level : 1)
        const released = gain + (1 - gain) * release
        gain = Math.min(lowest, released > UNITY_THRESHOLD ? 1 : released)
        sum += gain - averaged[at]!
        averaged[at] = gain
        samplesAtUnity = gain === 1 ? samplesAtUnity + 1 : 0
        output[i]! *= Math.min(1, sum / lookAhead)
        if (samplesAtUnity === lookAhead) sum = lookAhead
      }
      if (++at === lookAhead) at = 0
    }
    const skipped = Math.min(pendingDelay, output.length)
    pendingDelay -= skipped
    return output.subarray(skipped)
  }

  return { push: limit, finish: () => limit(new Float32Array(lookAhead)) }
}

/** The minimum of the last `length` values in amortised constant time: the queue holds only values that can still become the minimum. */
function slidingMinimum(length: number): { next(value: number): number } {
  const capacity = 2 ** Math.ceil(Math.log2(length + 1))
  const values = new Float64Array(capacity)
  const times = new Float64Array(capacity)
  const ring = capacity - 1
  let head = 0
  let tail = 0
  let now = 0
  return {
    next(value) {
      while (tail > head && values[(tail - 1) & ring]! >= value) tail--
      values[tail & ring] = value
      times[tail & ring] = now
      tail++
      if (times[head & ring]! <= now - length) head++
      now++
      return values[head & ring]!
    },
  }
}
