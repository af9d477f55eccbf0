import { refuseStatus } from './failed-call.ts'
import { bearer, jsonHeaders, type Protocol, type ServiceAddress } from './protocol.ts'
import { soundOf } from './sound-of.ts'

const publicUrl = 'https://api.openai.com/v1'
const usualModel = 'tts-1'

/**
 * `POST {url}/audio/speech` of OpenAI (https://platform.openai.com/docs/api-reference/audio/createSpeech) and of the many servers that
 * speak as it does. It tells no times: one request per sentence gives those of the sentences.
 */
export function openaiProtocol({ url = publicUrl, key, model = usualModel }: ServiceAddress): Protocol {
  return {
    provider: 'openai',
    model,
    request: (input, voice) => ({
      url: `${url}/audio/speech`,
      headers: { ...jsonHeaders, ...bearer(key) },
      body: JSON.stringify({ model, voice, input, response_format: 'pcm' }),
    }),
    read(answer) {
      refuseStatus(answer)
      return { sound: soundOf(answer.body, answer.headers.get('content-type') ?? ''), heard: [] }
    },
  }
}
