/** Generated speech: mono samples, with the times of each written word. */
export interface GeneratedSpeech {
  pcm: Int16Array
  sampleRate: number
  words: { text: string; startMs: number; endMs: number }[]
}

/** Speaks a text with one of the fake's voices, numbered from 0. */
export type Speak = (text: string, voice: number) => Promise<GeneratedSpeech>

const serviceRateHz = 24_000
const leadInMs = 120
const leadOutMs = 200
const gapMs = 30
const syllableMs = 170
const pauseMs: Record<string, number> = { ',': 180, ';': 220, ':': 220, '.': 260, '!': 260, '?': 260 }

/**
 * Hums each syllable for as long as people need to say it, so that the audio has realistic timing but no words. Deterministic and a
 * thousand times faster than real time. Each voice has its own pitch.
 */
export const hum: Speak = async (text, voice) => {
  const words: GeneratedSpeech['words'] = []
  const syllables: { startMs: number; endMs: number }[] = []
  let atMs = leadInMs
  for (const written of text.trim().split(/\s+/).filter(Boolean)) {
    const startMs = atMs
    for (let remaining = syllablesOf(written); remaining > 0; remaining--) {
      syllables.push({ startMs: atMs, endMs: atMs + syllableMs })
      atMs += syllableMs
    }
    words.push({ text: written, startMs, endMs: atMs })
    atMs += gapMs + (pauseMs[written.at(-1)!] ?? 0)
  }
  const pcm = new Int16Array(Math.round(((atMs + leadOutMs) * serviceRateHz) / 1000))
  for (const { startMs, endMs } of syllables) humInto(pcm, startMs, endMs, 105 + 22 * voice)
  return { pcm, sampleRate: serviceRateHz, words }
}

/** Rough syllable count: a third of the letters, and two per digit. */
function syllablesOf(word: string): number {
  const digits = word.match(/\d/g)?.length ?? 0
  const letters = word.match(/\p{L}/gu)?.length ?? 0
  return digits * 2 + Math.ceil(letters / 3)
}

/** Adds a buzz of a few harmonics; it fades in and out to avoid clicks. */
function humInto(pcm: Int16Array, startMs: number, endMs: number, hz: number): void {
  const from = Math.round((startMs * serviceRateHz) / 1000)
  const length = Math.round(((endMs - startMs) * serviceRateHz) / 1000)
  for (let i = 0; i < length; i++) {
    const swell = Math.sin((Math.PI * i) / length) ** 0.5
    let sample = 0
    for (const [harmonic, level] of [1, 0.7, 0.5, 0.45, 0.3, 0.2].entries())
      sample += level * Math.sin((2 * Math.PI * hz * (harmonic + 1) * i) / serviceRateHz)
    pcm[from + i] = 3500 * swell * sample
  }
}

/** Resamples to the services' 24 kHz. Linear interpolation is good enough to be understood. */
export function atServiceRate({ pcm, sampleRate, words }: GeneratedSpeech): GeneratedSpeech {
  if (sampleRate === serviceRateHz) return { pcm, sampleRate, words }
  const resampled = Int16Array.from({ length: Math.floor((pcm.length * serviceRateHz) / sampleRate) }, (_, index) => {
    const at = (index * sampleRate) / serviceRateHz
    const [before, after] = [pcm[Math.floor(at)]!, pcm[Math.ceil(at)] ?? 0]
    return before + (after - before) * (at % 1)
  })
  return { pcm: resampled, sampleRate: serviceRateHz, words }
}
