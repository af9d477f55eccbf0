import type { Candidate } from '../choosing/candidates.ts'

const WANTED = 3
/** A point is read at a glance. */
const LONGEST = 28

/** The three chosen sentences that say most on their own, from different parts of the recording and about different things. */
export function choosePoints(chosen: readonly Candidate[]): Candidate[] {
  if (chosen.length < 2 * WANTED) return []
  const leaned = new Set(chosen.filter(c => c.pointsBack).map(c => c.index - 1))
  const able = chosen.filter(
    c => !c.pointsBack && !leaned.has(c.index) && c.words.length <= LONGEST && c.words.length >= 8,
  )
  const points: Candidate[] = []
  for (const c of able.sort((a, b) => worth(b) - worth(a))) {
    if (points.length === WANTED) break
    if (points.every(other => other.topic !== c.topic && likeness(other, c) < 0.25)) points.push(c)
  }
  for (const c of able) if (points.length < WANTED && !points.includes(c)) points.push(c)
  return points.sort((a, b) => a.startMs - b.startMs)
}

const worth = (c: Candidate) =>
  c.score +
  2.5 * Math.log(c.wholeness + 0.02) -
  (/^(i|i'm|i've|i'll|we|let's|you|my)$/.test(c.words[0]!) ? 0.4 : 0) -
  (/^(and|but|because|if|when|then|for|in)$/.test(c.words[0]!) ? 0.15 : 0)

function likeness(a: Candidate, b: Candidate): number {
  const shared = a.terms.filter(term => b.terms.includes(term)).length
  return shared / Math.min(a.terms.length, b.terms.length)
}
