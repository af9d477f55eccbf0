import { ProviderError } from '../src/errors.ts'
import type { OfferedVoice, Speech } from '../src/ports/speech.ts'

const voice: OfferedVoice = { id: 'rms', name: 'Silence', provider: 'built-in', key: 'silence' }
const otherVoice: OfferedVoice = { id: 'slt', name: 'Another silence', provider: 'built-in', key: 'silence of another' }

/** Makes silent audio at once, for tests that do not check the audio. */
export const silence: Speech = {
  voices: [voice, otherVoice],
  standIn: voice,
  speak: async () => ({ mp3: new Uint8Array(100), durationMs: 1000, loudness: -19, timings: [] }),
  say: async () => new Uint8Array(100),
  close: async () => {},
}

/** Always fails, so that no audio is made or stored in the background. */
export const mute: Speech = {
  ...silence,
  speak: () => Promise.reject(new ProviderError({ provider: 'mute', code: 'voice_failed', retryable: false })),
}
