import type { Word } from './words.ts'

/** Maximum length of a repeated phrase, in words. */
const MAX_PHRASE_WORDS = 40
/** Minimum number of repetitions that only speech recognition produces. People repeat short phrases more often than long ones. */
const minRepetitions = (length: number): number => (length <= 2 ? 8 : length <= 5 ? 6 : 4)

/**
 * Reduces loops of speech recognition, which often occur during silence and music ("Thank you. Thank you. …"), to a single
 * occurrence, within one caption or across many. Only letters and digits are compared. Walks over the words once for each
 * phrase length.
 */
export const withoutLoops = <T extends { words: readonly Word[] }>(utterances: readonly T[]): T[] => {
  const all = utterances.flatMap(({ words }) => words)
  const ids = idsOf(all)
  const isRepeated = new Uint8Array(all.length)
  let found = false
  for (let length = 1; length <= Math.min(MAX_PHRASE_WORDS, all.length / minRepetitions(MAX_PHRASE_WORDS)); length++) {
    let same = 0
    for (let at = length; at <= all.length; at++) {
      if (at < all.length && ids[at] === ids[at - length]) {
        same++
        continue
      }
      if (same >= length * (minRepetitions(length) - 1)) {
        isRepeated.fill(1, at - same, at)
        found = true
      }
      same = 0
    }
  }
  if (!found) return [...utterances]
  let at = 0
  return utterances.flatMap(utterance => {
    const words = utterance.words.filter(() => isRepeated[at++] === 0)
    return words.length === 0 && utterance.words.length > 0 ? [] : [{ ...utterance, words }]
  })
}

/** A number for each word. Words that differ only in punctuation and case get the same number. */
const idsOf = (words: readonly Word[]): Int32Array => {
  const numbers = new Map<string, number>()
  return Int32Array.from(words, ({ text }) => {
    const bare = text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
    const key = bare === '' ? text : bare
    const known = numbers.get(key)
    if (known !== undefined) return known
    numbers.set(key, numbers.size)
    return numbers.size - 1
  })
}
