import { asking } from './asking.ts'
import type { Recogniser, RecogniserConfig } from './recogniser.ts'

/** The server of whisper.cpp (github.com/ggml-org/whisper.cpp, examples/server): it has its model, and reads WAV. */
export function whisperCppRecogniser(config: RecogniserConfig): Recogniser {
  const ask = asking('stt/whisper.cpp', `${config.url}/inference`, config)
  // Unless told to listen for the language it takes everything for English.
  const fields = { response_format: 'verbose_json', language: 'auto', temperature: '0.0' }
  return {
    id: `whisper.cpp/${config.model}`,
    form: 'wav',
    hear: (piece, options) => ask(fields, { name: 'sound.wav', type: 'audio/wav' }, piece, options),
  }
}
