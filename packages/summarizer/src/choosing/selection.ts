import type { Candidate } from './candidates.ts'
import type { Survey } from './survey.ts'

/** How much a candidate's salience counts against the concepts it adds. */
const SALIENCE = 2
/** What is left of a concept's value each time it has been said. */
const REPEATED = 0.5
/** How much less the next sentence of the same topic is worth. */
const SAME_TOPIC = 0.35
/** How much more a sentence beside a chosen one is worth: text that follows on reads better. */
const BESIDE = 0.3
/** How much more the first sentence of a ten-minute stretch is worth. */
const FIRST_OF_STRETCH = 1.5
const STRETCH_MS = 600_000

/**
 * Chooses candidates worth at most `budget` words: greedy maximisation of covered concepts (the same concept counts less
 * each time), weighed by the candidates' salience, with less return for every further sentence of one topic. Monotone and
 * submodular but for the bonus for neighbours, so the lazy greedy choice is near the best (H. Lin, J. Bilmes, "A class of
 * submodular functions for document summarization", ACL 2011). A sentence that points back is only taken right behind the
 * one it points to.
 */
export function choose(
  survey: Survey,
  budget: number,
  report: (done: { done: number; total: number }) => void,
): Candidate[] {
  const { candidates, weights, topicStarts } = survey
  const covered = new Float64Array(weights.length)
  const perTopic = new Float64Array(topicStarts.length)
  const stretches = new Set<number>()
  const chosenAt = new Map<number, Candidate>()
  const chosen: Candidate[] = []
  let left = budget
  const gain = (c: Candidate) => {
    const before = chosenAt.get(c.index - 1)
    if (c.pointsBack && !(before && before.topic === c.topic && before.turn === c.turn)) return 0
    let concepts = 0
    for (const t of c.terms) concepts += weights[t]! * REPEATED ** covered[t]!
    const beside = before !== undefined || chosenAt.has(c.index + 1) ? 1 + BESIDE : 1
    const fresh = stretches.has(stretchOf(c)) ? 1 : 1 + FIRST_OF_STRETCH
    const own = (concepts / (c.words.length + 8)) * Math.exp(SALIENCE * c.score) * c.wholeness
    return (own * beside * fresh) / (1 + SAME_TOPIC * perTopic[c.topic]!)
  }
  const open = new Set(candidates)
  const bound = new Map(candidates.map(c => [c, gain(c)] as const))
  report({ done: 0, total: budget })
  while (left >= 5) {
    const best = findBest(open, bound, gain, left)
    if (!best) break
    open.delete(best)
    left -= best.words.length
    perTopic[best.topic]!++
    stretches.add(stretchOf(best))
    for (const t of best.terms) covered[t]!++
    chosenAt.set(best.index, best)
    chosen.push(best)
    for (const c of open) if (Math.abs(c.index - best.index) === 1) bound.set(c, Number.POSITIVE_INFINITY)
    if (chosen.length % 8 === 0) report({ done: budget - left, total: budget })
  }
  report({ done: budget, total: budget })
  return chosen
}

const stretchOf = (c: Candidate) => Math.floor(c.startMs / STRETCH_MS)

/** The open candidate with the largest gain; gains only shrink, so an old one is an upper bound for the new. */
function findBest(
  open: ReadonlySet<Candidate>,
  bound: Map<Candidate, number>,
  gain: (c: Candidate) => number,
  most: number,
): Candidate | undefined {
  const queue = [...open].filter(c => c.words.length <= most).sort((a, b) => bound.get(b)! - bound.get(a)!)
  let best: Candidate | undefined
  let bestGain = 0
  for (const c of queue) {
    if (bound.get(c)! <= bestGain) break
    const now = gain(c)
    bound.set(c, now)
    if (now > bestGain) {
      bestGain = now
      best = c
    }
  }
  return best
}
