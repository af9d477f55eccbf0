import { createHashedModel, type HashedModel } from '../src/learnt/hashed-model.ts'

export interface TrainedModel {
  entries: [key: number, weights: number[]][]
  step: number
  model: HashedModel
}

export interface TrainingTask {
  examples: number
  /** Fills `keys` with the 24-bit feature keys of an example and returns their number. */
  features(example: number, keys: Int32Array): number
  /** The class of an example, from 1; 0 for the reference class. */
  label(example: number): number
  classes: number
  /** Maximum number of features per example. */
  maxFeatures: number
  /** Number of features in the model; those with the largest weights are kept. */
  modelSize: number
  l1: number
}

const ROUNDS = 3
const RATE = 0.1
/** Feature dropout: share of features hidden from each example, so that the model does not rely on single features. */
const DROPOUT = 0.2
/** Minimum occurrences of a feature in the training data to be learnt. */
const MIN_OCCURRENCES = 5
const MAX_WEIGHT = 127

/**
 * Trains a multinomial logistic regression by FTRL-proximal with an L1 penalty (B. McMahan and others, "Ad click prediction:
 * a view from the trenches", KDD 2013). Deterministic.
 */
export function trainLogistic(task: TrainingTask): TrainedModel {
  const { classes } = task
  const numbers = numberFeatures(task)
  const state = {
    weights: new Float32Array((numbers.count + 1) * classes),
    gradient: new Float32Array((numbers.count + 1) * classes),
    squares: new Float32Array((numbers.count + 1) * classes),
  }
  const order = Uint32Array.from({ length: task.examples }, (_, i) => i)
  const next = randomNumbers(1)
  const ids = new Int32Array(task.maxFeatures)
  const odds = new Float64Array(classes)
  for (let round = 0; round < ROUNDS; round++) {
    shuffle(order, next)
    for (const example of order) {
      let used = 0
      for (let at = numbers.from[example]!; at < numbers.from[example + 1]!; at++)
        if (next() >= DROPOUT) ids[used++] = numbers.ids[at]!
      update(state, ids, used, task, task.label(example), odds)
    }
  }
  return keepHeaviest(numbers.keys, state.weights, task)
}

interface State {
  weights: Float32Array
  gradient: Float32Array
  squares: Float32Array
}

/** Updates the weights with one example. `odds` is a scratch buffer. */
function update(
  state: State,
  ids: Int32Array,
  used: number,
  { classes, l1 }: TrainingTask,
  label: number,
  odds: Float64Array,
): void {
  const { weights: w, gradient: z, squares: n } = state
  odds.fill(0)
  for (let k = 0; k < used; k++) {
    const at = ids[k]! * classes
    for (let c = 0; c < classes; c++) odds[c]! += w[at + c]!
  }
  let total = 1
  for (let c = 0; c < classes; c++) total += odds[c] = Math.exp(Math.min(50, odds[c]!))
  for (let c = 0; c < classes; c++) {
    const slope = odds[c]! / total - (label === c + 1 ? 1 : 0)
    if (Math.abs(slope) < 1e-3) continue
    for (let k = 0; k < used; k++) {
      const at = ids[k]! * classes + c
      const before = n[at]!
      const after = before + slope * slope
      z[at]! += slope - ((Math.sqrt(after) - Math.sqrt(before)) / RATE) * w[at]!
      n[at] = after
      const pull = z[at]!
      w[at] = Math.abs(pull) <= l1 ? 0 : -(pull - Math.sign(pull) * l1) / ((1 + Math.sqrt(after)) / RATE)
    }
  }
}

/** The features of all examples as consecutive numbers, without those that are too rare. */
interface NumberedFeatures {
  /** Feature numbers (from 1) of all examples, concatenated. */
  ids: Int32Array
  /** Start of each example's features in `ids`, plus the end of the last example. */
  from: Uint32Array
  count: number
  /** Key of each feature number; index 0 is unused. */
  keys: number[]
}

function numberFeatures({ examples, features, maxFeatures }: TrainingTask): NumberedFeatures {
  const occurrences = new Uint8Array(2 ** 24)
  const all = new Int32Array(examples * maxFeatures)
  const from = new Uint32Array(examples + 1)
  const keys = new Int32Array(maxFeatures)
  for (let example = 0; example < examples; example++) {
    const count = features(example, keys)
    all.set(keys.subarray(0, count), from[example]!)
    from[example + 1] = from[example]! + count
    for (let k = 0; k < count; k++) if (occurrences[keys[k]!]! < 255) occurrences[keys[k]!]!++
  }
  const number = new Int32Array(2 ** 24)
  const byNumber = [-1]
  for (let key = 0; key < occurrences.length; key++)
    if (occurrences[key]! >= MIN_OCCURRENCES) number[key] = byNumber.push(key) - 1
  let kept = 0
  for (let example = 0, at = 0; example < examples; example++) {
    const end = from[example + 1]!
    for (; at < end; at++) if (number[all[at]!]! > 0) all[kept++] = number[all[at]!]!
    from[example + 1] = kept
  }
  return { ids: all.subarray(0, kept), from, count: byNumber.length - 1, keys: byNumber }
}

function keepHeaviest(
  keys: readonly number[],
  weights: Float32Array,
  { classes, modelSize }: TrainingTask,
): TrainedModel {
  const heavy = keys
    .map((key, id) => {
      const featureWeights = Array.from(weights.subarray(classes * id, classes * id + classes))
      return { key, featureWeights, size: Math.max(...featureWeights.map(Math.abs)) }
    })
    .filter(({ key, size }) => key >= 0 && size > 0)
    .sort((a, b) => b.size - a.size)
    .slice(0, modelSize)
  const step = (heavy[0]?.size ?? 1) / MAX_WEIGHT
  const entries = heavy
    .sort((a, b) => a.key - b.key)
    .map(({ key, featureWeights }): [number, number[]] => [
      key,
      featureWeights.map(weight => Math.round(weight / step)),
    ])
  return { entries, step, model: createHashedModel(entries, classes, step) }
}

/** Seeded random numbers in [0, 1) (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function shuffle(list: Uint32Array, next: () => number): void {
  for (let i = list.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1))
    const swapped = list[i]!
    list[i] = list[j]!
    list[j] = swapped
  }
}
