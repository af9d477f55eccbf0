import type { Word } from './words.ts'

/** The longest phrase that is looked for, in words. */
const LONGEST_PHRASE = 40
/** People say a word or a phrase again; only a recogniser says it so often. Short phrases are said more often than long ones. */
const leastTimes = (length: number): number => (length <= 2 ? 8 : length <= 5 ? 6 : 4)

/**
 * Leaves one of a phrase that a recogniser repeats without end, as they do over silence and music ("Thank you. Thank you. …"),
 * within a caption or over many. Letters and figures alone are compared. Phrases up to forty words; each length is one walk
 * over the words.
 */
export const withoutLoops = <T extends { words: readonly Word[] }>(utterances: readonly T[]): T[] => {
  const all = utterances.flatMap(({ words }) => words)
  const ids = idsOf(all)
  const isAgain = new Uint8Array(all.length)
  let found = false
  for (let length = 1; length <= Math.min(LONGEST_PHRASE, all.length / leastTimes(LONGEST_PHRASE)); length++) {
    let same = 0
    for (let at = length; at <= all.length; at++) {
      if (at < all.length && ids[at] === ids[at - length]) {
        same++
        continue
      }
      if (same >= length * (leastTimes(length) - 1)) {
        isAgain.fill(1, at - same, at)
        found = true
      }
      same = 0
    }
  }
  if (!found) return [...utterances]
  let at = 0
  return utterances.flatMap(utterance => {
    const words = utterance.words.filter(() => isAgain[at++] === 0)
    return words.length === 0 && utterance.words.length > 0 ? [] : [{ ...utterance, words }]
  })
}

/** A number for each word, equal for equal words, punctuation and case aside. */
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
