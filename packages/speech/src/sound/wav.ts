export type Wav = { pcm: Int16Array<ArrayBuffer>; sampleRate: number; channels: 1 | 2 }

const PCM = 1
const FLOAT = 3
const EXTENSIBLE = 0xfffe
/** Sizes from here on mean "unknown": programs that write a WAV as a stream use the largest possible number or one near it. */
const UNKNOWN_SIZE_FROM = 0x7fff_0000

export const isWav = (bytes: Uint8Array): boolean => latin1(bytes, 0, 4) === 'RIFF' && latin1(bytes, 8, 12) === 'WAVE'

/**
 * Reads a WAV file with one or two channels as 16-bit samples. Accepts 8, 16, 24 and 32-bit integers and 32 and 64-bit floats. If the
 * size is unknown (0 or 0xFFFFFFFF, as streaming servers write it), reads to the end. Throws for other files and for truncated ones.
 *
 * Format: https://www.mmsp.ece.mcgill.ca/Documents/AudioFormats/WAVE/WAVE.html
 */
export function readWav(bytes: Uint8Array): Wav {
  if (!isWav(bytes)) throw new Error('not a WAV file')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let sampleFormat: SampleFormat | undefined
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = latin1(bytes, at, at + 4)
    const size = view.getUint32(at + 4, true)
    const start = at + 8
    if (name === 'fmt ') sampleFormat = readFormat(view, start)
    if (name === 'data') {
      if (!sampleFormat) throw new Error('the WAV file has no fmt chunk before its samples')
      const { sampleRate, channels } = sampleFormat
      return { pcm: readSamples(sampleData(bytes, start, size), sampleFormat), sampleRate, channels }
    }
    at = start + size + (size % 2)
  }
  throw new Error('the WAV file has no samples')
}

type SampleFormat = { sampleRate: number; channels: 1 | 2; bytes: number; readSample: ReadSample }
type ReadSample = (view: DataView, at: number) => number

/** Reads one sample as 16 bits; the key is format and bits per sample. */
const sampleReaders: Record<string, ReadSample> = {
  // 8-bit samples are the only unsigned ones.
  [`${PCM} 8`]: (view, at) => (view.getUint8(at) - 128) << 8,
  [`${PCM} 16`]: (view, at) => view.getInt16(at, true),
  // The low bytes are dropped.
  [`${PCM} 24`]: (view, at) => view.getInt16(at + 1, true),
  [`${PCM} 32`]: (view, at) => view.getInt16(at + 2, true),
  [`${FLOAT} 32`]: (view, at) => fromFloat(view.getFloat32(at, true)),
  [`${FLOAT} 64`]: (view, at) => fromFloat(view.getFloat64(at, true)),
}

const fromFloat = (sample: number): number => Math.max(-1, Math.min(1, sample)) * 32_767

function readFormat(view: DataView, start: number): SampleFormat {
  if (view.byteLength < start + 16) throw new Error('the WAV file is truncated')
  const isExtensible = view.getUint16(start, true) === EXTENSIBLE && view.byteLength >= start + 26
  const format = view.getUint16(isExtensible ? start + 24 : start, true)
  const channels = view.getUint16(start + 2, true)
  const sampleRate = view.getUint32(start + 4, true)
  const bits = view.getUint16(start + 14, true)
  const readSample = sampleReaders[`${format} ${bits}`]
  if (!readSample) throw new Error(`unsupported WAV samples: format ${format} with ${bits} bits`)
  if (channels !== 1 && channels !== 2) throw new Error(`unsupported WAV file: ${channels} channels`)
  return { sampleRate, channels, bytes: bits / 8, readSample }
}

function sampleData(bytes: Uint8Array, start: number, size: number): Uint8Array {
  const isKnown = size > 0 && size < UNKNOWN_SIZE_FROM
  if (isKnown && start + size > bytes.length) throw new Error('the WAV file is truncated')
  return bytes.subarray(start, isKnown ? start + size : bytes.length)
}

/** Reads complete frames only, because a stream may end in the middle of one. */
function readSamples(data: Uint8Array, { channels, bytes, readSample }: SampleFormat): Int16Array<ArrayBuffer> {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const pcm = new Int16Array(Math.floor(data.length / (channels * bytes)) * channels)
  for (let i = 0; i < pcm.length; i++) pcm[i] = readSample(view, i * bytes)
  return pcm
}

const latin1 = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, Math.min(to, bytes.length)))
