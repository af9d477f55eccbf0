import { isWav, readWav, type Wav } from '@recaps/speech'
import { unusable } from './failed-call.ts'
import { isMp3, readMp3 } from './mp3.ts'

/** Raw samples are 24 kHz, 16-bit, little-endian and mono unless the Content-Type says otherwise. */
const defaultSampleRate = 24_000

const unsupportedTypes = /^audio\/(mpeg|mp3|aac|mp4|ogg|opus|flac|webm|amr|basic|l8|l20|l24|(x-)?(mulaw|alaw|aiff))\b/
const unsupportedSignatures = [
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
 * Decodes the audio of a response: a WAV or an MP3, which some servers send regardless of the requested format, or raw samples at the
 * rate named by the Content-Type. Throws `FailedCall`.
 */
export async function decodeAudio(bytes: Uint8Array, contentType: string): Promise<Wav> {
  if (bytes.length === 0) throw unusable('the response is empty')
  if (isWav(bytes)) return decodeWav(bytes)
  const beginning = Buffer.from(bytes.subarray(0, 64)).toString('latin1')
  if (/html|json|text\//i.test(contentType) || /^[\t\n\r\x20-\x7e]{2,}$/.test(beginning))
    throw unusable('the response is text instead of audio')
  const { type, parameters } = parseContentType(contentType)
  if (isMp3(bytes, type)) return await readMp3(bytes)
  const isUnsupported =
    unsupportedSignatures.some(signature => beginning.startsWith(signature)) || beginning.startsWith('ftyp', 4)
  if (isUnsupported || unsupportedTypes.test(type)) throw unusable('the audio is not WAV, MP3 or PCM')
  return decodeRaw(bytes, parameters)
}

function decodeWav(bytes: Uint8Array): Wav {
  try {
    return readWav(bytes)
  } catch (error) {
    throw unusable('the WAV file cannot be read', error)
  }
}

function decodeRaw(bytes: Uint8Array, parameters: Map<string, string>): Wav {
  const channels = Number(parameters.get('channels') ?? 1)
  const bits = Number(parameters.get('bits') ?? parameters.get('bitdepth') ?? 16)
  const sampleRate = Number(parameters.get('rate') ?? parameters.get('samplerate') ?? defaultSampleRate)
  if ((channels !== 1 && channels !== 2) || bits !== 16 || /float|law/.test(parameters.get('encoding') ?? ''))
    throw unusable('the PCM audio is not 16-bit mono or stereo')
  if (bytes.length % (2 * channels) !== 0) throw unusable('the audio ends in the middle of a sample')
  const samples = Buffer.from(bytes)
  if (parameters.get('endianness')?.startsWith('big')) samples.swap16()
  return { pcm: new Int16Array(new Uint8Array(samples).buffer), sampleRate, channels }
}

/** Parses `audio/L16; rate=22050; channels=1`. Parameter names are lower-cased, without spaces, `_` and `-`. */
function parseContentType(contentType: string): { type: string; parameters: Map<string, string> } {
  const [type = '', ...rest] = contentType.toLowerCase().split(';')
  const pairs = rest.map(parameter => {
    const [name = '', value = ''] = parameter.split('=')
    return [name.replace(/[\s_-]/g, ''), value.replace(/["\s]/g, '')] as const
  })
  return { type: type.trim(), parameters: new Map(pairs) }
}
