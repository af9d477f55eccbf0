import type { Token } from './tokens.ts'

/**
 * Aligns a sentence with its source: for each token its position in the source, −1 if it has none. Uses the longest common
 * subsequence; among several, the one that skips the fewest source words between matches.
 */
export function align(sentence: readonly Token[], source: readonly Token[]): number[] {
  const rows = sentence.length
  const columns = source.length
  const width = columns + 1
  const score = new Float32Array((rows + 1) * width)
  const move = new Uint8Array((rows + 1) * width)
  for (let i = 1; i <= rows; i++)
    for (let j = 1; j <= columns; j++) {
      const at = i * width + j
      const same = sentence[i - 1]!.form === source[j - 1]!.form
      const match = same ? score[at - width - 1]! + 1 : -1
      const up = score[at - width]!
      const left = score[at - 1]! - SKIP_COST
      if (match >= up && match >= left) {
        score[at] = match
        move[at] = MATCH
      } else if (left >= up) {
        score[at] = left
        move[at] = LEFT
      } else {
        score[at] = up
        move[at] = UP
      }
    }
  const positions = new Array<number>(rows).fill(-1)
  for (let i = rows, j = bestEnd(score, rows * width, columns); i > 0 && j > 0; ) {
    const step = move[i * width + j]
    if (step === MATCH) positions[--i] = --j
    else if (step === LEFT) j--
    else i--
  }
  return positions
}

const MATCH = 1
const LEFT = 2
const UP = 3

/** Cost of a skipped source word between matches. Words before the first match and after the last one cost nothing. */
const SKIP_COST = 0.02

function bestEnd(score: Float32Array, from: number, columns: number): number {
  let best = 0
  for (let j = 1; j <= columns; j++) if (score[from + j]! >= score[from + best]!) best = j
  return best
}

/** Longest source, in words, that is aligned as a whole. A citation usually covers 100 to 200 words. */
export const MAX_ALIGNED_WORDS = 2000

/** The part of a long source that contains the most words of the sentence. */
export function mostSimilarPart(sentence: readonly Token[], source: readonly Token[]): readonly Token[] {
  const forms = new Set(sentence.map(token => token.form))
  const length = Math.min(source.length, 3 * sentence.length + 60)
  let count = 0
  let best = -1
  let from = 0
  for (let i = 0; i < source.length; i++) {
    if (forms.has(source[i]!.form)) count++
    if (i >= length && forms.has(source[i - length]!.form)) count--
    if (count > best) {
      best = count
      from = Math.max(0, i - length + 1)
    }
  }
  // The first window with the most words ends at the last of them.
  return source.slice(from, from + length + 20)
}
