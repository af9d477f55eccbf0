import { plainPieces } from '../reading/plain-text.ts'
import type { Segment, Sentence, Span, Support } from '../types.ts'
import { align } from './align.ts'
import { type Token, tokensOf } from './tokens.ts'

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
  const tokens = new Map<number, Token[]>()
  const tokensIn = (i: number) => {
    const known =
      tokens.get(i) ??
      tokensOf(
        plainPieces(segments[i]!.text)
          .map(piece => piece.text)
          .join(' '),
        true,
      )
    tokens.set(i, known)
    return known
  }
  return ({ text, cites }) => {
    if (!citesInside(cites, lastMs)) return { support: 'weak', missing: ['citation'] }
    const cited = citedSegments(cites, segments).flatMap(tokensIn)
    const missing = differences(tokensOf(text), cited)
    return { support: missing.length === 0 ? 'verified' : 'weak', missing }
  }
}

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

/** Share of a sentence's words found in order from which it counts as a quotation. */
const QUOTATION = 0.75

function differences(said: readonly Token[], cited: readonly Token[]): string[] {
  const places = align(said, cited)
  const found = places.filter(place => place >= 0).length
  return found >= QUOTATION * said.length ? alteredQuotation(said, cited, places) : unsaid(said, cited)
}

/** The words that carry facts and are not where the quotation should have them, and negations it leaves out. */
function alteredQuotation(said: readonly Token[], cited: readonly Token[], places: readonly number[]): string[] {
  const altered = said.filter((token, i) => token.kind !== 'word' && places[i]! < 0).map(token => token.written)
  const far = said.filter((token, i) => token.kind === 'negation' && places[i]! >= 0 && !isNear(places, i))
  const dropped: string[] = []
  for (let i = 0; i < said.length; i++) {
    const place = places[i]!
    if (place < 0) continue
    // The source's negation just before a word that the sentence has, when the sentence does not have the negation.
    const before = cited[place - 1]
    if (before && isStrongNegation(before) && !places.includes(place - 1) && !repeats(cited, place))
      dropped.push(before.written)
  }
  return [...altered, ...far.map(token => token.written), ...dropped]
}

const FAR = 12

function isNear(places: readonly number[], i: number): boolean {
  const before = places.slice(0, i).findLast(place => place >= 0)
  const after = places.slice(i + 1).find(place => place >= 0)
  return (before === undefined || places[i]! - before <= FAR) && (after === undefined || after - places[i]! <= FAR)
}

/** "No" alone answers as often as it negates ("no we should"), so only its sure forms count as dropped. */
const isStrongNegation = (token: Token) => token.kind === 'negation' && token.form !== 'no'

/** "do not do not think": the first copy may go. */
function repeats(cited: readonly Token[], place: number): boolean {
  for (let length = 1; length <= 5; length++) {
    const first = cited.slice(place - length, place).map(token => token.form)
    const second = cited.slice(place, place + length).map(token => token.form)
    if (first.join(' ') === second.join(' ')) return true
  }
  return false
}

function unsaid(said: readonly Token[], cited: readonly Token[]): string[] {
  const forms = new Set(cited.map(token => token.form))
  const parts = new Set(cited.flatMap(token => token.form.split(/[-.]/)))
  const negated = cited.some(token => token.kind === 'negation')
  return said
    .filter(token => {
      if (token.kind === 'word' || (token.kind === 'number' && token.form === '1')) return false
      if (token.kind === 'negation') return !negated
      return !forms.has(token.form) && !token.form.split(/[-.]/).every(part => parts.has(part))
    })
    .map(token => token.written)
}
