import type { Token } from './tokens.ts'

/**
 * For each token of a sentence its place in the source, −1 where it has none: the longest common subsequence, and of
 * several the one that skips least of the source between its words.
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
      const left = score[at - 1]! - SKIPPED
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
  const places = new Array<number>(rows).fill(-1)
  for (let i = rows, j = bestEnd(score, rows * width, columns); i > 0 && j > 0; ) {
    const step = move[i * width + j]
    if (step === MATCH) places[--i] = --j
    else if (step === LEFT) j--
    else i--
  }
  return places
}

const MATCH = 1
const LEFT = 2
const UP = 3

/** What a word of the source costs that is passed over; those before the first match and behind the last one are free. */
const SKIPPED = 0.02

function bestEnd(score: Float32Array, from: number, columns: number): number {
  let best = 0
  for (let j = 1; j <= columns; j++) if (score[from + j]! >= score[from + best]!) best = j
  return best
}

/** Words of a source up to which a sentence is aligned with all of it; captions cite a hundred or two. */
export const MOST_ALIGNED = 2000

/** The stretch of a long source that has most of the sentence's words. */
export function likeliestPart(sentence: readonly Token[], source: readonly Token[]): readonly Token[] {
  const wanted = new Set(sentence.map(token => token.form))
  const length = Math.min(source.length, 3 * sentence.length + 60)
  let inside = 0
  let most = -1
  let from = 0
  for (let i = 0; i < source.length; i++) {
    if (wanted.has(source[i]!.form)) inside++
    if (i >= length && wanted.has(source[i - length]!.form)) inside--
    if (inside > most) {
      most = inside
      from = Math.max(0, i - length + 1)
    }
  }
  // The first window with most of the words ends on the last of them.
  return source.slice(from, from + length + 20)
}
