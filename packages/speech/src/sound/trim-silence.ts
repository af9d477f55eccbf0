import type { SpokenSentence } from '../spoken-sentence.ts'

const WINDOW_SECONDS = 0.01
/** What is this much quieter than the loudest moment, here −45 dB, is not speech. */
const SILENCE_RATIO = 10 ** (-45 / 20)
/** Consonants begin and end below that: what they need to sound whole is kept. */
const KEPT_BEFORE_SECONDS = 0.05
const KEPT_AFTER_SECONDS = 0.1

/**
 * Cuts the silence around one spoken sentence, in one channel: voices from elsewhere leave between none and half a second, and pauses are
 * for the assembly to set. The times of words move with it. Sound that is silent all through stays as it is.
 */
export function trimSilence(said: SpokenSentence): SpokenSentence {
  const { pcm, sampleRate } = said
  const window = Math.max(1, Math.round(sampleRate * WINDOW_SECONDS))
  const levels = Array.from({ length: Math.ceil(pcm.length / window) }, (_, index) =>
    meanSquare(pcm.subarray(index * window, (index + 1) * window)),
  )
  const gate = levels.reduce((most, level) => Math.max(most, level), 0) * SILENCE_RATIO ** 2
  const first = levels.findIndex(level => level > gate)
  if (first < 0) return said
  const last = levels.findLastIndex(level => level > gate)

  const start = Math.max(0, first * window - Math.round(KEPT_BEFORE_SECONDS * sampleRate))
  const end = Math.min(pcm.length, (last + 1) * window + Math.round(KEPT_AFTER_SECONDS * sampleRate))
  const lengthMs = ((end - start) * 1000) / sampleRate
  const moved = (ms: number) => Math.round(Math.max(0, Math.min(lengthMs, ms - (start * 1000) / sampleRate)))
  return {
    ...said,
    pcm: pcm.slice(start, end),
    words: said.words.map(word => ({ ...word, startMs: moved(word.startMs), endMs: moved(word.endMs) })),
  }
}

function meanSquare(samples: Int16Array): number {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  return sum / samples.length
}
