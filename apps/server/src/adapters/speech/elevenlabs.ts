import type { TimedToken } from '@recaps/speech'
import { z } from 'zod'
import { decodeAudio } from './decode-audio.ts'
import { parseJsonResponse } from './json-response.ts'
import { jsonHeaders, type SpeechProtocol, type SpeechServiceAddress } from './protocol.ts'

const publicUrl = 'https://api.elevenlabs.io'
const defaultModel = 'eleven_multilingual_v2'

const alignmentSchema = z.object({
  characters: z.array(z.string()),
  character_start_times_seconds: z.array(z.number()),
  character_end_times_seconds: z.array(z.number()),
})
const responseSchema = z.object({ audio_base64: z.string(), alignment: alignmentSchema.nullish() })
const voicesSchema = z.object({ voices: z.array(z.object({ voice_id: z.string(), name: z.string() })) })

/** `POST {url}/v1/text-to-speech/{voice}/with-timestamps` (https://elevenlabs.io/docs/api-reference/text-to-speech/convert-with-timestamps). */
export function elevenlabsProtocol({
  url = publicUrl,
  key,
  model = defaultModel,
}: SpeechServiceAddress): SpeechProtocol {
  const root = url.replace(/\/v1$/, '')
  const own = { 'xi-api-key': key ?? '' }
  return {
    provider: 'elevenlabs',
    model,
    request: (text, voice) => ({
      url: `${root}/v1/text-to-speech/${encodeURIComponent(voice)}/with-timestamps?output_format=pcm_24000`,
      headers: { ...jsonHeaders, ...own },
      body: JSON.stringify({ text, model_id: model }),
    }),
    async read(response) {
      const { audio_base64, alignment } = parseJsonResponse(response, responseSchema)
      return {
        audio: await decodeAudio(Buffer.from(audio_base64, 'base64'), ''),
        timedWords: alignment ? toWords(alignment) : [],
      }
    },
    voiceNames: {
      request: { url: `${root}/v1/voices`, headers: own },
      read: response =>
        new Map(parseJsonResponse(response, voicesSchema).voices.map(({ voice_id, name }) => [voice_id, name])),
    },
  }
}

/** Groups timed characters into words. */
function toWords(alignment: z.infer<typeof alignmentSchema>): TimedToken[] {
  const words: TimedToken[] = []
  let word: TimedToken | undefined
  for (const [index, character] of alignment.characters.entries()) {
    const startMs = (alignment.character_start_times_seconds[index] ?? 0) * 1000
    const endMs = (alignment.character_end_times_seconds[index] ?? 0) * 1000
    if (/^\s*$/.test(character)) word = undefined
    else if (word) Object.assign(word, { text: word.text + character, endMs })
    else {
      word = { text: character, startMs, endMs }
      words.push(word)
    }
  }
  return words
}
