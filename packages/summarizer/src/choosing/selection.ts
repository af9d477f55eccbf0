import type { Candidate } from './candidates.ts'

/**
 * Chooses candidates worth at most `budget` words: greedy maximisation of covered concepts (the same concept counts less
 * each time), plus the candidates' own scores, with less return for every further sentence of one topic. Monotone and
 * submodular, so the lazy greedy choice is near the best (H. Lin, J. Bilmes, ACL 2011).
 */
export function choose(
  candidates: readonly Candidate[],
  weights: Float64Array,
  budget: number,
  topics: number,
): Candidate[] {
  const covered = new Float64Array(weights.length)
  const perTopic = new Float64Array(topics)
  const chosen: Candidate[] = []
  let left = budget
  const gain = (c: Candidate) => {
    let sum = 0
    for (const t of new Set(c.terms)) sum += weights[t]! * 0.5 ** covered[t]!
    return (((sum / (c.length + 8)) * 0.7 + c.score * 0.3) / (1 + 0.35 * perTopic[c.topic]!)) * (c.pointsBack ? 0.5 : 1)
  }
  const queue = candidates.map(candidate => ({ candidate, bound: gain(candidate) }))
  queue.sort((a, b) => b.bound - a.bound)
  while (queue.length > 0) {
    let best = -1
    let bestGain = 0
    for (let i = 0; i < queue.length; i++) {
      const entry = queue[i]!
      if (entry.bound <= bestGain) break
      if (entry.candidate.length > left) continue
      entry.bound = gain(entry.candidate)
      if (entry.bound > bestGain) {
        bestGain = entry.bound
        best = i
      }
    }
    if (best < 0) break
    const { candidate } = queue.splice(best, 1)[0]!
    queue.sort((a, b) => b.bound - a.bound)
    left -= candidate.length
    perTopic[candidate.topic]!++
    for (const t of new Set(candidate.terms)) covered[t]!++
    chosen.push(candidate)
    if (left < 5) break
  }
  return chosen
}
