import type { Recogniser, RecogniserConfig } from './recogniser.ts'
import { createRecogniserClient } from './recogniser-client.ts'

/** OpenAI's transcription API and compatible servers (platform.openai.com/docs/api-reference/audio). */
export function openAiRecogniser(config: RecogniserConfig): Recogniser {
  const send = createRecogniserClient('stt/openai', `${config.url}/audio/transcriptions`, config)
  const fields = {
    model: config.model,
    response_format: 'verbose_json',
    'timestamp_granularities[]': ['segment', 'word'],
    temperature: '0',
  }
  return {
    id: `openai/${config.model}`,
    format: 'mp3',
    transcribe: (piece, options) => send(fields, { name: 'sound.mp3', type: 'audio/mpeg' }, piece, options),
  }
}
