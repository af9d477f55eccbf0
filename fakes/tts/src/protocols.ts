import { bytesOf, type Fault, oggBytes, streamedWav } from './faults.ts'
import type { Spoken } from './spoken.ts'

export type Protocol = 'openai' | 'kokoro' | 'elevenlabs'

/** What is asked for, whatever the protocol. */
export interface Wish {
  protocol: Protocol
  text: string
  voice: string
  model: string
  /** The form of sound. */
  form: SoundForm
}

export type SoundForm = 'wav' | 'pcm'

export interface Answer {
  status: number
  contentType: string
  body: Buffer
}

/** The sound of an answer as a server writes it that goes its own way. */
export interface Written {
  contentType: string
  body: Buffer
}

export const json = (status: number, value: unknown): Answer => ({
  status,
  contentType: 'application/json',
  body: Buffer.from(JSON.stringify(value)),
})

/** The wish behind a request; null for a path that none of the services has, an answer for what they refuse. */
export function wishOf(method: string, url: URL, body: string, forms: readonly SoundForm[]): Wish | Answer | null {
  const eleven = /^\/v1\/text-to-speech\/([^/]+)\/with-timestamps$/.exec(url.pathname)
  const isOpenai = url.pathname === '/v1/audio/speech'
  if (method !== 'POST' || !(isOpenai || eleven || url.pathname === '/dev/captioned_speech')) return null
  const asked = parsed(body)
  if (eleven) {
    if (url.searchParams.get('output_format') !== 'pcm_24000' || !isText(asked.text))
      return json(422, { detail: [{ loc: ['body', 'text'], msg: 'field required', type: 'value_error.missing' }] })
    const { text, model_id } = asked
    return { protocol: 'elevenlabs', text, voice: decodeURIComponent(eleven[1]!), model: String(model_id), form: 'pcm' }
  }
  const { input, voice, model, response_format, stream } = asked
  const protocol = isOpenai ? 'openai' : 'kokoro'
  const form = forms.find(known => known === response_format)
  if (!isText(input) || !isText(voice) || !isText(model)) return refusal(protocol, 400, 'Field required')
  if (!form) return refusal(protocol, 400, `Invalid response_format. Supported values are: ${forms.join(', ')}.`)
  if (protocol === 'kokoro' && stream !== false) return refusal(protocol, 400, 'the fake does not stream')
  return { protocol, text: input, voice, model, form }
}

/** As the services say no. */
export function refusal(protocol: Protocol, status: number, message: string): Answer {
  if (protocol === 'openai') return json(status, { error: { message, type: 'invalid_request_error', code: null } })
  if (protocol === 'kokoro') return json(status, { detail: { error: 'validation_error', message } })
  return json(status, { detail: { status: 'refused', message } })
}

export const unknownVoice = ({ protocol, voice }: Wish): Answer =>
  protocol === 'elevenlabs'
    ? json(404, { detail: { status: 'voice_not_found', message: `A voice with voice_id ${voice} was not found.` } })
    : refusal(protocol, 400, `Voice ${voice} not found`)

/** The right answer, or one that is wrong in a way of its protocol. */
export function answerOf(
  { protocol, form }: Wish,
  spoken: Spoken,
  pcm: Int16Array,
  fault: Fault | undefined,
  written?: Written,
): Answer {
  const isWav = fault?.kind === 'wav' || form === 'wav'
  const usual = isWav ? streamedWav(pcm, spoken.sampleRate) : bytesOf(pcm)
  const { contentType, body: sound } = written ?? { contentType: isWav ? 'audio/wav' : 'audio/pcm', body: usual }
  if (protocol === 'openai') {
    if (fault?.kind === 'wrong_form') return { status: 200, contentType: 'audio/ogg', body: oggBytes }
    if (fault?.kind === 'malformed')
      return { status: 200, contentType: 'audio/pcm', body: Buffer.from(')]}\'\n{"audio":') }
    return { status: 200, contentType, body: sound }
  }
  if (fault?.kind === 'wrong_form') return json(200, { url: 'https://files.example/speech.mp3' })
  if (fault?.kind === 'malformed') return { ...json(200, {}), body: Buffer.from(')]}\'\n{"audio":"AAA') }
  return protocol === 'kokoro'
    ? json(200, {
        audio: sound.toString('base64'),
        audio_format: contentType,
        timestamps: spoken.words.flatMap(kokoroTokens),
      })
    : json(200, { audio_base64: sound.toString('base64'), ...alignments(spoken) })
}

/** Words and the marks behind them apart, in seconds. */
function kokoroTokens({ text, startMs, endMs }: Spoken['words'][number]) {
  const [, word = '', mark = ''] = /^(.*?)([.,;:!?]*)$/s.exec(text) ?? []
  const tokens = [{ word, start_time: startMs / 1000, end_time: endMs / 1000 }]
  return mark ? [...tokens, { word: mark, start_time: endMs / 1000, end_time: endMs / 1000 }] : tokens
}

/** Each character of each word in its share of the word's time, spaces between. */
function alignments({ words }: Spoken) {
  const alignment = {
    characters: [] as string[],
    character_start_times_seconds: [] as number[],
    character_end_times_seconds: [] as number[],
  }
  const add = (character: string, startMs: number, endMs: number) => {
    alignment.characters.push(character)
    alignment.character_start_times_seconds.push(startMs / 1000)
    alignment.character_end_times_seconds.push(endMs / 1000)
  }
  for (const [index, { text, startMs, endMs }] of words.entries()) {
    const before = words[index - 1]
    if (before) add(' ', before.endMs, startMs)
    const characters = [...text]
    const each = (endMs - startMs) / characters.length
    for (const [place, character] of characters.entries())
      add(character, startMs + place * each, startMs + (place + 1) * each)
  }
  return { alignment, normalized_alignment: alignment }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

function parsed(body: string): Record<string, unknown> {
  try {
    return JSON.parse(body)
  } catch {
    return {}
  }
}
