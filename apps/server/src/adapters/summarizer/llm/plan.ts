import { wordBudget } from '@recaps/summarizer/length'
import type { Manuscript } from '@recaps/summarizer/writers'
import type { SummaryTask } from '../../../ports/summarizer.ts'

/** US dollars for a million tokens. */
export interface Prices {
  in: number
  out: number
}

export interface Tokens {
  tokensIn: number
  tokensOut: number
}

export const usdOf = ({ tokensIn, tokensOut }: Tokens, prices: Prices): number =>
  (tokensIn * prices.in + tokensOut * prices.out) / 1e6

/** How many chunks are joined by one call, and from how many on they are joined at all before the last call. */
export const CHUNKS_A_MERGE = 12
export const CLAIMS_A_JUDGEMENT = 15
export const POINTS_A_CHUNK = 12
export const KEY_POINTS = 3

/** A sentence of a summary has about so many words. */
const WORDS_A_SENTENCE = 18
/** Tokens of English for a word, of what the model is told before the material, and of a point or sentence as JSON. */
const TOKENS_A_WORD = 4 / 3
const INSTRUCTION_TOKENS = 600
const POINT_TOKENS = 42
/** What a claim is judged beside. The more of a recording is cited, the more of it is shared by neighbours. */
const EVIDENCE_TOKENS = 240

/** Sentences that a summary should have, and its words. Not every second passage deserves one. */
export function lengthFor(
  { durationMs, tokens, passages }: Manuscript,
  { preset, words: asked }: Pick<SummaryTask, 'preset' | 'words'>,
) {
  const words = wordBudget(durationMs, tokens / TOKENS_A_WORD, {
    preset,
    ...(asked === undefined ? {} : { words: asked }),
  })
  const wanted = Math.min(Math.round(words / WORDS_A_SENTENCE), Math.ceil(passages.length / 2))
  return { words, sentences: Math.max(3, wanted) }
}

/** Words that a sentence may have: where there are many of them each has to be short, for all to fit. */
export const mostWords = (sentences: number): number => (sentences > 50 ? 20 : 30)

export interface Estimate extends Tokens {
  calls: number
  usd: number
}

export const mergesFor = (chunks: number): number => (chunks > CHUNKS_A_MERGE ? Math.ceil(chunks / CHUNKS_A_MERGE) : 0)

/** Points that each merge keeps, so that the last call has half as many again as it needs. */
export const pointsOfMerge = (sentences: number, merges: number): number =>
  Math.max(24, Math.ceil((1.5 * sentences) / merges))

/**
 * Calls, tokens and cost before anything is asked: one call for each chunk, one for every twelve when there are more, one
 * that writes, and one for every fifteen claims that are judged.
 */
export function estimate(
  manuscript: Manuscript,
  form: Pick<SummaryTask, 'preset' | 'words'>,
  prices: Prices,
): Estimate {
  const chunks = manuscript.chunks.length
  const { sentences } = lengthFor(manuscript, form)
  // The key points say again what sentences say: those are judged.
  const claims = sentences
  const merges = mergesFor(chunks)
  const judgements = Math.ceil(claims / CLAIMS_A_JUDGEMENT)
  const calls = chunks + merges + (chunks > 1 ? 1 : 0) + judgements
  const noted = chunks > 1 ? chunks * POINTS_A_CHUNK * POINT_TOKENS : 0
  const joined = merges * pointsOfMerge(sentences, Math.max(1, merges)) * POINT_TOKENS
  const written = (sentences + KEY_POINTS) * POINT_TOKENS
  const evidence = manuscript.tokens * (1 - Math.exp((-claims * EVIDENCE_TOKENS) / Math.max(1, manuscript.tokens)))
  const tokens = {
    tokensIn: Math.round(
      manuscript.tokens + noted + joined + evidence + claims * POINT_TOKENS + calls * INSTRUCTION_TOKENS,
    ),
    tokensOut: Math.round(noted + joined + written + claims * 12),
  }
  return { calls, ...tokens, usd: usdOf(tokens, prices) }
}
