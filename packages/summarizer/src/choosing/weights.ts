/**
 * How often each term of a recording is said, and how much it matters: said often, in several stretches, but not
 * everywhere. `plainness` is what is left of a term that is a common word anyway.
 */
export function termWeights(
  all: readonly (readonly number[])[],
  size: number,
  plainness: (term: number) => number,
): { weights: Float64Array; counts: Float64Array } {
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
    // Said once, a word is no concept of the recording yet; in a short one it is all there is.
    const often = count[t]! < 2 ? ONCE : Math.sqrt(count[t]!)
    weights[t] = often * Math.log(1 + total / (0.5 + stretches[t]!)) * plainness(t)
  }
  return { weights, counts: count }
}

const ONCE = 0.05
