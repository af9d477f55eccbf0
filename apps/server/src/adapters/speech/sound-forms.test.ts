import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Spoken, startFakeTts, type Written } from '@recaps/fake-tts'
import { createVoice } from '@recaps/speech'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasFfmpeg, inForm, whereFfmpegIs } from '../../../test/sound-files.ts'
import { movableClock } from '../../../test/start-server.ts'
import { type BuiltInVoices, closeBuiltInVoices, openBuiltInVoices } from './built-in.ts'
import { decoded } from './conformance.ts'
import { openSpeech, type SpeechServiceConfig } from './open.ts'
import { sentenceStore } from './sentence-store.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'recaps-sound-forms-'))
const text = 'An hour of talk becomes a page to read.'
const unbroken = new AbortController().signal
const flite = createVoice({ voice: 'slt', workers: 1 })
let voices: BuiltInVoices
let spoken: Spoken
beforeAll(async () => {
  voices = openBuiltInVoices({ threads: 1 })
  spoken = await flite.speak(text)
})
afterAll(async () => {
  await Promise.all([flite.close(), closeBuiltInVoices(voices)])
  rmSync(folder, { recursive: true })
})

type Provider = SpeechServiceConfig['provider']
type Fake = Parameters<typeof startFakeTts>[0]

/** What a service says that writes its sound like this: for how long, and how often it was asked. */
async function said(options: Fake, { provider = 'openai' as Provider, times = 1 } = {}) {
  const fake = await startFakeTts({ say: async () => spoken, ...options })
  const speech = openSpeech({
    builtIn: { preferred: 'rms', voices },
    service: {
      ...{ provider, url: provider === 'openai' ? `${fake.url}/v1` : fake.url, key: 'k', model: undefined },
      ...{ voices: ['alloy'], parallel: 1, timeoutMs: 30_000, restMs: 0, firstPauseMs: 1 },
    },
    sentences: sentenceStore(path.join(folder, crypto.randomUUID()), movableClock()),
  })
  try {
    let mp3: Uint8Array = new Uint8Array()
    for (let time = 0; time < times; time++)
      mp3 = await speech.say(text.replace('page', `page ${time}`), speech.voices[0]!, { signal: unbroken })
    const { samples } = await decoded(mp3)
    return { seconds: samples.length / 48_000, forms: fake.wishes.map(wish => wish.form) }
  } finally {
    await Promise.all([speech.close(), fake.close()])
  }
}

