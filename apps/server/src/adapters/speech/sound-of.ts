import { isWav, readWav, type Wav } from '@recaps/speech'
import { unusable } from './failed-call.ts'

/** What raw samples are at all these services when it is asked for: 24 kHz, 16 bits, little endian, one channel. */
const pcmRate = 24_000

/** Sound in a form that was not asked for and is not read here. */
const otherSound = /^audio\/(mpeg|mp3|aac|mp4|ogg|opus|flac|webm)\b/i
const otherBeginnings = ['ID3', 'OggS', 'fLaC']

/** The samples in an answer: raw ones, or a WAV, which some servers send whatever they are asked for. Throws `FailedCall`. */
export function soundOf(bytes: Uint8Array, contentType: string): Wav {
  if (bytes.length === 0) throw unusable('the answer is empty')
  if (isWav(bytes)) return wavOf(bytes)
  const beginning = Buffer.from(bytes.subarray(0, 64)).toString('latin1')
  if (/html|json|text\//i.test(contentType) || /^[\t\n\r\x20-\x7e]{2,}$/.test(beginning))
    throw unusable('the answer is text in place of sound')
  if (otherSound.test(contentType) || otherBeginnings.some(mark => beginning.startsWith(mark)))
    throw unusable('the answer is sound of another form than PCM')
  if (bytes.length % 2 === 1) throw unusable('the answer ends in the middle of a sample')
  return { pcm: new Int16Array(new Uint8Array(bytes).buffer), sampleRate: pcmRate, channels: 1 }
}

function wavOf(bytes: Uint8Array): Wav {
  try {
    return readWav(bytes)
  } catch (error) {
    throw unusable('the WAV file cannot be read', error)
  }
}
