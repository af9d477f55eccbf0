const LOOK_AHEAD_SECONDS = 0.005
const RELEASE_SECONDS = 0.08

export type Limiter = {
  /** Takes samples and returns what is ready: the output is `delay` samples late, in all as long as the input after `finish`. */
  push(input: Float32Array): Float32Array<ArrayBuffer>
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
  const delayed = new Float32Array(lookAhead)
  const averaged = new Float64Array(lookAhead).fill(1)
  const smallest = slidingMinimum(lookAhead + 1)
  let held = 1
  let sum = lookAhead
  let at = 0
  let seen = 0

  function step(sample: number): number {
    const level = Math.abs(sample)
    const wanted = smallest(level > ceiling ? ceiling / level : 1)
    held = Math.min(wanted, held + (1 - held) * release)
    sum += held - averaged[at]!
    averaged[at] = held
    const output = delayed[at]! * Math.min(1, sum / lookAhead)
    delayed[at] = sample
    at = at + 1 === lookAhead ? 0 : at + 1
    return output
  }

  function run(input: Float32Array): Float32Array<ArrayBuffer> {
    const output = new Float32Array(input.length)
    for (let i = 0; i < input.length; i++) output[i] = step(input[i]!)
    const skipped = Math.max(0, Math.min(input.length, lookAhead - seen))
    seen += input.length
    return output.subarray(skipped)
  }

  return { push: run, finish: () => run(new Float32Array(lookAhead)) }
}

/** The minimum of the last `length` values, in constant time per value (a monotonic queue in a ring). */
function slidingMinimum(length: number): (value: number) => number {
  const values = new Float64Array(length + 1)
  const times = new Float64Array(length + 1)
  let head = 0
  let size = 0
  let now = 0
  const slot = (index: number) => (head + index) % (length + 1)
  return value => {
    while (size > 0 && values[slot(size - 1)]! >= value) size--
    values[slot(size)] = value
    times[slot(size)] = now
    size++
    if (times[head]! <= now - length) {
      head = (head + 1) % (length + 1)
      size--
    }
    now++
    return values[head]!
  }
}
