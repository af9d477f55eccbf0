/** Content words per stretch: about a minute of speech. */
const STRETCH = 150

/**
 * Counts and weights the terms of a recording. A term is important if it is frequent and occurs in several stretches, but not in all.
 * `plainness`: factor per term that reduces the weight of common words.
 */
export function computeTermWeights(
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
  // Terms that occur once hardly count as concepts, but a short recording may have no others.
  const weights = counts.map(
    (count, t) => strength(count, 0.05) * Math.log(1 + total / (0.5 + stretches[t]!)) * plainness[t]!,
  )
  return { weights, counts }
}

/** Weights the terms of one topic: important terms are frequent in it and rare in other topics. */
export function computeTopicWeights(
  inTopic: Float64Array,
  counts: Float64Array,
  topics: number,
  plainness: Float64Array,
): Float64Array {
  return inTopic.map((count, t) =>
    count === 0 ? 0 : strength(count, 0.3) * Math.log(1 + (topics * count) / (0.5 + counts[t]!)) * plainness[t]!,
  )
}

const strength = (count: number, once: number) => (count < 2 ? once * count : Math.sqrt(count))
