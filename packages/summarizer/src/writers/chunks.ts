import { createVocabulary } from '../choosing/terms.ts'
import { findTopicStarts } from '../choosing/topics.ts'
import type { Passage } from './passages.ts'
import { estimateTokens } from './tokens.ts'

/** Passages `from` (inclusive) to `to` (exclusive), sent to a writer in one call. */
export interface Chunk {
  from: number
  to: number
  tokens: number
}

/** Recordings of up to `ONE_CALL_TOKENS` are sent in one call, longer ones in chunks of at most about `CHUNK_TOKENS`. */
export const ONE_CALL_TOKENS = 9_000
export const CHUNK_TOKENS = 6_000
/** How far a border may move to coincide with a topic change, as a share of a chunk. */
const MAX_SHIFT = 0.08
/** Tokens for the number and the timestamp before a passage. */
const MARK_TOKENS = 5

export const estimatePassageTokens = ({ lines }: Passage): number =>
  lines.reduce((sum, line) => sum + estimateTokens(line.text) + 0.25, MARK_TOKENS)

/** Divides passages into as few chunks as `CHUNK_TOKENS` allows, of about equal size, with borders at topic changes if possible. */
export function divideIntoChunks(passages: readonly Passage[]): Chunk[] {
  const offsets = [0]
  for (const passage of passages) offsets.push(offsets.at(-1)! + estimatePassageTokens(passage))
  const total = offsets.at(-1)!
  const count = total <= ONE_CALL_TOKENS ? 1 : Math.ceil(total / CHUNK_TOKENS)
  const topicChanges = count > 1 ? findTopicChanges(passages, count) : []
  const borders = Array.from({ length: count - 1 }, (_, k) => {
    const target = ((k + 1) * total) / count
    const distance = (border: number) => Math.abs(offsets[border]! - target)
    const nearest = topicChanges.reduce(
      (best, border) => (distance(border) < distance(best) ? border : best),
      topicChanges[0] ?? 0,
    )
    if (distance(nearest) <= (MAX_SHIFT * total) / count) return nearest
    return offsets.findIndex(offset => offset >= target)
  })
  const edges = [0, ...borders, passages.length]
  return edges.slice(1).flatMap((to, k): Chunk[] => {
    const from = edges[k]!
    return from < to ? [{ from, to, tokens: Math.round(offsets[to]! - offsets[from]!) }] : []
  })
}

/** Passages at topic changes: several times as many as borders, so that one is near each border. */
function findTopicChanges(passages: readonly Passage[], count: number): number[] {
  const vocabulary = createVocabulary()
  const terms = passages.map(({ lines }) =>
    vocabulary.termsOf(lines.flatMap(line => line.text.split(/\s+/).map(text => ({ text })))),
  )
  return findTopicStarts(terms, vocabulary.size(), count * 8).slice(1)
}
