import { boundaryFeatures, FEATURES, type HashedWords, hashWords } from '../src/reading/boundary-features.ts'
import { type BoundaryModel, boundaryModel } from '../src/reading/boundary-model.ts'
import { spokenWords } from '../src/reading/punctuate.ts'
import { orderedSegments, readTurns, type Word } from '../src/reading/turns.ts'
import { endsSentence } from '../src/reading/utterances.ts'
import type { SpokenDocument } from './documents.ts'

/** A document as the boundary model sees it: words in lower case, and the mark behind each. */
export interface MarkedWords {
  words: string[]
  /** 0 nothing, 1 comma, 2 full stop, 3 question mark. */
  marks: Uint8Array
}

export function markedWords(document: SpokenDocument): MarkedWords {
  const words: string[] = []
  const marks: number[] = []
  for (const turn of readTurns(orderedSegments(document))) {
    const spoken = spokenWords(turn.words)
    spoken.forEach((word, i) => {
      words.push(word.bare)
      marks.push(markBehind(word, spoken[i + 1]))
    })
  }
  return { words, marks: Uint8Array.from(marks) }
}

/** A dialogue act that ends in a comma can stand alone, and in speech that runs on it should. */
function markBehind(word: Word, next: Word | undefined): number {
  if (next === undefined || endsSentence(word.text, next.text)) return /\?["')]*$/.test(word.text) ? 3 : 2
  if (!/[,;:]["')]*$/.test(word.text)) return 0
  return next.segment === word.segment ? 1 : 2
}

const ROUNDS = 3
const RATE = 0.1
const L1 = 3
/** Share of features hidden from each example, so that no single one is leant on. */
const HIDDEN = 0.2
/** A feature seen less often than this in the training text is not learnt. */
const LEAST_SEEN = 5
/** The model keeps this many of its heaviest features. */
const KEPT = 48_000
const LARGEST = 127

export interface TrainedBoundaries {
  entries: [key: number, weights: number[]][]
  step: number
  model: BoundaryModel
}

/**
 * Trains the boundary model: multinomial logistic regression by FTRL-proximal with an L1 penalty (B. McMahan and others,
 * "Ad click prediction: a view from the trenches", KDD 2013). The same documents give the same model.
 */
export function trainBoundaries(documents: readonly MarkedWords[]): TrainedBoundaries {
  const hashed = documents.map(document => hashWords(document.words))
  const numbers = numberFeatures(hashed)
  const size = (numbers.count + 1) * 3
  const weights = new Float32Array(size)
  const gradient = new Float32Array(size)
  const squares = new Float32Array(size)
  const examples = documents.flatMap((document, d) => document.words.map((_, i) => [d, i] as const))
  const next = randomNumbers(1)
  const keys = new Int32Array(FEATURES)
  const ids = new Int32Array(FEATURES)
  for (let round = 0; round < ROUNDS; round++) {
    shuffle(examples, next)
    for (const [d, i] of examples) {
      boundaryFeatures(hashed[d]!, i, keys)
      let used = 0
      for (let k = 0; k < FEATURES; k++) {
        const id = numbers.of(keys[k]!)
        if (id > 0 && next() >= HIDDEN) ids[used++] = id
      }
      learn(weights, gradient, squares, ids, used, documents[d]!.marks[i]!)
    }
  }
  return heaviest(numbers.keys, weights)
}

function learn(w: Float32Array, z: Float32Array, n: Float32Array, ids: Int32Array, used: number, mark: number): void {
  const logits = [0, 0, 0]
  for (let k = 0; k < used; k++) for (let c = 0; c < 3; c++) logits[c]! += w[ids[k]! * 3 + c]!
  const most = Math.max(0, ...logits)
  const parts = logits.map(logit => Math.exp(logit - most))
  const total = parts.reduce((sum, part) => sum + part, Math.exp(-most))
  for (let c = 0; c < 3; c++) {
    const slope = parts[c]! / total - (mark === c + 1 ? 1 : 0)
    if (Math.abs(slope) < 1e-3) continue
    for (let k = 0; k < used; k++) {
      const at = ids[k]! * 3 + c
      const before = n[at]!
      const after = before + slope * slope
      z[at]! += slope - ((Math.sqrt(after) - Math.sqrt(before)) / RATE) * w[at]!
      n[at] = after
      const pull = z[at]!
      w[at] = Math.abs(pull) <= L1 ? 0 : -(pull - Math.sign(pull) * L1) / ((1 + Math.sqrt(after)) / RATE)
    }
  }
}

interface FeatureNumbers {
  /** Number of a key, 0 when it is too rare to learn. */
  of(key: number): number
  count: number
  /** Key of each number; index 0 is unused. */
  keys: number[]
}

function numberFeatures(documents: readonly HashedWords[]): FeatureNumbers {
  const seen = new Uint8Array(2 ** 24)
  const keys = new Int32Array(FEATURES)
  for (const document of documents)
    for (let i = 0; i < document.word.length; i++) {
      boundaryFeatures(document, i, keys)
      for (let k = 0; k < FEATURES; k++) if (seen[keys[k]!]! < 255) seen[keys[k]!]!++
    }
  const number = new Int32Array(2 ** 24)
  const byNumber = [-1]
  for (let key = 0; key < seen.length; key++) if (seen[key]! >= LEAST_SEEN) number[key] = byNumber.push(key) - 1
  return { of: key => number[key]!, count: byNumber.length - 1, keys: byNumber }
}

function heaviest(keys: readonly number[], weights: Float32Array): TrainedBoundaries {
  const heavy = keys
    .map((key, id) => {
      const own = [weights[3 * id]!, weights[3 * id + 1]!, weights[3 * id + 2]!]
      return { key, own, size: Math.max(...own.map(Math.abs)) }
    })
    .filter(({ key, size }) => key >= 0 && size > 0)
    .sort((a, b) => b.size - a.size)
    .slice(0, KEPT)
  const step = (heavy[0]?.size ?? 1) / LARGEST
  const entries = heavy
    .sort((a, b) => a.key - b.key)
    .map(({ key, own }): [number, number[]] => [key, own.map(weight => Math.round(weight / step))])
  return { entries, step, model: boundaryModel(entries, step) }
}

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function shuffle<T>(list: T[], next: () => number): void {
  for (let i = list.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1))
    const held = list[i]!
    list[i] = list[j]!
    list[j] = held
  }
}
