import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type EncodedAudio, type GeneratedSpeech, startFakeTts } from '@recaps/fake-tts'
import { createVoice } from '@recaps/speech'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { convertAudio, ffmpegSkipNote, hasFfmpeg } from '../../../test/audio-files.ts'
import { movableClock } from '../../../test/start-server.ts'
import { type BuiltInVoices, closeBuiltInVoices, openBuiltInVoices } from './built-in.ts'
import { decodeMp3 } from './conformance.ts'
import { openSpeech, type SpeechServiceConfig } from './open.ts'
import { sentenceStore } from './sentence-store.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'recaps-sound-forms-'))
const text = 'An hour of talk becomes a page to read.'
const neverAborted = new AbortController().signal
const flite = createVoice({ voice: 'slt', workers: 1 })
let voices: BuiltInVoices
let spoken: GeneratedSpeech
beforeAll(async () => {
  voices = openBuiltInVoices({ threads: 1 })
  spoken = await flite.speak(text)
})
afterAll(async () => {
  await Promise.all([flite.close(), closeBuiltInVoices(voices)])
  rmSync(folder, { recursive: true })
})

type Provider = SpeechServiceConfig['provider']
type FakeOptions = Parameters<typeof startFakeTts>[0]

/** Speaks with a fake service that has these options. Returns the duration of the audio and the formats of the requests. */
async function speakWith(options: FakeOptions, { provider = 'openai' as Provider, times = 1 } = {}) {
  const fake = await startFakeTts({ speak: async () => spoken, ...options })
  const speech = openSpeech({
    builtIn: { preferred: 'rms', voices },
    service: {
      ...{ provider, url: provider === 'openai' ? `${fake.url}/v1` : fake.url, key: 'k', model: undefined },
      ...{ voices: ['alloy'], parallel: 1, timeoutMs: 30_000, failurePauseMs: 0, firstPauseMs: 1 },
    },
    sentences: sentenceStore(path.join(folder, crypto.randomUUID()), movableClock()),
  })
  try {
    let mp3: Uint8Array = new Uint8Array()
    for (let round = 0; round < times; round++)
      mp3 = await speech.say(text.replace('page', `page ${round}`), speech.voices[0]!, { signal: neverAborted })
    const { samples } = await decodeMp3(mp3)
    return { seconds: samples.length / 48_000, formats: fake.requests.map(wish => wish.format) }
  } finally {
    await Promise.all([speech.close(), fake.close()])
  }
}

/** Linear interpolation is good enough, because only the duration is checked. */
function resample({ pcm, sampleRate }: GeneratedSpeech, rate: number): Int16Array {
  return Int16Array.from({ length: Math.floor((pcm.length * rate) / sampleRate) }, (_, index) => {
    const position = (index * sampleRate) / rate
    const [before, after] = [pcm[Math.floor(position)]!, pcm[Math.ceil(position)] ?? 0]
    return before + (after - before) * (position % 1)
  })
}

interface WavForm {
  rate?: number
  bits?: 8 | 16 | 24 | 32 | 64
  isFloat?: boolean
  channels?: 1 | 2
  size?: number
  riffSize?: number
  isExtensible?: boolean
  before?: Buffer
  after?: Buffer
}

function wavOf(speech: GeneratedSpeech, form: WavForm = {}): Buffer {
  const { rate = 22_050, bits = 16, isFloat = false, channels = 1, isExtensible = false } = form
  const data = encodeSamples(resample(speech, rate), { bits, isFloat, channels })
  const format = Buffer.alloc(isExtensible ? 48 : 24)
  format.write('fmt ', 0)
  format.writeUInt32LE(format.length - 8, 4)
  const code = isFloat ? 3 : 1
  format.writeUInt16LE(isExtensible ? 0xfffe : code, 8)
  format.writeUInt16LE(channels, 10)
  format.writeUInt32LE(rate, 12)
  format.writeUInt32LE((rate * channels * bits) / 8, 16)
  format.writeUInt16LE((channels * bits) / 8, 20)
  format.writeUInt16LE(bits, 22)
  if (isExtensible) format.writeUInt16LE(code, 32)
  const head = Buffer.alloc(12)
  head.write('RIFF', 0)
  head.writeUInt32LE(form.riffSize ?? form.size ?? data.length + 36, 4)
  head.write('WAVE', 8)
  const dataHead = Buffer.alloc(8)
  dataHead.write('data', 0)
  dataHead.writeUInt32LE(form.size ?? data.length, 4)
  return Buffer.concat([head, format, form.before ?? Buffer.alloc(0), dataHead, data, form.after ?? Buffer.alloc(0)])
}

