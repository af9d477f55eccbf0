import type { Candidate } from './candidates.ts'
import type { Survey } from './survey.ts'

/** Share of a concept's value that depends on its topic; the rest depends on the whole recording. */
const TOPIC_SHARE = 0.6
/** Reduces the value of each further sentence from the same topic. */
const TOPIC_PENALTY = 0.35
/** Bonus for a sentence next to a chosen one: connected text reads better. */
const NEIGHBOUR_BONUS = 0.3
/** Bonus for each word that a sentence shares with the user's focus. */
const FOCUS_BONUS = 1.5
/** Bonus for the first sentence of a stretch, large enough that every stretch with a readable sentence gets one. */
const NEW_STRETCH_BONUS = 20
/** A stretch lasts at least ten minutes, longer if the budget has too few words per stretch. */
const STRETCH_MS = 600_000
/**
 * Words per stretch. A short summary covers fewer stretches in more detail; a long one skips few. The longest summary has 10,000
 * characters, enough for 66 sentences with section titles, so its 1,650 words are divided among 66 stretches. With more stretches,
 * some would lose their only sentence.
 */
const wordsPerStretch = (budget: number) => (budget < LONG_FORM ? 45 : 25)
const LONG_FORM = 600
/**
 * `salience`: weight of a candidate's salience relative to the concepts it adds. `repeated`: factor on a concept's value each time it
 * occurs again. Short summaries prefer important sentences, long ones prefer new content.
 */
const selectionWeights = (budget: number) =>
  budget < LONG_FORM ? { salience: 3, repeated: 0.5 } : { salience: 2, repeated: 0.2 }

/**
 * Selects candidates with at most `budget` words in total, best first. Greedily maximises the covered concepts (a repeated concept
 * counts less), weighted by salience, with diminishing returns per topic. Except for the neighbour bonus, the objective is monotone
 * and submodular, so lazy greedy selection is near-optimal (H. Lin, J. Bilmes, "A class of submodular functions for document
 * summarization", ACL 2011). A sentence that points back is only selected directly after the one it refers to.
 */
export function selectCandidates(
  survey: Survey,
  budget: number,
  report: (progress: { done: number; total: number }) => void,
): Candidate[] {
  const { candidates } = survey
  const lastMs = candidates.reduce((last, candidate) => Math.max(last, candidate.startMs), 0)
  const value = createValuer(
    survey,
    Math.max(STRETCH_MS, (lastMs * wordsPerStretch(budget)) / budget),
    selectionWeights(budget),
  )
  const bound = Float64Array.from(candidates, value.of)
  let order = candidates.map((_, i) => i)
  const chosen: Candidate[] = []
  let remaining = budget
  report({ done: 0, total: budget })
  while (remaining >= 5) {
    order.sort((a, b) => bound[b]! - bound[a]!)
    const best = findBest(candidates, order, bound, value.of, remaining)
    if (best < 0) break
    const candidate = candidates[best]!
    chosen.push(candidate)
    value.take(candidate)
    remaining -= candidate.length
    order = order.filter(i => i !== best && candidates[i]!.length <= remaining)
    // Neighbours of the chosen sentence gain value, so their bounds are no longer valid.
    for (const i of order)
      if (Math.abs(candidates[i]!.index - candidate.index) === 1) bound[i] = Number.POSITIVE_INFINITY
    if (chosen.length % 8 === 0) report({ done: budget - remaining, total: budget })
  }
  report({ done: budget, total: budget })
  return chosen
}

/** Index of the candidate with the highest value, −1 if none. Values only shrink otherwise, so an old value is an upper bound. */
function findBest(
  candidates: readonly Candidate[],
  order: readonly number[],
  bound: Float64Array,
  evaluate: (candidate: Candidate) => number,
  maxLength: number,
): number {
  let best = -1
  for (const i of order) {
    if (best >= 0 && bound[i]! <= bound[best]!) break
    if (candidates[i]!.length > maxLength) continue
    bound[i] = evaluate(candidates[i]!)
    if (bound[i]! > 0 && (best < 0 || bound[i]! > bound[best]!)) best = i
  }
  return best
}

/**
 * Factor for a sentence's value by its wholeness. Two in five candidates with a wholeness of 0.1 read as sentences, seven in ten at 0.5,
 * nine in ten at 0.8 (measured on other kinds of speech with its punctuation hidden). Unreadable candidates are worth almost nothing,
 * whatever their content, and are only used if a stretch of the recording has nothing better.
 */
const readability = (wholeness: number) => (0.25 + 0.75 * wholeness ** 0.7) ** 2 * (wholeness < MIN_READABLE ? 0.1 : 1)
const MIN_READABLE = 0.3

/** Computes the value of candidates given those already taken. */
function createValuer(
  { weights, topicWeights, topicStarts, focus }: Survey,
  stretchMs: number,
  { salience, repeated }: ReturnType<typeof selectionWeights>,
) {
  const counts = new Uint16Array(weights.length)
  const topicCounts = topicStarts.map(() => new Map<number, number>())
  const perTopic = new Float64Array(topicStarts.length)
  const stretches = new Set<number>()
  const taken = new Map<number, Candidate[]>()
  const stretchOf = (c: Candidate) => Math.floor(c.startMs / stretchMs)

  function concepts({ terms, topic, words }: Candidate): number {
    let sum = 0
    for (const t of terms) {
      const repetitions = topicCounts[topic]!.get(t) ?? 0
      sum +=
        TOPIC_SHARE * topicWeights[topic]![t]! * repeated ** repetitions +
        (1 - TOPIC_SHARE) * weights[t]! * repeated ** counts[t]!
    }
    return sum / (words.length + 8)
  }

  return {
    of(c: Candidate): number {
      if (taken.get(c.index)?.some(other => other.startMs < c.endMs && c.startMs < other.endMs)) return 0
      const before = taken.get(c.index - 1)?.[0]
      if (c.pointsBack && !(before && before.topic === c.topic && before.turn === c.turn)) return 0
      const neighbourFactor = before !== undefined || taken.has(c.index + 1) ? 1 + NEIGHBOUR_BONUS : 1
      const stretchFactor = stretches.has(stretchOf(c)) ? 1 : 1 + NEW_STRETCH_BONUS
      const content = concepts(c) * Math.exp(salience * c.score) * readability(c.wholeness)
      const focusFactor = 1 + FOCUS_BONUS * c.terms.filter(term => focus.has(term)).length
      return (content * neighbourFactor * stretchFactor * focusFactor) / (1 + TOPIC_PENALTY * perTopic[c.topic]!)
    },
    take(c: Candidate): void {
      perTopic[c.topic]!++
      stretches.add(stretchOf(c))
      taken.set(c.index, [...(taken.get(c.index) ?? []), c])
      const inTopic = topicCounts[c.topic]!
      for (const t of c.terms) {
        counts[t]!++
        inTopic.set(t, (inTopic.get(t) ?? 0) + 1)
      }
    },
  }
}
