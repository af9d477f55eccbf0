import { type HashedModel, logOdds } from '../learnt/hashed-model.ts'
import { cachedHash, mix, toKey } from '../learnt/hashing.ts'
import { wordClass } from './boundary-features.ts'

/** Number of features per word. Used for training and prediction. */
export const CAPITAL_FEATURE_COUNT = 14

/** Fills `out`, which must have one element per feature, with the 24-bit feature keys that predict whether word `i` is a name. */
export function capitalFeatures(words: readonly string[], i: number, out: Int32Array): void {
  const at = (k: number) => cachedHash(words[i + k] ?? '#')
  const kind = (k: number) => cachedHash(`#${wordClass(words[i + k] ?? '#')}`)
  const word = at(0)
  const isLetter = (k: number) => Number((words[i + k] ?? '').length === 1)
  let n = 0
  const put = (key: number, feature: number) => {
    out[n++] = toKey(mix(key, 9000 + feature))
  }
  put(1, 0)
  put(word, 1)
  put(mix(word, at(-1)), 2)
  put(mix(word, at(1)), 3)
  put(mix(mix(word, at(-1)), at(-2)), 4)
  put(mix(mix(word, at(1)), at(2)), 5)
  put(mix(mix(word, at(-1)), at(1)), 6)
  put(mix(word, kind(-1)), 7)
  put(mix(word, kind(1)), 8)
  put(cachedHash(`~${(words[i] ?? '').slice(-3)}`), 9)
  put(mix(cachedHash(`~${(words[i] ?? '').slice(-3)}`), at(-1)), 10)
  put(mix(isLetter(0), mix(isLetter(-1), isLetter(1))), 11)
  put(mix(at(-1), at(1)), 12)
  put(mix(kind(0), at(-1)), 13)
}

/** Probability that each lower-case word is capitalised inside a sentence. */
export function predictCapitals(model: HashedModel, words: readonly string[]): Float32Array {
  const features = new Int32Array(CAPITAL_FEATURE_COUNT)
  const odds = new Float64Array(1)
  return Float32Array.from(words, (_, i) => {
    capitalFeatures(words, i, features)
    logOdds(model, features, odds)
    return 1 / (1 + Math.exp(-odds[0]!))
  })
}
