/** Zero crossings of the sinc on each side. */
const HALF_WIDTH = 24
/** Stopband of about −65 dB. With this half width, the transition is from 0.86 to 1 times the lower Nyquist frequency. */
const KAISER_BETA = 6.2
/** The −6 dB point of the filter, as a fraction of the lower Nyquist frequency. */
const CUTOFF = 0.93

/**
 * Creates a sample rate converter: a polyphase windowed-sinc filter (Kaiser window; J. O. Smith, "Digital Audio Resampling",
 * https://ccrma.stanford.edu/~jos/resample/). It adds no delay: output sample n is at the time of input sample n · from / to. The output
 * length is `ceil(length · to / from)`.
 */
export function createResampler(
  from: number,
  to: number,
): (input: Int16Array | Float32Array) => Float32Array<ArrayBuffer> {
  const divisor = greatestCommonDivisor(from, to)
  const up = to / divisor
  const down = from / divisor
  const cutoff = CUTOFF * Math.min(1, up / down)
  const taps = Math.ceil(HALF_WIDTH / Math.min(1, up / down)) * 2
  const phases = Array.from({ length: up }, (_, phase) => phaseFilter(phase / up, taps, cutoff))

  return input => {
    const scale = input instanceof Int16Array ? 1 / 32768 : 1
    const output = new Float32Array(Math.ceil((input.length * up) / down))
    // Padding for the filter on both sides, and at the end for the outputs that are computed past the end and discarded.
    const padded = new Float64Array(input.length + 2 * taps + OUTPUTS_AT_ONCE * down)
    const before = taps / 2 - 1
    for (let i = 0; i < input.length; i++) padded[before + i] = input[i]! * scale
    if (up === down) return Float32Array.from(padded.subarray(before, before + input.length))

    for (let n = 0; n < Math.min(up, output.length); n++) {
      const position = n * down
      interpolate(padded, Math.floor(position / up), down, phases[position % up]!, output, n, up)
    }
    return output
  }
}

const OUTPUTS_AT_ONCE = 4

/**
 * Fills every `up`-th output from `firstOutput` on: these share one filter, and their inputs are `down` samples apart. Computing four sums
 * per pass takes a third of the time, because a single sum has to wait for each of its additions.
 */
function interpolate(
  padded: Float64Array,
  firstInput: number,
  down: number,
  filter: Float64Array,
  output: Float32Array,
  firstOutput: number,
  up: number,
): void {
  for (let n = firstOutput, i = firstInput; n < output.length; n += 4 * up, i += 4 * down) {
    let [a, b, c, d] = [0, 0, 0, 0]
    for (let k = 0; k < filter.length; k++) {
      const weight = filter[k]!
      a += weight * padded[i + k]!
      b += weight * padded[i + down + k]!
      c += weight * padded[i + 2 * down + k]!
      d += weight * padded[i + 3 * down + k]!
    }
    output[n] = a
    output[n + up] = b
    output[n + 2 * up] = c
    output[n + 3 * up] = d
  }
}

/** Weights of the input samples around the point `fraction` samples after sample `taps / 2 - 1`. */
function phaseFilter(fraction: number, taps: number, cutoff: number): Float64Array {
  const filter = Float64Array.from({ length: taps }, (_, k) => {
    const distance = k - (taps / 2 - 1) - fraction
    return cutoff * sinc(cutoff * distance) * kaiser(distance / (taps / 2))
  })
  const sum = filter.reduce((total, weight) => total + weight, 0)
  return filter.map(weight => weight / sum)
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)
}

function kaiser(x: number): number {
  return Math.abs(x) >= 1 ? 0 : besselI0(KAISER_BETA * Math.sqrt(1 - x * x)) / besselI0(KAISER_BETA)
}

/** Modified Bessel function of the first kind, order 0, by its power series. */
function besselI0(x: number): number {
  let sum = 1
  for (let term = 1, k = 1; term > sum * 1e-16; k++) {
    term *= (x / (2 * k)) ** 2
    sum += term
  }
  return sum
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
