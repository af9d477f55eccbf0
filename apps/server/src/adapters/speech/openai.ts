import { decodeAudio } from './decode-audio.ts'
import { assertOkStatus } from './failed-call.ts'
import { bearer, jsonHeaders, type SpeechProtocol, type SpeechServiceAddress } from './protocol.ts'

const publicUrl = 'https://api.openai.com/v1'
const defaultModel = 'tts-1'

/**
 * `POST {url}/audio/speech` of OpenAI (https://platform.openai.com/docs/api-reference/audio/createSpeech) and of the many compatible
 * servers. It returns no word times; sentence times follow from one request per sentence. Requests WAV, because raw samples don't state
 * their rate and not every server uses OpenAI's 24 kHz. A few servers support only raw samples.
 */
export function openaiProtocol({ url = publicUrl, key, model = defaultModel }: SpeechServiceAddress): SpeechProtocol {
  const request = (input: string, voice: string, format: 'wav' | 'pcm') => ({
    url: `${url}/audio/speech`,
    headers: { ...jsonHeaders, ...bearer(key) },
    body: JSON.stringify({ model, voice, input, response_format: format }),
  })
  return {
    provider: 'openai',
    model,
    request: (input, voice) => request(input, voice, 'wav'),
    requestOtherFormat: (input, voice) => request(input, voice, 'pcm'),
    async read(response) {
      assertOkStatus(response)
      return { audio: await decodeAudio(response.body, response.headers.get('content-type') ?? ''), timedWords: [] }
    },
  }
}
