import type { Candidate } from './candidates.ts'

/** How much each term of the document matters: said often, in several stretches, but not everywhere. */
export function termWeights(all: readonly (readonly number[])[], size: number): Float64Array {
  const count = new Float64Array(size)
  const stretches = new Float64Array(size)
  const lastSeen = new Int32Array(size).fill(-1)
  let position = 0
  for (const terms of all)
    for (const t of terms) {
      count[t]!++
      const stretch = Math.floor(position++ / 150)
      if (lastSeen[t] !== stretch) {
        stretches[t]!++
        lastSeen[t] = stretch
      }
    }
  const total = Math.max(1, Math.ceil(position / 150))
  const weights = new Float64Array(size)
  for (let t = 0; t < size; t++) {
    if (count[t]! < 2) continue
    weights[t] = Math.sqrt(count[t]!) * Math.log(1 + total / (0.5 + stretches[t]!))
  }
  return weights
}

/** Scores each candidate by the mean weight of its distinct terms, lifted by cue phrases and lowered by dangling beginnings. */
export function scoreCandidates(candidates: Candidate[], weights: Float64Array): void {
  for (const candidate of candidates) {
    let sum = 0
    for (const t of new Set(candidate.terms)) sum += weights[t]!
    candidate.score =
      (sum / (candidate.length + 8)) * (candidate.pointsBack ? 0.5 : 1) * (CUE.test(candidate.text) ? 1.25 : 1)
  }
}

const CUE =
  /\b(important|key|main|mainly|in (summary|conclusion|short)|the (point|reason|problem|goal|idea|question|answer|result) (is|was)|decided|agree|agreed|conclude|means that|because|therefore|need to|should|must|propose|suggest|recommend|remember|first|second|third|finally|overall|turns out|the most)\b/i
