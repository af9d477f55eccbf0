import { plainPieces } from '../reading/plain-text.ts'
import type { Segment, Sentence, Span, Support } from '../types.ts'
import { align, MAX_ALIGNED_WORDS, mostSimilarPart } from './align.ts'
import { findAlterations } from './altered-quotation.ts'
import { findMisquotations } from './misquotations.ts'
import { findUnsupportedWords, isUnrelated } from './paraphrase.ts'
import { extractCurrencies, type Token, tokenize } from './tokens.ts'

export interface SupportCheck {
  support: Support
  /** Words of the sentence that the cited text does not support; `citation` if the citation itself is wrong. */
  missing: string[]
}

/** How many segments before and after the cited ones may also support a sentence. */
const NEIGHBOURS = 2

/**
 * Checks that every number, unit, name, date and negation of a sentence occurs in the cited segments (± 2), and that the citation is
 * within the video. A nearly literal quotation must have the same facts in the same order and the same negations; a paraphrase only
 * has to contain the same facts. `segments` must be sorted by time.
 */
export const checkSupport = (sentence: Pick<Sentence, 'text' | 'cites'>, segments: readonly Segment[]): SupportCheck =>
  createSupportChecker(segments)(sentence)

/** Creates a `checkSupport` for many sentences of one transcript. */
export function createSupportChecker(
  segments: readonly Segment[],
): (sentence: Pick<Sentence, 'text' | 'cites'>) => SupportCheck {
  const lastMs = segments.reduce((max, segment) => Math.max(max, segment.endMs, segment.startMs), 0)
  const cache = new Map<string, Token[]>()
  // Segments are joined before parsing, because a number may begin in one segment and end in the next.
  const tokensOfSegments = (indexes: readonly number[]) => {
    const key = indexes.join()
    const tokens = cache.get(key) ?? tokenize(indexes.map(i => spokenText(segments[i]!)).join(' '), true)
    cache.set(key, tokens)
    return tokens
  }
  const currencies = new Set(segments.flatMap(({ text }) => extractCurrencies(text)))
  return ({ text, cites }) => {
    if (!areCitesValid(cites, lastMs)) return { support: 'weak', missing: ['citation'] }
    const cited = tokensOfSegments(citedSegments(cites, segments))
    const missing = [...findDifferences(tokenize(text), cited, currencies), ...findMisquotations(text, cited)]
    return { support: missing.length === 0 ? 'verified' : 'weak', missing }
  }
}

const spokenText = ({ text }: Segment) =>
  plainPieces(text)
    .map(piece => piece.text)
    .join(' ')

const areCitesValid = (cites: readonly Span[], lastMs: number): boolean =>
  cites.length > 0 &&
  cites.every(
    ({ startMs, endMs }) =>
      Number.isInteger(startMs) && Number.isInteger(endMs) && startMs >= 0 && startMs <= endMs && endMs <= lastMs,
  )

/** Sorted indexes of the segments that overlap the citations, and of their neighbours. */
function citedSegments(cites: readonly Span[], segments: readonly Segment[]): number[] {
  const indexes = new Set<number>()
  for (const { startMs, endMs } of cites)
    for (let i = firstAfter(segments, endMs) - 1; i >= 0; i--) {
      const segment = segments[i]!
      // Segments are sorted by start, but an earlier one may be long enough to overlap.
      if (segment.startMs < startMs - LONGEST_SEGMENT_MS) break
      if (Math.max(segment.startMs, segment.endMs) < startMs) continue
      for (let k = i - NEIGHBOURS; k <= i + NEIGHBOURS; k++) if (k >= 0 && k < segments.length) indexes.add(k)
    }
  return [...indexes].sort((a, b) => a - b)
}

const LONGEST_SEGMENT_MS = 1_800_000

function firstAfter(segments: readonly Segment[], ms: number): number {
  let low = 0
  let high = segments.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (segments[middle]!.startMs <= ms) low = middle + 1
    else high = middle
  }
  return low
}

function findDifferences(
  sentence: readonly Token[],
  cited: readonly Token[],
  currencies: ReadonlySet<string>,
): string[] {
  const source = cited.length > MAX_ALIGNED_WORDS ? mostSimilarPart(sentence, cited) : cited
  const positions = align(sentence, source)
  if (isQuotation(positions)) return findAlterations(sentence, source, positions)
  return isUnrelated(sentence, cited) ? ['citation'] : findUnsupportedWords(sentence, cited, currencies)
}

/** A sentence is a quotation if at least these shares of its words are in the source in order, and consecutive. */
const MIN_FOUND = 0.75
const MIN_CONSECUTIVE = 0.65
/** Source words that a quotation may skip between two consecutive words. */
const MAX_SKIPPED = 3

function isQuotation(positions: readonly number[]): boolean {
  const found = positions.filter(position => position >= 0)
  const consecutive = found.filter((position, k) => k > 0 && position - found[k - 1]! <= MAX_SKIPPED + 1)
  return found.length >= MIN_FOUND * positions.length && consecutive.length + 1 >= MIN_CONSECUTIVE * positions.length
}