/** The same speech at another rate: straight lines between samples are good enough for how long it is. */
function atRate({ pcm, sampleRate }: Spoken, rate: number): Int16Array {
  return Int16Array.from({ length: Math.floor((pcm.length * rate) / sampleRate) }, (_, index) => {
    const at = (index * sampleRate) / rate
    const [before, after] = [pcm[Math.floor(at)]!, pcm[Math.ceil(at)] ?? 0]
    return before + (after - before) * (at % 1)
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

function wavOf(said: Spoken, form: WavForm = {}): Buffer {
  const { rate = 22_050, bits = 16, isFloat = false, channels = 1, isExtensible = false } = form
  const data = samplesIn(atRate(said, rate), { bits, isFloat, channels })
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

function samplesIn(
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
  (said: Spoken): Written => ({ contentType, body: wavOf(said, form) })
const raw =
  (contentType: string, rate: number, change = (bytes: Buffer) => bytes, channels: 1 | 2 = 1) =>
  (said: Spoken): Written => ({
    contentType,
    body: change(samplesIn(atRate(said, rate), { bits: 16, isFloat: false, channels })),
  })

/** How long it sounds in the built-in voice that the services speak in here, without the silence around. */
let measured: number | undefined
const expected = async () => {
  measured ??= (await said({})).seconds
  return measured
}

describe('speech of a service', () => {
  it.each<[string, (said: Spoken) => Written]>([
    ...[8_000, 11_025, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000].map(
      rate => [`a WAV of ${rate} Hz`, wav({ rate })] as [string, (said: Spoken) => Written],
    ),
    ['a WAV of 8 bits', wav({ bits: 8 })],
    ['a WAV of 24 bits', wav({ bits: 24 })],
    ['a WAV of 32 bits', wav({ bits: 32 })],
    ['a WAV of floats', wav({ bits: 32, isFloat: true })],
    ['a WAV of floats of 64 bits', wav({ bits: 64, isFloat: true })],
    ['a WAV of two channels', wav({ channels: 2, rate: 44_100 })],
    ['a WAV of two channels of 24 bits', wav({ channels: 2, bits: 24 })],
    ['an extensible WAV', wav({ isExtensible: true, bits: 24 })],
    ['a WAV of size 0', wav({ size: 0 })],
    ['a WAV of size 0 that says it holds nothing but its header', wav({ size: 0, riffSize: 36 })],
    ['a WAV of size 0xFFFFFFFF', wav({ size: 0xffff_ffff })],
    ['a WAV with a list of odd length before its samples', wav({ before: chunk('LIST', 'INFOISFTLavf6') })],
    ['a WAV with more behind its samples', wav({ after: chunk('LIST', 'x'.repeat(9_001)) })],
    ['a WAV that is called MP3', wav({}, 'audio/mpeg')],
    ['a WAV of no type', wav({}, 'application/octet-stream')],
    ['samples of 22,050 Hz by their type', raw('audio/pcm;rate=22050', 22_050)],
    ['samples of 16,000 Hz by their type, quoted', raw('Audio/L16; Rate="16000"; channels=1', 16_000)],
    [
      'samples of 44,100 Hz by their type in two channels',
      raw('audio/pcm; sample_rate=44100; channels=2', 44_100, undefined, 2),
    ],
    [
      'samples with the high byte first',
      raw('audio/l16; rate=22050; endianness=big-endian', 22_050, bytes => bytes.swap16()),
    ],
    ['samples of no rate, which are of 24,000 Hz', raw('audio/pcm', 24_000)],
    ['samples of an unknown type', raw('application/octet-stream', 24_000)],
  ])('is as long as it was spoken where it comes as %s', async (_, write) => {
    const { seconds, forms } = await said({ write })
    expect(Math.abs(seconds - (await expected()))).toBeLessThan(0.03)
    expect(forms).toEqual(['wav'])
  })

  it.skipIf(!hasFfmpeg).each([8_000, 22_050, 44_100, 48_000])(
    `is as long as it was spoken where it comes as an MP3 of %d Hz${whereFfmpegIs}`,
    async rate => {
      const write = (said: Spoken) => ({
        contentType: 'audio/mpeg',
        body: inForm('mp3', { samples: new Uint8Array(atRate(said, rate).buffer), rate }),
      })
      expect(Math.abs((await said({ write })).seconds - (await expected()))).toBeLessThan(0.06)
    },
  )

  it('of a service with a rate of its own, which it names nowhere but in a WAV, is as long as it was spoken', async () => {
    const write = (said: Spoken, asked: 'wav' | 'pcm') =>
      asked === 'wav' ? wav({ rate: 22_050 })(said) : raw('audio/pcm', 22_050)(said)
    expect(Math.abs((await said({ write })).seconds - (await expected()))).toBeLessThan(0.03)
  })

  it.each(['kokoro', 'elevenlabs'] as const)(
    'of %s is played at the rate of the WAV that it answers',
    async provider => {
      const { seconds } = await said({ write: wav({ rate: 22_050 }) }, { provider })
      expect(Math.abs(seconds - (await expected()))).toBeLessThan(0.03)
    },
  )

  it('of kokoro is played at the rate that its format names', async () => {
    const { seconds } = await said({ write: raw('audio/pcm;rate=22050', 22_050) }, { provider: 'kokoro' })
    expect(Math.abs(seconds - (await expected()))).toBeLessThan(0.03)
  })

  it('is asked for as raw samples of a service that refuses WAV, and then at once', async () => {
    const { seconds, forms } = await said({ forms: ['pcm'] }, { times: 3 })
    expect(seconds).toBeGreaterThan(1)
    // The first request in WAV is refused before it is counted.
    expect(forms).toEqual(['pcm', 'pcm', 'pcm'])
  })

  it.each<[string, (said: Spoken) => Written, string]>([
    [
      'a WAV that is cut off',
      said => ({ contentType: 'audio/wav', body: wavOf(said).subarray(0, 20_000) }),
      'the WAV file cannot be read',
    ],
    [
      'a WAV that ends in its header',
      said => ({ contentType: 'audio/wav', body: wavOf(said).subarray(0, 30) }),
      'the WAV file cannot be read',
    ],
    [
      'a WAV of a stream that is cut off',
      said => ({ contentType: 'audio/wav', body: wavOf(said, { size: 0 }).subarray(0, 20_000) }),
      'the sound is too short for the text',
    ],
    [
      'a WAV of 0 Hz',
      said => ({ contentType: 'audio/wav', body: withRate(wavOf(said), 0) }),
      'the sound has 0 samples a second',
    ],
    [
      'a WAV of 4 GHz',
      said => ({ contentType: 'audio/wav', body: withRate(wavOf(said), 0xffff_ffff) }),
      'the sound has 4294967295 samples a second',
    ],
    ['samples of a rate that is no number', raw('audio/pcm;rate=fast', 22_050), 'the sound has NaN samples a second'],
    [
      'samples of 32 bits',
      raw('audio/pcm;rate=22050;bits=32', 22_050),
      'the answer is PCM of another form than 16 bits in one or two channels',
    ],
    [
      'samples of six channels',
      raw('audio/l16;rate=22050;channels=6', 22_050),
      'the answer is PCM of another form than 16 bits in one or two channels',
    ],
    ['μ-law', raw('audio/basic', 8_000), 'the answer is sound of another form than WAV, MP3 or PCM'],
    [
      'an MP3 that is none',
      () => ({ contentType: 'audio/mpeg', body: Buffer.from(`ID3${'\u00ff'.repeat(9_000)}`, 'latin1') }),
      'the MP3 cannot be read',
    ],
    [
      'a large WAV under another name',
      said => ({ contentType: 'audio/wav', body: Buffer.concat([Buffer.from('RF64'), wavOf(said).subarray(4)]) }),
      'the answer is sound of another form than WAV, MP3 or PCM',
    ],
  ])('is refused where it comes as %s', async (_, write, reason) => {
    await expect(said({ write })).rejects.toThrow(reason)
  })
})

function withRate(file: Buffer, rate: number): Buffer {
  file.writeUInt32LE(rate, 24)
  return file
}
