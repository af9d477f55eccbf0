import type { Wav } from '@recaps/speech'
import { MPEGDecoder } from 'mpg123-decoder'
import { unusable } from './failed-call.ts'

/** No sentence takes this long. Protects against small files that decode to hours of audio. */
const maxSeconds = 15 * 60
const chunkBytes = 64 * 1024

/** Checks for an ID3 tag, or an MPEG type plus a frame header. The header alone is not enough: raw samples can look like one. */
export const isMp3 = (bytes: Uint8Array, type: string): boolean =>
  Buffer.from(bytes.subarray(0, 3)).toString('latin1') === 'ID3' ||
  (/^audio\/(x-)?(mpeg|mp3)$/.test(type) && bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2)

/** Decodes to 16-bit mono samples. Throws `FailedCall`. */
export async function readMp3(bytes: Uint8Array): Promise<Wav> {
  const decoder = new MPEGDecoder()
  await decoder.ready
  try {
    const pieces: Int16Array[] = []
    let length = 0
    let sampleRate = 0
    for (let offset = 0; offset < bytes.length; offset += chunkBytes) {
      const decoded = decoder.decode(bytes.subarray(offset, offset + chunkBytes))
      if (decoded.samplesDecoded === 0) continue
      sampleRate = decoded.sampleRate
      pieces.push(mixToMono(decoded.channelData))
      length += decoded.samplesDecoded
      if (length > maxSeconds * sampleRate) throw unusable('the audio is far too long for the text')
    }
    if (length === 0) throw unusable('the MP3 cannot be read')
    const pcm = new Int16Array(length)
    let offset = 0
    for (const piece of pieces) {
      pcm.set(piece, offset)
      offset += piece.length
    }
    return { pcm, sampleRate, channels: 1 }
  } finally {
    decoder.free()
  }
}

function mixToMono([first = new Float32Array(), second = first]: Float32Array[]): Int16Array {
  return Int16Array.from(first, (sample, i) => Math.max(-1, Math.min(1, (sample + second[i]!) / 2)) * 32_767)
}