function encodeSamples(
  pcm: Int16Array,
  { bits, isFloat, channels }: Required<Pick<WavForm, 'bits' | 'isFloat' | 'channels'>>,
) {
  const bytes = Buffer.alloc((pcm.length * channels * bits) / 8)
  const write = (sample: number, at: number) => {
    if (isFloat && bits === 64) bytes.writeDoubleLE(sample / 32_768, at)
    else if (isFloat) bytes.writeFloatLE(sample / 32_768, at)
    else if (bits === 8) bytes.writeUInt8((sample >> 8) + 128, at)
    else bytes.writeIntLE(sample * 2 ** (bits - 16), at, bits / 8)
  }
  for (const [index, sample] of pcm.entries())
    for (let channel = 0; channel < channels; channel++) write(sample, ((index * channels + channel) * bits) / 8)
  return bytes
}

const chunk = (name: string, content: string): Buffer => {
  const bytes = Buffer.from(content + (content.length % 2 ? '\0' : ''))
  const size = Buffer.alloc(4)
  size.writeUInt32LE(content.length)
  return Buffer.concat([Buffer.from(name), size, bytes])
}
const wav =
  (form: WavForm, contentType = 'audio/wav') =>
  (speech: GeneratedSpeech): EncodedAudio => ({ contentType, body: wavOf(speech, form) })
const raw =
  (contentType: string, rate: number, change = (bytes: Buffer) => bytes, channels: 1 | 2 = 1) =>
  (speech: GeneratedSpeech): EncodedAudio => ({
    contentType,
    body: change(encodeSamples(resample(speech, rate), { bits: 16, isFloat: false, channels })),
  })

/** Duration of the text in the built-in voice used by the fake, without the surrounding silence. */
let measured: number | undefined
const expectedSeconds = async () => {
  measured ??= (await speakWith({})).seconds
  return measured
}

