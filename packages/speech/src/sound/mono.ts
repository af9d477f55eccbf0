import type { SpokenSentence } from '../spoken-sentence.ts'

/** Mixes stereo down to mono. Averaging the channels preserves the speech and cannot clip. */
export function toMono(sentence: SpokenSentence): SpokenSentence {
  if (sentence.channels !== 2) return sentence
  const { channels: _, ...rest } = sentence
  const pcm = new Int16Array(Math.floor(sentence.pcm.length / 2))
  for (let i = 0; i < pcm.length; i++) pcm[i] = (sentence.pcm[2 * i]! + sentence.pcm[2 * i + 1]!) / 2
  return { ...rest, pcm }
}
