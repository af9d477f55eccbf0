import { createVocabulary } from '../choosing/terms.ts'
import { topicStarts } from '../choosing/topics.ts'
import type { Passage } from './passages.ts'
import { estimateTokens } from './tokens.ts'

/** Passages `from` to before `to`, read in one call. */
export interface Chunk {
  from: number
  to: number
  tokens: number
}

/** Up to this a recording is read in one call; beyond it in chunks of about `CHUNK_TOKENS` at most. */
export const ONE_CALL_TOKENS = 9_000
export const CHUNK_TOKENS = 6_000
/** How far, as a part of a chunk, a border may move to where the talk moves on. */
const MOVES = 0.08
/** What the number and the time before a passage take. */
const MARK_TOKENS = 5

export const tokensOfPassage = ({ lines }: Passage): number =>
  lines.reduce((sum, line) => sum + estimateTokens(line.text) + 0.25, MARK_TOKENS)

/** Divides passages into as few chunks as `CHUNK_TOKENS` allows, of about the same size, with borders where topics change. */
export function divideIntoChunks(passages: readonly Passage[]): Chunk[] {
  const offsets = [0]
  for (const passage of passages) offsets.push(offsets.at(-1)! + tokensOfPassage(passage))
  const total = offsets.at(-1)!
  const count = total <= ONE_CALL_TOKENS ? 1 : Math.ceil(total / CHUNK_TOKENS)
  const valleys = count > 1 ? valleysOf(passages, count) : []
  const borders = Array.from({ length: count - 1 }, (_, k) => {
    const wanted = ((k + 1) * total) / count
    const near = (border: number) => Math.abs(offsets[border]! - wanted)
    const nearest = valleys.reduce((best, border) => (near(border) < near(best) ? border : best), valleys[0] ?? 0)
    if (near(nearest) <= (MOVES * total) / count) return nearest
    return offsets.findIndex(offset => offset >= wanted)
  })
  const edges = [0, ...borders, passages.length]
  return edges.slice(1).flatMap((to, k): Chunk[] => {
    const from = edges[k]!
    return from < to ? [{ from, to, tokens: Math.round(offsets[to]! - offsets[from]!) }] : []
  })
}

/** Passages with which the talk moves on: several times as many as there are borders, so that one lies near each. */
function valleysOf(passages: readonly Passage[], count: number): number[] {
  const vocabulary = createVocabulary()
  const terms = passages.map(({ lines }) =>
    vocabulary.termsOf(lines.flatMap(line => line.text.split(/\s+/).map(text => ({ text })))),
  )
  return topicStarts(terms, vocabulary.size(), count * 8).slice(1)
}
