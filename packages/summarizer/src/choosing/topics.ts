/**
 * Finds topic borders: returns the first utterance of each topic; the first is always 0. Uses TextTiling (M. Hearst, Computational
 * Linguistics 23, 1997): compares neighbouring blocks of words, and the deepest valleys of similarity become borders. `terms` are the
 * content terms of each utterance.
 */
export function findTopicStarts(terms: readonly (readonly number[])[], size: number, maxTopics: number): number[] {
  if (terms.length < 8 || maxTopics <= 1) return [0]
  const words = terms.reduce((sum, list) => sum + list.length, 0)
  const block = Math.max(50, Math.min(160, words / maxTopics / 2))
  const gaps = similarities(terms, block, size)
  const left = peaksBefore(gaps)
  const right = peaksBefore(gaps.toReversed()).reverse()
  const depths = gaps.map((similarity, i) => left[i]! + right[i]! - 2 * similarity)
  const minDistance = words / maxTopics / 3
  const offset: number[] = [0]
  for (const list of terms) offset.push(offset.at(-1)! + list.length)
  const starts: number[] = []
  for (const gap of depths.map((_, i) => i).sort((a, b) => depths[b]! - depths[a]!)) {
    if (starts.length >= maxTopics - 1 || depths[gap]! <= 0) break
    const at = offset[gap + 1]!
    if (at < minDistance || words - at < minDistance || starts.some(s => Math.abs(offset[s]! - at) < minDistance))
      continue
    starts.push(gap + 1)
  }
  return [0, ...starts.sort((a, b) => a - b)]
}

/** For each gap, the highest similarity reached going backwards from it until the similarity drops. */
function peaksBefore(gaps: readonly number[]): number[] {
  const peaks: number[] = []
  gaps.forEach((similarity, i) => {
    peaks.push(i > 0 && gaps[i - 1]! >= similarity ? peaks[i - 1]! : similarity)
  })
  return peaks
}

/** Cosine similarity of about `block` terms before and after each gap between utterances. */
function similarities(terms: readonly (readonly number[])[], block: number, size: number): number[] {
  const left = new Float64Array(size)
  const right = new Float64Array(size)
  let dot = 0
  let leftSquare = 0
  let rightSquare = 0
  const add = (list: readonly number[], sign: number, toLeft: boolean) => {
    for (const t of list) {
      if (toLeft) {
        leftSquare += sign * 2 * left[t]! + 1
        left[t]! += sign
        dot += sign * right[t]!
      } else {
        rightSquare += sign * 2 * right[t]! + 1
        right[t]! += sign
        dot += sign * left[t]!
      }
    }
  }
  let from = 0
  let to = 0
  let leftWords = 0
  let rightWords = 0
  const result: number[] = []
  const grow = () => {
    while (to < terms.length && rightWords < block) {
      add(terms[to]!, 1, false)
      rightWords += terms[to]!.length
      to++
    }
  }
  grow()
  for (let gap = 0; gap + 1 < terms.length; gap++) {
    add(terms[gap]!, -1, false)
    rightWords -= terms[gap]!.length
    add(terms[gap]!, 1, true)
    leftWords += terms[gap]!.length
    while (from < gap && leftWords - terms[from]!.length >= block) {
      add(terms[from]!, -1, true)
      leftWords -= terms[from]!.length
      from++
    }
    grow()
    result.push(leftSquare > 0 && rightSquare > 0 ? dot / Math.sqrt(leftSquare * rightSquare) : 0)
  }
  return result
}
