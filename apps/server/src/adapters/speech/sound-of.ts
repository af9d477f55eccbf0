import { isWav, readWav, type Wav } from '@recaps/speech'
import { unusable } from './failed-call.ts'
import { isMp3, readMp3 } from './mp3.ts'

/** What raw samples are at all these services when nothing says otherwise: 24 kHz, 16 bits, little endian, one channel. */
const usualRate = 24_000

/** Sound in a form that is not read here. */
const otherSound = /^audio\/(mpeg|mp3|aac|mp4|ogg|opus|flac|webm|amr|basic|l8|l20|l24|(x-)?(mulaw|alaw|aiff))\b/
const otherBeginnings = [
  'OggS',
  'fLaC',
  'RF64',
  'RIFX',
  'FORM',
  'caff',
  '.snd',
  '#!AMR',
  '\x1aE\xdf\xa3',
  '\xff\xf1',
  '\xff\xf9',
]

/**
 * The samples in an answer: a WAV or an MP3, which some servers send whatever they are asked for, or raw ones at the rate that the
 * Content-Type names. Throws `FailedCall`.
 */
export async function soundOf(bytes: Uint8Array, contentType: string): Promise<Wav> {
  if (bytes.length === 0) throw unusable('the answer is empty')
  if (isWav(bytes)) return wavOf(bytes)
  const beginning = Buffer.from(bytes.subarray(0, 64)).toString('latin1')
  if (/html|json|text\//i.test(contentType) || /^[\t\n\r\x20-\x7e]{2,}$/.test(beginning))
    throw unusable('the answer is text in place of sound')
  const { type, parameters } = typeOf(contentType)
  if (isMp3(bytes, type)) return await readMp3(bytes)
  const isOther = otherBeginnings.some(mark => beginning.startsWith(mark)) || beginning.startsWith('ftyp', 4)
  if (isOther || otherSound.test(type)) throw unusable('the answer is sound of another form than WAV, MP3 or PCM')
  return rawOf(bytes, parameters)
}

function wavOf(bytes: Uint8Array): Wav {
  try {
    return readWav(bytes)
  } catch (error) {
    throw unusable('the WAV file cannot be read', error)
  }
}

function rawOf(bytes: Uint8Array, parameters: Map<string, string>): Wav {
  const channels = Number(parameters.get('channels') ?? 1)
  const bits = Number(parameters.get('bits') ?? parameters.get('bitdepth') ?? 16)
  const sampleRate = Number(parameters.get('rate') ?? parameters.get('samplerate') ?? usualRate)
  if ((channels !== 1 && channels !== 2) || bits !== 16 || /float|law/.test(parameters.get('encoding') ?? ''))
    throw unusable('the answer is PCM of another form than 16 bits in one or two channels')
  if (bytes.length % (2 * channels) !== 0) throw unusable('the answer ends in the middle of a sample')
  const own = Buffer.from(bytes)
  if (parameters.get('endianness')?.startsWith('big')) own.swap16()
  return { pcm: new Int16Array(new Uint8Array(own).buffer), sampleRate, channels }
}

/** `audio/L16; rate=22050; channels=1`: the type, and its parameters by their names in small letters and without marks between. */
function typeOf(contentType: string): { type: string; parameters: Map<string, string> } {
  const [type = '', ...rest] = contentType.toLowerCase().split(';')
  const pairs = rest.map(parameter => {
    const [name = '', value = ''] = parameter.split('=')
    return [name.replace(/[\s_-]/g, ''), value.replace(/["\s]/g, '')] as const
  })
  return { type: type.trim(), parameters: new Map(pairs) }
}
