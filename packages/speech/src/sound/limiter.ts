const LOOK_AHEAD_SECONDS = 0.005
const RELEASE_SECONDS = 0.08
/** A gain nearer to 1 than this (0.0009 dB) is 1. */
const AT_REST = 0.9999

export type Limiter = {
  /** Takes samples and returns as many as are ready: the look-ahead is held back until `finish`. */
  push(input: Float32Array): Float32Array<ArrayBuffer>
  /** The rest; all outputs together are as long as all inputs. */
  finish(): Float32Array<ArrayBuffer>
}

/**
 * A peak limiter that looks ahead: no sample leaves it above `ceiling`, and the gain moves so slowly that nothing clicks.
 *
 * The wanted gain of a sample is `ceiling / |sample|` where that is below 1. Its running minimum over the look-ahead, let go with an
 * exponential release, is averaged over the same length; every average is of values that already know the coming peak, so it cannot be
 * above the peak's gain (the scheme of Giannoulis, Massberg & Reiss, "Digital Dynamic Range Compressor Design", JAES 60(6), 2012).
 */
export function createLimiter(sampleRate: number, ceiling: number): Limiter {
  const lookAhead = Math.round(sampleRate * LOOK_AHEAD_SECONDS)
  const release = 1 - Math.exp(-1 / (sampleRate * RELEASE_SECONDS))
  const wanted = slidingMinimum(lookAhead + 1)
  const delayed = new Float32Array(lookAhead)
  const averaged = new Float64Array(lookAhead).fill(1)
  let held = 1
  let sum = lookAhead
  let at = 0
  let heldBack = lookAhead
  let restingFor = lookAhead

  function limit(input: Float32Array): Float32Array<ArrayBuffer> {
    const output = new Float32Array(input.length)
    for (let i = 0; i < input.length; i++) {
      const sample = input[i]!
      const level = Math.abs(sample)
      output[i] = delayed[at]!
      delayed[at] = sample
      if (level > ceiling || restingFor < lookAhead) {
        const lowest = wanted.next(level > ceiling ? ceiling / level : 1)
        const released = held + (1 - held) * release
        held = Math.min(lowest, released > AT_REST ? 1 : released)
        sum += held - averaged[at]!
        averaged[at] = held
        restingFor = held === 1 ? restingFor + 1 : 0
        output[i]! *= Math.min(1, sum / lookAhead)
        if (restingFor === lookAhead) sum = lookAhead
      }
      if (++at === lookAhead) at = 0
    }
    const skipped = Math.min(heldBack, output.length)
    heldBack -= skipped
    return output.subarray(skipped)
  }

  return { push: limit, finish: () => limit(new Float32Array(lookAhead)) }
}

/** The minimum of the last `length` values, in constant time per value: a queue that only keeps what can still become the minimum. */
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
