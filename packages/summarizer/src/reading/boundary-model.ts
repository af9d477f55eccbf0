import { type HashedModel, logOdds } from '../learnt/hashed-model.ts'
import { BOUNDARY_FEATURE_COUNT, boundaryFeatures, hashWords } from './boundary-features.ts'

/** Number of classes: comma, full stop, question mark. No mark is the reference class. */
export const MARK_COUNT = 3

/** Probability of each mark after each word. */
export interface Boundaries {
  comma: Float32Array
  stop: Float32Array
  question: Float32Array
}

/** `tags` are the parts of speech of `words`. */
export function predictBoundaries(model: HashedModel, words: readonly string[], tags: readonly string[]): Boundaries {
  const hashed = hashWords(words, tags)
  const features = new Int32Array(BOUNDARY_FEATURE_COUNT)
  const odds = new Float64Array(MARK_COUNT)
  const result: Boundaries = {
    comma: new Float32Array(words.length),
    stop: new Float32Array(words.length),
    question: new Float32Array(words.length),
  }
  for (let i = 0; i < words.length; i++) {
    boundaryFeatures(hashed, i, features)
    logOdds(model, features, odds)
    const [comma, stop, question] = [Math.exp(odds[0]!), Math.exp(odds[1]!), Math.exp(odds[2]!)]
    const total = 1 + comma + stop + question
    result.comma[i] = comma / total
    result.stop[i] = stop / total
    result.question[i] = question / total
  }
  return result
}
