import { ProviderError } from '../src/errors.ts'
import type { AvailableVoice, Speech } from '../src/ports/speech.ts'

const voice: AvailableVoice = { id: 'rms', name: 'Silence', provider: 'built-in', key: 'silence' }
const otherVoice: AvailableVoice = {
  id: 'slt',
  name: 'Another silence',
  provider: 'built-in',
  key: 'silence of another',
}

/** Makes silent audio at once, for tests that do not check the audio. */
export const silentSpeech: Speech = {
  voices: [voice, otherVoice],
  fallbackVoice: voice,
  speak: async () => ({ mp3: new Uint8Array(100), durationMs: 1000, loudness: -19, timings: [] }),
  say: async () => new Uint8Array(100),
  close: async () => {},
}

/** Always fails, so that no audio is made or stored in the background. */
export const unavailableSpeech: Speech = {
  ...silentSpeech,
  speak: () => Promise.reject(new ProviderError({ provider: 'mute', code: 'voice_failed', retryable: false })),
}
