import type { Candidate } from '../choosing/candidates.ts'
import { verbForm } from '../reading/verbs.ts'

const WANTED = 3
/** A point is read at a glance. */
const LONGEST = 30
/** Part of the recording beyond which two points may come from one topic. */
const FAR = 0.15

/** The three chosen sentences that say most on their own, from different parts of the recording and about different things. */
export function choosePoints(chosen: readonly Candidate[]): Candidate[] {
  if (chosen.length < 2 * WANTED) return []
  const sound = chosen.map(c => c.wholeness).sort((a, b) => a - b)[chosen.length >> 1]!
  const leaned = new Set(chosen.filter(c => c.pointsBack).map(c => c.index - 1))
  const able = chosen.filter(
    c =>
      c.wholeness >= sound && !c.pointsBack && !leaned.has(c.index) && c.words.length <= LONGEST && c.words.length >= 8,
  )
  const lastMs = Math.max(...chosen.map(c => c.endMs))
  const apart = (a: Candidate, b: Candidate) => a.topic !== b.topic || Math.abs(a.startMs - b.startMs) > lastMs * FAR
  const points: Candidate[] = []
  for (const c of able.sort((a, b) => worth(b) - worth(a))) {
    if (points.length === WANTED) break
    if (points.every(other => apart(other, c) && likeness(other, c) < 0.25)) points.push(c)
  }
  for (const c of able) if (points.length < WANTED && !points.includes(c)) points.push(c)
  return points.sort((a, b) => a.startMs - b.startMs)
}

const worth = (c: Candidate) =>
  1.5 * c.score +
  Math.log(c.wholeness + 0.005) +
  (LEANS.test(c.words[0]!) || verbForm(c.words[0]!) === 'base' ? 0 : 0.5) -
  (/^(i|i'm|i've|i'll|let's|my)$/.test(c.words[0]!) ? 1 : 0) -
  (/^(we|you)$/.test(c.words[0]!) ? 0.3 : 0) -
  (/^(and|but|because|if|when|then|for|in)$/.test(c.words[0]!) ? 0.15 : 0)

/** Words with which a sentence begins that does not name what it is about. */
const LEANS =
  /^(i|i'm|i've|i'll|we|we're|we've|we'll|you|you're|you'll|he|she|it|it's|they|they're|that|that's|this|these|those|there|there's|here|if|when|in|on|at|for|to|by|from|with|and|but|because|so|then|now|today|let|let's|my|our|your|what|how|first|finally|also|usually)$/

function likeness(a: Candidate, b: Candidate): number {
  const shared = a.terms.filter(term => b.terms.includes(term)).length
  return shared / Math.min(a.terms.length, b.terms.length)
}
