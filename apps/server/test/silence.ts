import type { Speech } from '../src/ports/speech.ts'

/** A voice that is done at once, for tests in which nobody listens. */
export const silence: Speech = {
  id: 'silence',
  speak: async () => ({ mp3: new Uint8Array(100), durationMs: 1000, loudness: -19, timings: [] }),
  close: async () => {},
}
