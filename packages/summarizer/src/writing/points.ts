import type { Candidate } from '../choosing/candidates.ts'
import { verbForm } from '../reading/verbs.ts'

const POINT_COUNT = 3
/** Maximum words of a key point, so that it can be read at a glance. */
const MAX_WORDS = 30
/** Minimum distance of two points from the same topic, as a share of the recording. */
const MIN_DISTANCE = 0.15

/** Selects the three sentences that are most informative on their own, from different parts of the recording and about different topics. */
export function choosePoints(chosen: readonly Candidate[]): Candidate[] {
  if (chosen.length < 2 * POINT_COUNT) return []
  const medianWholeness = chosen.map(c => c.wholeness).sort((a, b) => a - b)[chosen.length >> 1]!
  const referredTo = new Set(chosen.filter(c => c.pointsBack).map(c => c.index - 1))
  const eligible = chosen.filter(
    c =>
      c.wholeness >= medianWholeness &&
      !c.pointsBack &&
      !referredTo.has(c.index) &&
      c.words.length <= MAX_WORDS &&
      c.words.length >= 8,
  )
  const lastMs = Math.max(...chosen.map(c => c.endMs))
  const areDistinct = (a: Candidate, b: Candidate) =>
    a.topic !== b.topic || Math.abs(a.startMs - b.startMs) > lastMs * MIN_DISTANCE
  const points: Candidate[] = []
  for (const c of eligible.sort((a, b) => score(b) - score(a))) {
    if (points.length === POINT_COUNT) break
    if (points.every(other => areDistinct(other, c) && similarity(other, c) < 0.25)) points.push(c)
  }
  for (const c of eligible) if (points.length < POINT_COUNT && !points.includes(c)) points.push(c)
  return points.sort((a, b) => a.startMs - b.startMs)
}

const score = (c: Candidate) =>
  1.5 * c.score +
  Math.log(c.wholeness + 0.005) +
  (VAGUE_START.test(c.words[0]!) || verbForm(c.words[0]!) === 'base' ? 0 : 0.5) -
  (/^(i|i'm|i've|i'll|let's|my)$/.test(c.words[0]!) ? 1 : 0) -
  (/^(we|you)$/.test(c.words[0]!) ? 0.3 : 0) -
  (/^(and|but|because|if|when|then|for|in)$/.test(c.words[0]!) ? 0.15 : 0)

/** First words of sentences that do not name their subject. */
const VAGUE_START =
  /^(i|i'm|i've|i'll|we|we're|we've|we'll|you|you're|you'll|he|she|it|it's|they|they're|that|that's|this|these|those|there|there's|here|if|when|in|on|at|for|to|by|from|with|and|but|because|so|then|now|today|let|let's|my|our|your|what|how|first|finally|also|usually)$/

function similarity(a: Candidate, b: Candidate): number {
  const shared = a.terms.filter(term => b.terms.includes(term)).length
  return shared / Math.min(a.terms.length, b.terms.length)
}
