export type Wav = { pcm: Int16Array<ArrayBuffer>; sampleRate: number; channels: 1 | 2 }

const PCM = 1
const FLOAT = 3
const EXTENSIBLE = 0xfffe
/** Who writes a WAV before its end is known puts the largest number there is, or one near it, or nothing. */
const UNKNOWN_SIZE_FROM = 0x7fff_0000

export const isWav = (bytes: Uint8Array): boolean => latin(bytes, 0, 4) === 'RIFF' && latin(bytes, 8, 12) === 'WAVE'

/**
 * Reads a WAV file of 16-bit or float samples in one or two channels. Sizes that are unknown (0 or 0xFFFFFFFF, as servers that stream
 * write them) mean: to the end. Throws for what is no such file, and for one that is cut off.
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

type Form = { sampleRate: number; channels: 1 | 2; isFloat: boolean }

function readForm(view: DataView, start: number): Form {
  if (view.byteLength < start + 16) throw new Error('the WAV file is cut off')
  const isExtensible = view.getUint16(start, true) === EXTENSIBLE && view.byteLength >= start + 26
  const format = view.getUint16(isExtensible ? start + 24 : start, true)
  const channels = view.getUint16(start + 2, true)
  const sampleRate = view.getUint32(start + 4, true)
  const bits = view.getUint16(start + 14, true)
  const isFloat = format === FLOAT && bits === 32
  if (!isFloat && !(format === PCM && bits === 16)) throw new Error(`WAV samples of format ${format} with ${bits} bits`)
  if (channels !== 1 && channels !== 2) throw new Error(`a WAV file of ${channels} channels`)
  return { sampleRate, channels, isFloat }
}

function dataOf(bytes: Uint8Array, start: number, size: number): Uint8Array {
  const isKnown = size > 0 && size < UNKNOWN_SIZE_FROM
  if (isKnown && start + size > bytes.length) throw new Error('the WAV file is cut off')
  return bytes.subarray(start, isKnown ? start + size : bytes.length)
}

function readSamples(data: Uint8Array, { isFloat }: Form): Int16Array<ArrayBuffer> {
  // Copied, since samples must begin at an even place; `slice` of a Buffer would be no copy.
  const own = new Uint8Array(data.subarray(0, data.length - (data.length % (isFloat ? 4 : 2))))
  if (!isFloat) return new Int16Array(own.buffer)
  return Int16Array.from(new Float32Array(own.buffer), sample => Math.max(-1, Math.min(1, sample)) * 32_767)
}

const latin = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, Math.min(to, bytes.length)))
