import { wordBudget } from '@recaps/summarizer/length'
import type { Manuscript } from '@recaps/summarizer/writers'
import type { SummaryTask } from '../../../ports/summarizer.ts'

/** US dollars per million tokens. */
export interface TokenPrices {
  in: number
  out: number
}

export interface TokenCounts {
  tokensIn: number
  tokensOut: number
}

export const costInUsd = ({ tokensIn, tokensOut }: TokenCounts, prices: TokenPrices): number =>
  (tokensIn * prices.in + tokensOut * prices.out) / 1e6

/** Chunks per merge call. If there are no more than this, the final call gets their notes unmerged. */
export const CHUNKS_PER_MERGE = 12
export const CLAIMS_PER_JUDGEMENT = 15
export const POINTS_PER_CHUNK = 12
export const KEY_POINTS = 3

/** Average length of a sentence in a summary. */
const WORDS_PER_SENTENCE = 18
const TOKENS_PER_WORD = 4 / 3
/** The system prompt. */
const INSTRUCTION_TOKENS = 600
/** A point or sentence as JSON. */
const POINT_TOKENS = 42
/** Passages that the judge gets for a claim. Neighbouring claims share passages. */
const EVIDENCE_TOKENS = 240

/** Target number of words and sentences of a summary: at most one sentence for every two passages. */
export function targetLength(
  { durationMs, tokens, passages }: Manuscript,
  { preset, words: requestedWords }: Pick<SummaryTask, 'preset' | 'words'>,
) {
  const words = wordBudget(durationMs, tokens / TOKENS_PER_WORD, {
    preset,
    ...(requestedWords === undefined ? {} : { words: requestedWords }),
  })
  const sentences = Math.min(Math.round(words / WORDS_PER_SENTENCE), Math.ceil(passages.length / 2))
  return { words, sentences: Math.max(3, sentences) }
}

/** Maximum words per sentence: in a long summary each has to be short. */
export const maxSentenceWords = (sentences: number): number => (sentences > 50 ? 20 : 30)

export interface CostEstimate extends TokenCounts {
  calls: number
  usd: number
}

export const mergeCount = (chunks: number): number =>
  chunks > CHUNKS_PER_MERGE ? Math.ceil(chunks / CHUNKS_PER_MERGE) : 0

/** Points that each merge returns, so that the final call has 1.5 times as many as it needs. */
export const pointsPerMerge = (sentences: number, merges: number): number =>
  Math.max(24, Math.ceil((1.5 * sentences) / merges))

/**
 * Estimates calls, tokens and cost before the first call: one call per chunk, one per twelve chunks if there are more, one
 * that writes the text, and one per fifteen claims to judge.
 */
export function estimateCost(
  manuscript: Manuscript,
  form: Pick<SummaryTask, 'preset' | 'words'>,
  prices: TokenPrices,
): CostEstimate {
  const chunks = manuscript.chunks.length
  const { sentences } = targetLength(manuscript, form)
  // The key points repeat what the sentences say, so they add no claims to the estimate.
  const claims = sentences
  const merges = mergeCount(chunks)
  const judgements = Math.ceil(claims / CLAIMS_PER_JUDGEMENT)
  const calls = chunks + merges + (chunks > 1 ? 1 : 0) + judgements
  const noted = chunks > 1 ? chunks * POINTS_PER_CHUNK * POINT_TOKENS : 0
  const joined = merges * pointsPerMerge(sentences, Math.max(1, merges)) * POINT_TOKENS
  const written = (sentences + KEY_POINTS) * POINT_TOKENS
  const evidence = manuscript.tokens * (1 - Math.exp((-claims * EVIDENCE_TOKENS) / Math.max(1, manuscript.tokens)))
  const tokens = {
    tokensIn: Math.round(
      manuscript.tokens + noted + joined + evidence + claims * POINT_TOKENS + calls * INSTRUCTION_TOKENS,
    ),
    tokensOut: Math.round(noted + joined + written + claims * 12),
  }
  return { calls, ...tokens, usd: costInUsd(tokens, prices) }
}
