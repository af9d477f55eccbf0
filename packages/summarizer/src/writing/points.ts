import type { Candidate } from '../choosing/candidates.ts'

const WANTED = 3
/** A point is read at a glance. */
const LONGEST = 28

/** The three chosen sentences that say most on their own, from different parts of the recording and about different things. */
export function choosePoints(chosen: readonly Candidate[]): Candidate[] {
  if (chosen.length < 2 * WANTED) return []
  const sound = chosen.map(c => c.wholeness).sort((a, b) => a - b)[chosen.length >> 1]!
  const leaned = new Set(chosen.filter(c => c.pointsBack).map(c => c.index - 1))
  const able = chosen.filter(
    c =>
      c.wholeness >= sound && !c.pointsBack && !leaned.has(c.index) && c.words.length <= LONGEST && c.words.length >= 8,
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
  1.5 * c.score +
  Math.log(c.wholeness + 0.005) -
  (/^(i|i'm|i've|i'll|let's|my)$/.test(c.words[0]!) ? 1 : 0) -
  (/^(we|you)$/.test(c.words[0]!) ? 0.3 : 0) -
  (/^(and|but|because|if|when|then|for|in)$/.test(c.words[0]!) ? 0.15 : 0)

function likeness(a: Candidate, b: Candidate): number {
  const shared = a.terms.filter(term => b.terms.includes(term)).length
  return shared / Math.min(a.terms.length, b.terms.length)
}
