import type { Candidate } from '../src/choosing/candidates.ts'
import { porterStem } from '../src/choosing/porter.ts'
import { surveyRecording } from '../src/choosing/survey.ts'
import { bareWord, STOP_WORDS } from '../src/choosing/terms.ts'
import type { Models } from '../src/models.ts'
import { readSource } from '../src/reading/read.ts'
import type { SpokenDocument } from './documents.ts'

/** Candidates of one document, rated by their similarity to its reference summary. */
export interface RatedCandidates {
  features: Float64Array[]
  ratings: number[]
}

export function rateCandidates(document: SpokenDocument, models: Omit<Models, 'salience'>): RatedCandidates {
  const reading = readSource({ ...document, kind: 'auto' }, models)
  const { candidates, features } = surveyRecording(reading, { ...models, salience: [] })
  const referenceStems = new Set(stemsOf(document.reference))
  const pairs = new Set(pairsOf(stemsOf(document.reference)))
  const ratings = candidates.map(candidate => {
    const stems = candidate.words.map(stem)
    const content = new Set(stems.filter((s, i) => !STOP_WORDS.has(candidate.words[i]!) && referenceStems.has(s)))
    const grammar = new Set(stems.filter((s, i) => STOP_WORDS.has(candidate.words[i]!) && referenceStems.has(s)))
    const shared = new Set(pairsOf(stems).filter(pair => pairs.has(pair)))
    const words = candidate.words.length + 3
    return (
      (content.size + 0.3 * grammar.size + 1.5 * shared.size) / words +
      (document.extractive ? 0.25 * labelledShare(document, candidate) : 0)
    )
  })
  return { features, ratings: standardised(ratings) }
}

/** Share of the candidate's time in dialogue acts that annotators included in their extract. */
function labelledShare(document: SpokenDocument, { startMs, endMs }: Candidate): number {
  let inside = 0
  let all = 1
  for (const segment of document.segments) {
    const shared = Math.min(endMs, segment.endMs) - Math.max(startMs, segment.startMs)
    if (shared <= 0) continue
    all += shared
    if (segment.labelled) inside += shared
  }
  return inside / all
}

const stem = (word: string) => (word.length > 3 ? porterStem(word) : word)
const stemsOf = (text: string) =>
  text
    .split(/\s+/)
    .map(bareWord)
    .filter(word => word !== '')
    .map(stem)
const pairsOf = (stems: readonly string[]) => stems.slice(1).map((next, i) => `${stems[i]} ${next}`)

function standardised(values: readonly number[]): number[] {
  const mean = values.reduce((sum, v) => sum + v, 0) / values.length
  const deviation = Math.sqrt(values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / values.length) || 1
  return values.map(v => (v - mean) / deviation)
}

/** Ridge regression of the ratings on the features. Every document has the same weight, regardless of its length. */
export function trainSalience(documents: readonly RatedCandidates[], ridge = 0.02): number[] {
  const size = documents.find(d => d.features.length > 0)?.features[0]?.length ?? 0
  const matrix = Array.from({ length: size }, (_, i) =>
    Array.from({ length: size + 1 }, (_, j) => (i === j ? ridge * documents.length : 0)),
  )
  for (const { features, ratings } of documents)
    features.forEach((row, r) => {
      for (let i = 0; i < size; i++) {
        const equation = matrix[i]!
        for (let j = 0; j < size; j++) equation[j]! += (row[i]! * row[j]!) / features.length
        equation[size]! += (row[i]! * ratings[r]!) / features.length
      }
    })
  return solve(matrix)
}

/** Gaussian elimination of a symmetric positive definite system; the last column is the right-hand side. */
function solve(matrix: number[][]): number[] {
  const size = matrix.length
  for (let i = 0; i < size; i++)
    for (let k = i + 1; k < size; k++) {
      const factor = matrix[k]![i]! / matrix[i]![i]!
      for (let j = i; j <= size; j++) matrix[k]![j]! -= factor * matrix[i]![j]!
    }
  const solution = new Array<number>(size).fill(0)
  for (let i = size - 1; i >= 0; i--) {
    let value = matrix[i]![size]!
    for (let j = i + 1; j < size; j++) value -= matrix[i]![j]! * solution[j]!
    solution[i] = value / matrix[i]![i]!
  }
  return solution
}