describe('audio formats of speech services', () => {
  it.each<[string, (speech: GeneratedSpeech) => EncodedAudio]>([
    ...[8_000, 11_025, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000].map(
      rate => [`a WAV at ${rate} Hz`, wav({ rate })] as [string, (speech: GeneratedSpeech) => EncodedAudio],
    ),
    ['an 8-bit WAV', wav({ bits: 8 })],
    ['a 24-bit WAV', wav({ bits: 24 })],
    ['a 32-bit WAV', wav({ bits: 32 })],
    ['a 32-bit float WAV', wav({ bits: 32, isFloat: true })],
    ['a 64-bit float WAV', wav({ bits: 64, isFloat: true })],
    ['a stereo WAV', wav({ channels: 2, rate: 44_100 })],
    ['a 24-bit stereo WAV', wav({ channels: 2, bits: 24 })],
    ['an extensible WAV', wav({ isExtensible: true, bits: 24 })],
    ['a WAV whose sizes are 0', wav({ size: 0 })],
    ['a WAV with data size 0 and a RIFF size of just the header', wav({ size: 0, riffSize: 36 })],
    ['a WAV whose sizes are 0xFFFFFFFF', wav({ size: 0xffff_ffff })],
    ['a WAV with a LIST chunk of odd length before its samples', wav({ before: chunk('LIST', 'INFOISFTLavf6') })],
    ['a WAV with a LIST chunk after its samples', wav({ after: chunk('LIST', 'x'.repeat(9_001)) })],
    ['a WAV with the content type of MP3', wav({}, 'audio/mpeg')],
    ['a WAV without a specific content type', wav({}, 'application/octet-stream')],
    ['raw samples with 22,050 Hz in the content type', raw('audio/pcm;rate=22050', 22_050)],
    ['raw samples with a quoted 16,000 Hz in the content type', raw('Audio/L16; Rate="16000"; channels=1', 16_000)],
    [
      'stereo raw samples with 44,100 Hz in the content type',
      raw('audio/pcm; sample_rate=44100; channels=2', 44_100, undefined, 2),
    ],
    ['big-endian raw samples', raw('audio/l16; rate=22050; endianness=big-endian', 22_050, bytes => bytes.swap16())],
    ['raw samples without a rate, which means 24,000 Hz', raw('audio/pcm', 24_000)],
    ['raw samples without a specific content type', raw('application/octet-stream', 24_000)],
  ])('decodes speech from %s to its original duration', async (_, encode) => {
    const { seconds, formats } = await speakWith({ encode })
    expect(Math.abs(seconds - (await expectedSeconds()))).toBeLessThan(0.03)
    expect(formats).toEqual(['wav'])
  })

  it.skipIf(!hasFfmpeg).each([8_000, 22_050, 44_100, 48_000])(
    `decodes speech from an MP3 at %d Hz to its original duration${ffmpegSkipNote}`,
    async rate => {
      const encode = (speech: GeneratedSpeech) => ({
        contentType: 'audio/mpeg',
        body: convertAudio('mp3', { samples: new Uint8Array(resample(speech, rate).buffer), rate }),
      })
      expect(Math.abs((await speakWith({ encode })).seconds - (await expectedSeconds()))).toBeLessThan(0.06)
    },
  )

  it('requests WAV first, so that speech of a service that does not use 24 kHz keeps its duration', async () => {
    const encode = (speech: GeneratedSpeech, format: 'wav' | 'pcm') =>
      format === 'wav' ? wav({ rate: 22_050 })(speech) : raw('audio/pcm', 22_050)(speech)
    expect(Math.abs((await speakWith({ encode })).seconds - (await expectedSeconds()))).toBeLessThan(0.03)
  })

  it.each(['kokoro', 'elevenlabs'] as const)('decodes a WAV from %s at the rate in its header', async provider => {
    const { seconds } = await speakWith({ encode: wav({ rate: 22_050 }) }, { provider })
    expect(Math.abs(seconds - (await expectedSeconds()))).toBeLessThan(0.03)
  })

  it('decodes raw samples from kokoro at the rate in the audio format of the response', async () => {
    const { seconds } = await speakWith({ encode: raw('audio/pcm;rate=22050', 22_050) }, { provider: 'kokoro' })
    expect(Math.abs(seconds - (await expectedSeconds()))).toBeLessThan(0.03)
  })

  it('requests raw samples from a service that refused WAV, and does so directly from then on', async () => {
    const { seconds, formats } = await speakWith({ formats: ['pcm'] }, { times: 3 })
    expect(seconds).toBeGreaterThan(1)
    // The fake does not count the WAV request that it refused.
    expect(formats).toEqual(['pcm', 'pcm', 'pcm'])
  })

  it.each<[string, (speech: GeneratedSpeech) => EncodedAudio, string]>([
    [
      'a truncated WAV',
      speech => ({ contentType: 'audio/wav', body: wavOf(speech).subarray(0, 20_000) }),
      'the WAV file cannot be read',
    ],
    [
      'a WAV truncated in its header',
      speech => ({ contentType: 'audio/wav', body: wavOf(speech).subarray(0, 30) }),
      'the WAV file cannot be read',
    ],
    [
      'a truncated WAV of unknown size',
      speech => ({ contentType: 'audio/wav', body: wavOf(speech, { size: 0 }).subarray(0, 20_000) }),
      'the audio is too short for the text',
    ],
    [
      'a WAV at 0 Hz',
      speech => ({ contentType: 'audio/wav', body: withRate(wavOf(speech), 0) }),
      'unsupported sample rate: 0 Hz',
    ],
    [
      'a WAV at 4 GHz',
      speech => ({ contentType: 'audio/wav', body: withRate(wavOf(speech), 0xffff_ffff) }),
      'unsupported sample rate: 4294967295 Hz',
    ],
    [
      'raw samples with a rate that is not a number',
      raw('audio/pcm;rate=fast', 22_050),
      'unsupported sample rate: NaN Hz',
    ],
    ['32-bit raw samples', raw('audio/pcm;rate=22050;bits=32', 22_050), 'the PCM audio is not 16-bit mono or stereo'],
    [
      'raw samples with six channels',
      raw('audio/l16;rate=22050;channels=6', 22_050),
      'the PCM audio is not 16-bit mono or stereo',
    ],
    ['μ-law audio', raw('audio/basic', 8_000), 'the audio is not WAV, MP3 or PCM'],
    [
      'an MP3 tag without MP3 frames',
      () => ({ contentType: 'audio/mpeg', body: Buffer.from(`ID3${'\u00ff'.repeat(9_000)}`, 'latin1') }),
      'the MP3 cannot be read',
    ],
    [
      'an RF64 file, the WAV format for large files',
      speech => ({ contentType: 'audio/wav', body: Buffer.concat([Buffer.from('RF64'), wavOf(speech).subarray(4)]) }),
      'the audio is not WAV, MP3 or PCM',
    ],
  ])('rejects speech from %s', async (_, encode, reason) => {
    await expect(speakWith({ encode })).rejects.toThrow(reason)
  })
})

function withRate(file: Buffer, rate: number): Buffer {
  file.writeUInt32LE(rate, 24)
  return file
}
