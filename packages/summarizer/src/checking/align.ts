import type { Token } from './tokens.ts'

/**
 * For each token of a sentence its place in the source, −1 where it has none: the longest common subsequence, and of
 * several the one that skips least of the source.
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
      // Next to the previous match is worth a little more than somewhere further on.
      const joined = i > 1 && j > 1 && move[at - width - 1] === MATCH ? 0.2 : 0
      const match = same ? score[at - width - 1]! + 1 + joined : -1
      const up = score[at - width]!
      const left = score[at - 1]!
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
  for (let i = rows, j = columns; i > 0 && j > 0; ) {
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
