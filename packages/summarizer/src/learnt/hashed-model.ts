/** A log-linear model over hashed features. It has weights for every class except the reference class. */
export interface HashedModel {
  /** Open-addressing hash table of 24-bit feature keys, −1 for free slots. Its length is a power of two. */
  keys: Int32Array
  /** `classes` weights per slot, in units of `step`. */
  weights: Int8Array
  classes: number
  step: number
}

/** Features in ascending order of key, each with its weights as integer multiples of `step`. */
export type Entries = readonly (readonly [key: number, weights: readonly number[]])[]

const FREE = -1

const slotOf = (key: number, mask: number) => (Math.imul(key, 0x9e3779b1) >>> 8) & mask

/** Writes the log-odds of each class against the reference class into `out`. */
export function logOdds(model: HashedModel, features: Int32Array, out: Float64Array): void {
  const { keys, weights, classes, step } = model
  const mask = keys.length - 1
  out.fill(0)
  for (let k = 0; k < features.length; k++) {
    const key = features[k]!
    let slot = slotOf(key, mask)
    while (keys[slot] !== key && keys[slot] !== FREE) slot = (slot + 1) & mask
    if (keys[slot] === FREE) continue
    for (let c = 0; c < classes; c++) out[c]! += weights[classes * slot + c]!
  }
  for (let c = 0; c < classes; c++) out[c]! *= step
}

export function createHashedModel(entries: Entries, classes: number, step: number): HashedModel {
  let size = 1024
  while (size < entries.length * 2) size *= 2
  const keys = new Int32Array(size).fill(FREE)
  const weights = new Int8Array(size * classes)
  for (const [key, values] of entries) {
    let slot = slotOf(key, size - 1)
    while (keys[slot] !== FREE) slot = (slot + 1) & (size - 1)
    keys[slot] = key
    weights.set(values, slot * classes)
  }
  return { keys, weights, classes, step }
}

/** Packs features as base64: per feature, the difference to the previous key as a varint, then one byte per class. */
export function packEntries(entries: Entries): string {
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

export function unpackModel(packed: string, classes: number, step: number): HashedModel {
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
    const weights = Array.from({ length: classes }, (_, k) => (binary.charCodeAt(at + k) << 24) >> 24)
    entries.push([key, weights])
    at += classes
  }
  return createHashedModel(entries, classes, step)
}

/** The weight of a feature in a model with one class; undefined if the model does not contain it. */
export function featureWeight({ keys, weights, step }: HashedModel, key: number): number | undefined {
  const mask = keys.length - 1
  let slot = slotOf(key, mask)
  while (keys[slot] !== key && keys[slot] !== FREE) slot = (slot + 1) & mask
  return keys[slot] === FREE ? undefined : weights[slot]! * step
}
