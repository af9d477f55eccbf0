import { sampleRate } from './ffmpeg.ts'

/** Ten minutes: recognisers limit the file size, and work best on short audio. */
export const maxPieceSamples = 600 * sampleRate
/** The cut is searched for in the last minute of a piece. */
const searchedSamples = 60 * sampleRate
const quietWindow = 0.3 * sampleRate
const stepSamples = 0.02 * sampleRate
/** Without silence to cut in, both pieces get these two seconds, so that each word is complete in one of them. */
const overlap = 2 * sampleRate

/** A lower level, relative to full scale, is silence in any recording. */
const silence = 0.001
/** A level below this fraction of the average in the last minute also counts as silence. */
const relativeSilence = 0.1

/** Where a piece ends and where the next one begins, in samples from the start of the piece. */
export interface Cut {
  end: number
  next: number
}

/**
 * Cuts a piece of more than a minute in the middle of the quietest 300 ms of its last minute. If these are not silent, the
 * next piece begins two seconds before the end of this one.
 */
export function findCut(samples: Int16Array): Cut {
  const from = samples.length - searchedSamples
  const powers = meanSquares(samples, from)
  const width = quietWindow / stepSamples
  let quietest = Number.POSITIVE_INFINITY
  let cutStep = 0
  for (let first = 0; first + width <= powers.length; first++) {
    let sum = 0
    for (let i = first; i < first + width; i++) sum += powers[i]!
    if (sum <= quietest) [quietest, cutStep] = [sum, first]
  }
  const averageLevel = Math.sqrt(powers.reduce((sum, one) => sum + one, 0) / powers.length)
  const isSilent = Math.sqrt(quietest / width) <= Math.max(silence, relativeSilence * averageLevel)
  const end = from + cutStep * stepSamples + quietWindow / 2
  return { end, next: isSilent ? end : end - overlap }
}

/** Mean square of each 20 ms, starting at sample `from`; full scale is 1. */
function meanSquares(samples: Int16Array, from: number): Float64Array {
  const powers = new Float64Array(Math.floor((samples.length - from) / stepSamples))
  for (let index = 0; index < powers.length; index++) {
    let sum = 0
    const start = from + index * stepSamples
    for (let i = start; i < start + stepSamples; i++) sum += (samples[i]! / 32_768) ** 2
    powers[index] = sum / stepSamples
  }
  return powers
}
