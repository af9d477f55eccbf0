import type { SpokenSentence } from '../spoken-sentence.ts'

/** The same sound in one channel: the mean of both, which keeps what is said and never clips. */
export function mono(said: SpokenSentence): SpokenSentence {
  if (said.channels !== 2) return said
  const { channels: _, ...rest } = said
  const pcm = new Int16Array(Math.floor(said.pcm.length / 2))
  for (let i = 0; i < pcm.length; i++) pcm[i] = (said.pcm[2 * i]! + said.pcm[2 * i + 1]!) / 2
  return { ...rest, pcm }
}
