import { z } from 'zod'
import { decodeAudio } from './decode-audio.ts'
import { parseJsonResponse } from './json-response.ts'
import { bearer, jsonHeaders, type SpeechProtocol, type SpeechServiceAddress } from './protocol.ts'

const defaultModel = 'kokoro'

const responseSchema = z.object({
  audio: z.string(),
  audio_format: z.string().nullish(),
  // Null or empty in some versions: https://github.com/remsky/Kokoro-FastAPI/issues/331
  timestamps: z.array(z.object({ word: z.string(), start_time: z.number(), end_time: z.number() })).nullish(),
})

/**
 * `POST {url}/dev/captioned_speech` of Kokoro-FastAPI (https://github.com/remsky/Kokoro-FastAPI): returns the audio and the times of
 * its words, spelled as spoken ("40–60" comes back as "forty-", "sixty").
 */
export function kokoroProtocol({
  url,
  key,
  model = defaultModel,
}: SpeechServiceAddress & { url: string }): SpeechProtocol {
  // The setting may name the OpenAI-compatible base URL of the same server.
  const root = url.replace(/\/v1$/, '')
  return {
    provider: 'kokoro',
    model,
    request: (input, voice) => ({
      url: `${root}/dev/captioned_speech`,
      headers: { ...jsonHeaders, ...bearer(key) },
      body: JSON.stringify({ model, voice, input, response_format: 'pcm', stream: false, return_timestamps: true }),
    }),
    async read(response) {
      const { audio, audio_format, timestamps } = parseJsonResponse(response, responseSchema)
      return {
        audio: await decodeAudio(Buffer.from(audio, 'base64'), audio_format ?? ''),
        timedWords: (timestamps ?? []).map(({ word, start_time, end_time }) => ({
          text: word,
          startMs: start_time * 1000,
          endMs: end_time * 1000,
        })),
      }
    },
  }
}
