import type { OfferedVoice, Speech } from '../src/ports/speech.ts'

const voice: OfferedVoice = { id: 'rms', name: 'Silence', provider: 'built-in', key: 'silence' }
const other: OfferedVoice = { id: 'slt', name: 'Another silence', provider: 'built-in', key: 'silence of another' }

/** A voice that is done at once, for tests in which nobody listens. */
export const silence: Speech = {
  voices: [voice, other],
  standIn: voice,
  speak: async () => ({ mp3: new Uint8Array(100), durationMs: 1000, loudness: -19, timings: [] }),
  say: async () => new Uint8Array(100),
  close: async () => {},
}
