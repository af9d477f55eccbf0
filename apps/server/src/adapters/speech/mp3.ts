import type { Wav } from '@recaps/speech'
import { MPEGDecoder } from 'mpg123-decoder'
import { unusable } from './failed-call.ts'

/** No sentence takes this long; a small file may hold hours. */
const longestSeconds = 15 * 60
const chunkBytes = 64 * 1024

/** By its tag, or by its type and the beginning of a frame. Raw samples may begin like a frame, so that this alone says little. */
export const isMp3 = (bytes: Uint8Array, type: string): boolean =>
  Buffer.from(bytes.subarray(0, 3)).toString('latin1') === 'ID3' ||
  (/^audio\/(x-)?(mpeg|mp3)$/.test(type) && bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2)

/** As samples of 16 bits in one channel. Throws `FailedCall`. */
export async function readMp3(bytes: Uint8Array): Promise<Wav> {
  const decoder = new MPEGDecoder()
  await decoder.ready
  try {
    const pieces: Int16Array[] = []
    let length = 0
    let sampleRate = 0
    for (let at = 0; at < bytes.length; at += chunkBytes) {
      const decoded = decoder.decode(bytes.subarray(at, at + chunkBytes))
      if (decoded.samplesDecoded === 0) continue
      sampleRate = decoded.sampleRate
      pieces.push(mixed(decoded.channelData))
      length += decoded.samplesDecoded
      if (length > longestSeconds * sampleRate) throw unusable('the sound is far too long for the text')
    }
    if (length === 0) throw unusable('the MP3 cannot be read')
    const pcm = new Int16Array(length)
    let at = 0
    for (const piece of pieces) {
      pcm.set(piece, at)
      at += piece.length
    }
    return { pcm, sampleRate, channels: 1 }
  } finally {
    decoder.free()
  }
}

function mixed([first = new Float32Array(), second = first]: Float32Array[]): Int16Array {
  return Int16Array.from(first, (sample, i) => Math.max(-1, Math.min(1, (sample + second[i]!) / 2)) * 32_767)
}
