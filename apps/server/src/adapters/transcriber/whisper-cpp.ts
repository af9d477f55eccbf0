import type { Recogniser, RecogniserConfig } from './recogniser.ts'
import { createRecogniserClient } from './recogniser-client.ts'

/** The server of whisper.cpp (github.com/ggml-org/whisper.cpp, examples/server). It is started with its model and reads WAV only. */
export function whisperCppRecogniser(config: RecogniserConfig): Recogniser {
  const send = createRecogniserClient('stt/whisper.cpp', `${config.url}/inference`, config)
  // Without `auto` it treats all audio as English.
  const fields = { response_format: 'verbose_json', language: 'auto', temperature: '0.0' }
  return {
    id: `whisper.cpp/${config.model}`,
    format: 'wav',
    transcribe: (piece, options) => send(fields, { name: 'sound.wav', type: 'audio/wav' }, piece, options),
  }
}
