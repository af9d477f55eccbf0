import type { Candidate } from './candidates.ts'
import type { Survey } from './survey.ts'

/** Part of a concept's value that it has in its topic; the rest it has in the whole recording. */
const IN_TOPIC = 0.6
/** How much less the next sentence of the same topic is worth. */
const SAME_TOPIC = 0.35
/** How much more a sentence beside a chosen one is worth: text that follows on reads better. */
const BESIDE = 0.3
/** How much more a sentence is worth for each word that it shares with what the reader wants to know most. */
const FOCUS = 1.5
/** How much more the first sentence of a stretch is worth: enough that no stretch with a readable one goes without. */
const FIRST_OF_STRETCH = 20
/** A stretch lasts ten minutes, or longer where there are fewer words of summary than this for each. */
const STRETCH_MS = 600_000
/**
 * A short summary says more about fewer stretches. A long one passes over few: the 10,000 characters of the longest hold 66
 * sentences of talk with their titles, so 1,650 words are divided among 66 stretches. With more of them, the only sentence of
 * some stretch would be cut.
 */
const wordsAStretch = (budget: number) => (budget < LONG_FORM ? 45 : 25)
const LONG_FORM = 600
/**
 * `salience`: how much a candidate's salience counts against the concepts it adds. `repeated`: what is left of a concept's
 * value each time it has been said. A short summary says what matters most, a long one more of what was said.
 */
const weighing = (budget: number) =>
  budget < LONG_FORM ? { salience: 3, repeated: 0.5 } : { salience: 2, repeated: 0.2 }

/**
 * Chooses candidates worth at most `budget` words, the best first: greedy maximisation of covered concepts (the same concept
 * counts less each time), weighed by the candidates' salience, with less return for every further sentence of one topic.
 * Monotone and submodular but for the bonus for neighbours, so the lazy greedy choice is near the best (H. Lin, J. Bilmes,
 * "A class of submodular functions for document summarization", ACL 2011). A sentence that points back is only taken right
 * behind the one it points to.
 */
export function choose(
  survey: Survey,
  budget: number,
  report: (progress: { done: number; total: number }) => void,
): Candidate[] {
  const { candidates } = survey
  const lastMs = candidates.reduce((last, candidate) => Math.max(last, candidate.startMs), 0)
  const value = valuer(survey, Math.max(STRETCH_MS, (lastMs * wordsAStretch(budget)) / budget), weighing(budget))
  const bound = Float64Array.from(candidates, value.of)
  let order = candidates.map((_, i) => i)
  const chosen: Candidate[] = []
  let left = budget
  report({ done: 0, total: budget })
  while (left >= 5) {
    order.sort((a, b) => bound[b]! - bound[a]!)
    const best = findBest(candidates, order, bound, value.of, left)
    if (best < 0) break
    const candidate = candidates[best]!
    chosen.push(candidate)
    value.take(candidate)
    left -= candidate.length
    order = order.filter(i => i !== best && candidates[i]!.length <= left)
    // Beside a chosen sentence the value grows, so the old bound no longer holds.
    for (const i of order)
      if (Math.abs(candidates[i]!.index - candidate.index) === 1) bound[i] = Number.POSITIVE_INFINITY
    if (chosen.length % 8 === 0) report({ done: budget - left, total: budget })
  }
  report({ done: budget, total: budget })
  return chosen
}

/** The candidate with the largest value, −1 for none; values otherwise only shrink, so an old one bounds the new. */
function findBest(
  candidates: readonly Candidate[],
  order: readonly number[],
  bound: Float64Array,
  worthOf: (candidate: Candidate) => number,
  most: number,
): number {
  let best = -1
  for (const i of order) {
    if (best >= 0 && bound[i]! <= bound[best]!) break
    if (candidates[i]!.length > most) continue
    bound[i] = worthOf(candidates[i]!)
    if (bound[i]! > 0 && (best < 0 || bound[i]! > bound[best]!)) best = i
  }
  return best
}

/**
 * What is left of a sentence's worth by its wholeness. Of those with a wholeness of 0.1 two in five read as sentences, at 0.5
 * seven in ten, at 0.8 nine in ten (speech of other kinds with its punctuation hidden). What reads badly is hardly worth
 * anything, whatever it says, and is shown where a stretch of the recording has nothing better.
 */
const readability = (wholeness: number) => (0.25 + 0.75 * wholeness ** 0.7) ** 2 * (wholeness < READABLE ? 0.1 : 1)
const READABLE = 0.3

/** What a candidate is worth beside those already taken. */
function valuer(
  { weights, topicWeights, topicStarts, focus }: Survey,
  stretchMs: number,
  { salience, repeated }: ReturnType<typeof weighing>,
) {
  const said = new Uint16Array(weights.length)
  const saidInTopic = topicStarts.map(() => new Map<number, number>())
  const perTopic = new Float64Array(topicStarts.length)
  const stretches = new Set<number>()
  const taken = new Map<number, Candidate[]>()
  const stretchOf = (c: Candidate) => Math.floor(c.startMs / stretchMs)

  function concepts({ terms, topic, words }: Candidate): number {
    let sum = 0
    for (const t of terms) {
      const again = saidInTopic[topic]!.get(t) ?? 0
      sum +=
        IN_TOPIC * topicWeights[topic]![t]! * repeated ** again + (1 - IN_TOPIC) * weights[t]! * repeated ** said[t]!
    }
    return sum / (words.length + 8)
  }

  return {
    of(c: Candidate): number {
      if (taken.get(c.index)?.some(other => other.startMs < c.endMs && c.startMs < other.endMs)) return 0
      const before = taken.get(c.index - 1)?.[0]
      if (c.pointsBack && !(before && before.topic === c.topic && before.turn === c.turn)) return 0
      const beside = before !== undefined || taken.has(c.index + 1) ? 1 + BESIDE : 1
      const fresh = stretches.has(stretchOf(c)) ? 1 : 1 + FIRST_OF_STRETCH
      const own = concepts(c) * Math.exp(salience * c.score) * readability(c.wholeness)
      const wished = 1 + FOCUS * c.terms.filter(term => focus.has(term)).length
      return (own * beside * fresh * wished) / (1 + SAME_TOPIC * perTopic[c.topic]!)
    },
    take(c: Candidate): void {
      perTopic[c.topic]!++
      stretches.add(stretchOf(c))
      taken.set(c.index, [...(taken.get(c.index) ?? []), c])
      const inTopic = saidInTopic[c.topic]!
      for (const t of c.terms) {
        said[t]!++
        inTopic.set(t, (inTopic.get(t) ?? 0) + 1)
      }
    },
  }
}
