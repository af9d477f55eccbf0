import type { SpokenSentence } from '../spoken-sentence.ts'

const WINDOW_SECONDS = 0.01
/** Anything 45 dB quieter than the loudest window is not speech. */
const SILENCE_RATIO = 10 ** (-45 / 20)
/** Margins around the speech: consonants begin and end below that level. */
const MARGIN_BEFORE_SECONDS = 0.05
const MARGIN_AFTER_SECONDS = 0.1

/**
 * Trims the silence around a mono sentence and shifts its word times. Remote voices leave up to half a second of silence, but the pauses
 * are set during assembly. A sentence that is entirely silent is returned unchanged.
 */
export function trimSilence(sentence: SpokenSentence): SpokenSentence {
  const { pcm, sampleRate } = sentence
  const window = Math.max(1, Math.round(sampleRate * WINDOW_SECONDS))
  const levels = Array.from({ length: Math.ceil(pcm.length / window) }, (_, index) =>
    meanSquare(pcm.subarray(index * window, (index + 1) * window)),
  )
  const gate = levels.reduce((highest, level) => Math.max(highest, level), 0) * SILENCE_RATIO ** 2
  const first = levels.findIndex(level => level > gate)
  if (first < 0) return sentence
  const last = levels.findLastIndex(level => level > gate)

  const start = Math.max(0, first * window - Math.round(MARGIN_BEFORE_SECONDS * sampleRate))
  const end = Math.min(pcm.length, (last + 1) * window + Math.round(MARGIN_AFTER_SECONDS * sampleRate))
  const lengthMs = ((end - start) * 1000) / sampleRate
  const shiftAndClamp = (ms: number) => Math.round(Math.max(0, Math.min(lengthMs, ms - (start * 1000) / sampleRate)))
  return {
    ...sentence,
    pcm: pcm.slice(start, end),
    words: sentence.words.map(word => ({
      ...word,
      startMs: shiftAndClamp(word.startMs),
      endMs: shiftAndClamp(word.endMs),
    })),
  }
}

function meanSquare(samples: Int16Array): number {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  return sum / samples.length
}
