import { type Fault, oggBytes, streamedWav, toBytes } from './faults.ts'
import type { GeneratedSpeech } from './generated-speech.ts'

export type Protocol = 'openai' | 'kokoro' | 'elevenlabs'

/** A speech request, independent of the protocol. */
export interface SpeechRequest {
  protocol: Protocol
  text: string
  voice: string
  model: string
  format: AudioFormat
}

export type AudioFormat = 'wav' | 'pcm'

export interface Answer {
  status: number
  contentType: string
  body: Buffer
}

/** Audio in a custom encoding, for servers that ignore the requested format. */
export interface EncodedAudio {
  contentType: string
  body: Buffer
}

export const json = (status: number, value: unknown): Answer => ({
  status,
  contentType: 'application/json',
  body: Buffer.from(JSON.stringify(value)),
})

/** Parses a speech request; null for an unknown path, an error answer for an invalid request. */
export function parseSpeechRequest(
  method: string,
  url: URL,
  body: string,
  forms: readonly AudioFormat[],
): SpeechRequest | Answer | null {
  const elevenlabs = /^\/v1\/text-to-speech\/([^/]+)\/with-timestamps$/.exec(url.pathname)
  const isOpenai = url.pathname === '/v1/audio/speech'
  if (method !== 'POST' || !(isOpenai || elevenlabs || url.pathname === '/dev/captioned_speech')) return null
  const fields = parseObject(body)
  if (elevenlabs) {
    if (url.searchParams.get('output_format') !== 'pcm_24000' || !isText(fields.text))
      return json(422, { detail: [{ loc: ['body', 'text'], msg: 'field required', type: 'value_error.missing' }] })
    const { text, model_id } = fields
    return {
      protocol: 'elevenlabs',
      text,
      voice: decodeURIComponent(elevenlabs[1]!),
      model: String(model_id),
      format: 'pcm',
    }
  }
  const { input, voice, model, response_format, stream } = fields
  const protocol = isOpenai ? 'openai' : 'kokoro'
  const format = forms.find(known => known === response_format)
  if (!isText(input) || !isText(voice) || !isText(model)) return refusal(protocol, 400, 'Field required')
  if (!format) return refusal(protocol, 400, `Invalid response_format. Supported values are: ${forms.join(', ')}.`)
  if (protocol === 'kokoro' && stream !== false)
    return refusal(protocol, 400, 'Streaming is not supported by the fake: set stream to false.')
  return { protocol, text: input, voice, model, format }
}

/** An error answer in the form of the protocol. */
export function refusal(protocol: Protocol, status: number, message: string): Answer {
  if (protocol === 'openai') return json(status, { error: { message, type: 'invalid_request_error', code: null } })
  if (protocol === 'kokoro') return json(status, { detail: { error: 'validation_error', message } })
  return json(status, { detail: { status: 'refused', message } })
}

export const unknownVoice = ({ protocol, voice }: SpeechRequest): Answer =>
  protocol === 'elevenlabs'
    ? json(404, { detail: { status: 'voice_not_found', message: `A voice with voice_id ${voice} was not found.` } })
    : refusal(protocol, 400, `Voice ${voice} not found`)

/** The correct answer, or the fault's wrong answer in the form of the protocol. */
export function createAnswer(
  { protocol, format }: SpeechRequest,
  spoken: GeneratedSpeech,
  pcm: Int16Array,
  fault: Fault | undefined,
  written?: EncodedAudio,
): Answer {
  const isWav = fault?.kind === 'wav' || format === 'wav'
  const encoded = isWav ? streamedWav(pcm, spoken.sampleRate) : toBytes(pcm)
  const { contentType, body: audio } = written ?? { contentType: isWav ? 'audio/wav' : 'audio/pcm', body: encoded }
  if (protocol === 'openai') {
    if (fault?.kind === 'wrong_form') return { status: 200, contentType: 'audio/ogg', body: oggBytes }
    if (fault?.kind === 'malformed')
      return { status: 200, contentType: 'audio/pcm', body: Buffer.from(')]}\'\n{"audio":') }
    return { status: 200, contentType, body: audio }
  }
  if (fault?.kind === 'wrong_form') return json(200, { url: 'https://files.example/speech.mp3' })
  if (fault?.kind === 'malformed') return { ...json(200, {}), body: Buffer.from(')]}\'\n{"audio":"AAA') }
  return protocol === 'kokoro'
    ? json(200, {
        audio: audio.toString('base64'),
        audio_format: contentType,
        timestamps: spoken.words.flatMap(kokoroTokens),
      })
    : json(200, { audio_base64: audio.toString('base64'), ...alignments(spoken) })
}

/** Words and trailing punctuation as separate tokens, in seconds. */
function kokoroTokens({ text, startMs, endMs }: GeneratedSpeech['words'][number]) {
  const [, word = '', mark = ''] = /^(.*?)([.,;:!?]*)$/s.exec(text) ?? []
  const tokens = [{ word, start_time: startMs / 1000, end_time: endMs / 1000 }]
  return mark ? [...tokens, { word: mark, start_time: endMs / 1000, end_time: endMs / 1000 }] : tokens
}

/** Spreads each word's time evenly over its characters, with spaces in the gaps. */
function alignments({ words }: GeneratedSpeech) {
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
    for (const [position, character] of characters.entries())
      add(character, startMs + position * each, startMs + (position + 1) * each)
  }
  return { alignment, normalized_alignment: alignment }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

function parseObject(body: string): Record<string, unknown> {
  try {
    return JSON.parse(body)
  } catch {
    return {}
  }
}
