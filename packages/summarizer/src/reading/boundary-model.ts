import { boundaryFeatures, FEATURES, hashWords } from './boundary-features.ts'

/** A multinomial logistic model over hashed features: what stands behind a word, nothing being the reference class. */
export interface BoundaryModel {
  /** Open-addressed table of 24-bit feature keys, −1 where free; its length is a power of two. */
  keys: Int32Array
  /** Three weights a slot: comma, full stop, question mark, in units of `step`. */
  weights: Int8Array
  step: number
}

/** For each word how likely a mark stands behind it. */
export interface Boundaries {
  comma: Float32Array
  stop: Float32Array
  question: Float32Array
}

export function predictBoundaries(model: BoundaryModel, words: readonly string[]): Boundaries {
  const hashed = hashWords(words)
  const features = new Int32Array(FEATURES)
  const result: Boundaries = {
    comma: new Float32Array(words.length),
    stop: new Float32Array(words.length),
    question: new Float32Array(words.length),
  }
  const { keys, weights, step } = model
  const mask = keys.length - 1
  for (let i = 0; i < words.length; i++) {
    boundaryFeatures(hashed, i, features)
    let comma = 0
    let stop = 0
    let question = 0
    for (let k = 0; k < FEATURES; k++) {
      const key = features[k]!
      let slot = slotOf(key, mask)
      while (keys[slot] !== key && keys[slot] !== FREE) slot = (slot + 1) & mask
      if (keys[slot] === FREE) continue
      comma += weights[3 * slot]!
      stop += weights[3 * slot + 1]!
      question += weights[3 * slot + 2]!
    }
    const a = Math.exp(comma * step)
    const b = Math.exp(stop * step)
    const c = Math.exp(question * step)
    const total = 1 + a + b + c
    result.comma[i] = a / total
    result.stop[i] = b / total
    result.question[i] = c / total
  }
  return result
}

const FREE = -1

const slotOf = (key: number, mask: number) => (Math.imul(key, 0x9e3779b1) >>> 8) & mask

/** Builds the lookup table from features in ascending order of key. */
export function boundaryModel(
  entries: readonly (readonly [key: number, weights: readonly number[]])[],
  step: number,
): BoundaryModel {
  let size = 1024
  while (size < entries.length * 2) size *= 2
  const keys = new Int32Array(size).fill(FREE)
  const weights = new Int8Array(size * 3)
  for (const [key, values] of entries) {
    let slot = slotOf(key, size - 1)
    while (keys[slot] !== FREE) slot = (slot + 1) & (size - 1)
    keys[slot] = key
    weights.set(values, slot * 3)
  }
  return { keys, weights, step }
}

/** Packs features (ascending keys, weights as whole steps) into base64: per feature the distance to the key before, then three bytes. */
export function packBoundaryModel(entries: readonly (readonly [key: number, weights: readonly number[]])[]): string {
  const bytes: number[] = []
  let before = 0
  for (const [key, weights] of entries) {
    let distance = key - before
    before = key
    while (distance >= 128) {
      bytes.push((distance & 127) | 128)
      distance >>>= 7
    }
    bytes.push(distance, ...weights.map(weight => weight & 255))
  }
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

export function unpackBoundaryModel(packed: string, step: number): BoundaryModel {
  const binary = atob(packed)
  const entries: [number, number[]][] = []
  let key = 0
  for (let at = 0; at < binary.length; ) {
    let distance = 0
    let byte = 128
    for (let shift = 0; byte >= 128; shift += 7) {
      byte = binary.charCodeAt(at++)
      distance |= (byte & 127) << shift
    }
    key += distance
    entries.push([key, [0, 1, 2].map(k => (binary.charCodeAt(at + k) << 24) >> 24)])
    at += 3
  }
  return boundaryModel(entries, step)
}
