import { sampleRate } from './ffmpeg.ts'

/** Recognisers take files of a limited size, and hear best what is not too long. */
export const longestPiece = 600 * sampleRate
/** Where in a piece the cut is looked for: its last minute. */
const searched = 60 * sampleRate
const quiet = 0.3 * sampleRate
const step = 0.02 * sampleRate
/** Where nobody is silent both pieces have these seconds, so that no word is cut through in both. */
const overlap = 2 * sampleRate

/** Beside full scale: what is below this is silence in any recording, and so is a tenth of how loud it is around it. */
const silence = 0.001
const besideSpeech = 0.1

/** Where a piece ends and where the next begins, in samples from its start. */
export interface Cut {
  end: number
  next: number
}

/**
 * Cuts a piece of more than a minute in the middle of the quietest 300 ms of its last minute; where these are not silent
 * the next piece begins two seconds before the end of this one.
 */
export function cutOf(samples: Int16Array): Cut {
  const from = samples.length - searched
  const power = powersOf(samples, from)
  const width = quiet / step
  let least = Number.POSITIVE_INFINITY
  let at = 0
  for (let first = 0; first + width <= power.length; first++) {
    let sum = 0
    for (let i = first; i < first + width; i++) sum += power[i]!
    if (sum <= least) [least, at] = [sum, first]
  }
  const around = Math.sqrt(power.reduce((sum, one) => sum + one, 0) / power.length)
  const isSilent = Math.sqrt(least / width) <= Math.max(silence, besideSpeech * around)
  const end = from + at * step + quiet / 2
  return { end, next: isSilent ? end : end - overlap }
}

/** Mean square of each 20 ms from a sample on, full scale being 1. */
function powersOf(samples: Int16Array, from: number): Float64Array {
  const powers = new Float64Array(Math.floor((samples.length - from) / step))
  for (let index = 0; index < powers.length; index++) {
    let sum = 0
    const start = from + index * step
    for (let i = start; i < start + step; i++) sum += (samples[i]! / 32_768) ** 2
    powers[index] = sum / step
  }
  return powers
}
