export type Wav = { pcm: Int16Array<ArrayBuffer>; sampleRate: number; channels: 1 | 2 }

const PCM = 1
const FLOAT = 3
const EXTENSIBLE = 0xfffe
/** Who writes a WAV before its end is known puts the largest number there is, or one near it, or nothing. */
const UNKNOWN_SIZE_FROM = 0x7fff_0000

export const isWav = (bytes: Uint8Array): boolean => latin(bytes, 0, 4) === 'RIFF' && latin(bytes, 8, 12) === 'WAVE'

/**
 * Reads a WAV file of 8, 16, 24 or 32 bits or of floats, in one or two channels, as 16 bits. Sizes that are unknown (0 or 0xFFFFFFFF, as
 * servers that stream write them) mean: to the end. Throws for what is no such file, and for one that is cut off.
 *
 * Format: https://www.mmsp.ece.mcgill.ca/Documents/AudioFormats/WAVE/WAVE.html
 */
export function readWav(bytes: Uint8Array): Wav {
  if (!isWav(bytes)) throw new Error('this is no WAV file')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let form: Form | undefined
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = latin(bytes, at, at + 4)
    const size = view.getUint32(at + 4, true)
    const start = at + 8
    if (name === 'fmt ') form = readForm(view, start)
    if (name === 'data') {
      if (!form) throw new Error('the WAV file does not say what its samples are like')
      const { sampleRate, channels } = form
      return { pcm: readSamples(dataOf(bytes, start, size), form), sampleRate, channels }
    }
    at = start + size + (size % 2)
  }
  throw new Error('the WAV file has no samples')
}

type Form = { sampleRate: number; channels: 1 | 2; bytes: number; sampleAt: SampleAt }
type SampleAt = (view: DataView, at: number) => number

/** What a sample is as 16 bits, by format and bits. */
const samplesOf: Record<string, SampleAt> = {
  // The only one without a sign.
  [`${PCM} 8`]: (view, at) => (view.getUint8(at) - 128) << 8,
  [`${PCM} 16`]: (view, at) => view.getInt16(at, true),
  // The lowest byte is left out.
  [`${PCM} 24`]: (view, at) => view.getInt16(at + 1, true),
  [`${PCM} 32`]: (view, at) => view.getInt16(at + 2, true),
  [`${FLOAT} 32`]: (view, at) => fromFloat(view.getFloat32(at, true)),
  [`${FLOAT} 64`]: (view, at) => fromFloat(view.getFloat64(at, true)),
}

const fromFloat = (sample: number): number => Math.max(-1, Math.min(1, sample)) * 32_767

function readForm(view: DataView, start: number): Form {
  if (view.byteLength < start + 16) throw new Error('the WAV file is cut off')
  const isExtensible = view.getUint16(start, true) === EXTENSIBLE && view.byteLength >= start + 26
  const format = view.getUint16(isExtensible ? start + 24 : start, true)
  const channels = view.getUint16(start + 2, true)
  const sampleRate = view.getUint32(start + 4, true)
  const bits = view.getUint16(start + 14, true)
  const sampleAt = samplesOf[`${format} ${bits}`]
  if (!sampleAt) throw new Error(`WAV samples of format ${format} with ${bits} bits`)
  if (channels !== 1 && channels !== 2) throw new Error(`a WAV file of ${channels} channels`)
  return { sampleRate, channels, bytes: bits / 8, sampleAt }
}

function dataOf(bytes: Uint8Array, start: number, size: number): Uint8Array {
  const isKnown = size > 0 && size < UNKNOWN_SIZE_FROM
  if (isKnown && start + size > bytes.length) throw new Error('the WAV file is cut off')
  return bytes.subarray(start, isKnown ? start + size : bytes.length)
}

/** Whole frames alone: a stream may end in the middle of one. */
function readSamples(data: Uint8Array, { channels, bytes, sampleAt }: Form): Int16Array<ArrayBuffer> {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const pcm = new Int16Array(Math.floor(data.length / (channels * bytes)) * channels)
  for (let i = 0; i < pcm.length; i++) pcm[i] = sampleAt(view, i * bytes)
  return pcm
}

const latin = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, Math.min(to, bytes.length)))
