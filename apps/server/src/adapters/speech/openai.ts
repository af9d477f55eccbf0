import { refuseStatus } from './failed-call.ts'
import { bearer, jsonHeaders, type Protocol, type ServiceAddress } from './protocol.ts'
import { soundOf } from './sound-of.ts'

const publicUrl = 'https://api.openai.com/v1'
const usualModel = 'tts-1'

/**
 * `POST {url}/audio/speech` of OpenAI (https://platform.openai.com/docs/api-reference/audio/createSpeech) and of the many servers that
 * speak as it does. It tells no times: one request per sentence gives those of the sentences. WAV is asked for, as raw samples do not say
 * their rate, which is 24 kHz at OpenAI alone; few servers know raw samples only.
 */
export function openaiProtocol({ url = publicUrl, key, model = usualModel }: ServiceAddress): Protocol {
  const request = (input: string, voice: string, form: 'wav' | 'pcm') => ({
    url: `${url}/audio/speech`,
    headers: { ...jsonHeaders, ...bearer(key) },
    body: JSON.stringify({ model, voice, input, response_format: form }),
  })
  return {
    provider: 'openai',
    model,
    request: (input, voice) => request(input, voice, 'wav'),
    requestOtherForm: (input, voice) => request(input, voice, 'pcm'),
    async read(answer) {
      refuseStatus(answer)
      return { sound: await soundOf(answer.body, answer.headers.get('content-type') ?? ''), heard: [] }
    },
  }
}
