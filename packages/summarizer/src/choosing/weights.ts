/** Content words that make a stretch: about a minute of speech. */
const STRETCH = 150

/**
 * How often each term of a recording is said, and how much it matters: said often, in several stretches, but not
 * everywhere. `plainness` is what is left of a term that is a common word anyway.
 */
export function termWeights(
  all: readonly (readonly number[])[],
  size: number,
  plainness: Float64Array,
): { weights: Float64Array; counts: Float64Array } {
  const counts = new Float64Array(size)
  const stretches = new Float64Array(size)
  const lastSeen = new Int32Array(size).fill(-1)
  let position = 0
  for (const terms of all)
    for (const t of terms) {
      counts[t]!++
      const stretch = Math.floor(position++ / STRETCH)
      if (lastSeen[t] !== stretch) {
        stretches[t]!++
        lastSeen[t] = stretch
      }
    }
  const total = Math.max(1, Math.ceil(position / STRETCH))
  // Said once, a word is no concept of the recording yet; in a short one it is all there is.
  const weights = counts.map(
    (count, t) => strength(count, 0.05) * Math.log(1 + total / (0.5 + stretches[t]!)) * plainness[t]!,
  )
  return { weights, counts }
}

/** The same for one topic of a recording: said often in it, and not in the others. */
export function topicWeights(
  inTopic: Float64Array,
  counts: Float64Array,
  topics: number,
  plainness: Float64Array,
): Float64Array {
  return inTopic.map((own, t) =>
    own === 0 ? 0 : strength(own, 0.3) * Math.log(1 + (topics * own) / (0.5 + counts[t]!)) * plainness[t]!,
  )
}

const strength = (count: number, once: number) => (count < 2 ? once * count : Math.sqrt(count))
