import { plainPieces } from '../reading/plain-text.ts'
import type { Segment, Sentence, Span, Support } from '../types.ts'
import { align, likeliestPart, MOST_ALIGNED } from './align.ts'
import { speaksOfOther, unsaid } from './free-sentence.ts'
import { alteredQuotation } from './quotation.ts'
import { misquoted } from './quoted.ts'
import { currenciesIn, type Token, tokensOf } from './tokens.ts'

export interface SupportCheck {
  support: Support
  /** What the cited text does not bear out, in the words of the sentence; `citation` when the citation itself is wrong. */
  missing: string[]
}

/** How many segments before and after the cited ones may bear a sentence out. */
const AROUND = 2

/**
 * Whether each number, unit, name, date and negation of a sentence stands in what it cites (± 2 segments), and whether the
 * citation lies in the video at all. A sentence that repeats its source nearly word for word is held to the same words in
 * the same order, and to the source's negations; a free one only to their presence. `segments` are in order of time.
 */
export const checkSupport = (sentence: Pick<Sentence, 'text' | 'cites'>, segments: readonly Segment[]): SupportCheck =>
  supportChecker(segments)(sentence)

/** The same for many sentences of one transcript. */
export function supportChecker(
  segments: readonly Segment[],
): (sentence: Pick<Sentence, 'text' | 'cites'>) => SupportCheck {
  const lastMs = segments.reduce((max, segment) => Math.max(max, segment.endMs, segment.startMs), 0)
  const known = new Map<string, Token[]>()
  // Read in one piece: a number may begin in one segment and end in the next.
  const tokensOfSegments = (wanted: readonly number[]) => {
    const key = wanted.join()
    const tokens = known.get(key) ?? tokensOf(wanted.map(i => spokenText(segments[i]!)).join(' '), true)
    known.set(key, tokens)
    return tokens
  }
  const currencies = new Set(segments.flatMap(({ text }) => currenciesIn(text)))
  return ({ text, cites }) => {
    if (!citesInside(cites, lastMs)) return { support: 'weak', missing: ['citation'] }
    const cited = tokensOfSegments(citedSegments(cites, segments))
    const missing = [...differences(tokensOf(text), cited, currencies), ...misquoted(text, cited)]
    return { support: missing.length === 0 ? 'verified' : 'weak', missing }
  }
}

const spokenText = ({ text }: Segment) =>
  plainPieces(text)
    .map(piece => piece.text)
    .join(' ')

const citesInside = (cites: readonly Span[], lastMs: number): boolean =>
  cites.length > 0 &&
  cites.every(
    ({ startMs, endMs }) =>
      Number.isInteger(startMs) && Number.isInteger(endMs) && startMs >= 0 && startMs <= endMs && endMs <= lastMs,
  )

/** Positions of the segments that the citations touch and of those around them, in order. */
function citedSegments(cites: readonly Span[], segments: readonly Segment[]): number[] {
  const wanted = new Set<number>()
  for (const { startMs, endMs } of cites)
    for (let i = firstAfter(segments, endMs) - 1; i >= 0; i--) {
      const segment = segments[i]!
      // Segments are in order of their starts, but an early one may be long.
      if (segment.startMs < startMs - LONGEST_SEGMENT_MS) break
      if (Math.max(segment.startMs, segment.endMs) < startMs) continue
      for (let k = i - AROUND; k <= i + AROUND; k++) if (k >= 0 && k < segments.length) wanted.add(k)
    }
  return [...wanted].sort((a, b) => a - b)
}

const LONGEST_SEGMENT_MS = 1_800_000

/** Position of the first segment that starts after an instant. */
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

function differences(said: readonly Token[], cited: readonly Token[], currencies: ReadonlySet<string>): string[] {
  const source = cited.length > MOST_ALIGNED ? likeliestPart(said, cited) : cited
  const places = align(said, source)
  if (isQuotation(places)) return alteredQuotation(said, source, places)
  return speaksOfOther(said, cited) ? ['citation'] : unsaid(said, cited, currencies)
}

/** Share of a sentence's words found in order, and of those right behind the one before, from which it is a quotation. */
const FOUND = 0.75
const FOLLOWING = 0.65
/** Words that a quotation may pass over between two of its own. */
const STUMBLE = 3

function isQuotation(places: readonly number[]): boolean {
  const found = places.filter(place => place >= 0)
  const following = found.filter((place, k) => k > 0 && place - found[k - 1]! <= STUMBLE + 1)
  return found.length >= FOUND * places.length && following.length + 1 >= FOLLOWING * places.length
}
