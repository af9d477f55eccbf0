import type { Chunk } from './chunks.ts'
import { type CheckedClaim, type Claim, createClaimChecker, toSpokenText } from './claims.ts'
import { cleanTitle } from './clean.ts'
import { type Manuscript, passageNumber, passageText } from './manuscript.ts'

/** A writer's notes on one chunk, unchecked. */
export interface ChunkNotes {
  title: string
  points: Claim[]
  quotes: { text: string; cite: string }[]
}

/** A supported point with the indexes of the passages it cites. */
export interface Point {
  text: string
  passages: number[]
}

/** Notes on a chunk that passed the checks. */
export interface CheckedNotes {
  title: string
  points: Point[]
}

const MAX_POINTS = 12
const MAX_QUOTES = 3
const MIN_QUOTE_WORDS = 4

/**
 * Keeps the valid notes on a chunk: points that passages of the chunk fully support, and literal quotes, which become points in quotation
 * marks. Checks at most `maxPoints`.
 */
export function checkNotes(
  manuscript: Manuscript,
  chunk: Chunk,
  notes: ChunkNotes,
  maxPoints = MAX_POINTS,
): CheckedNotes {
  const check = createClaimChecker(manuscript)
  const toPoints = (claim: CheckedClaim | null) =>
    claim?.passages.every(number => number >= chunk.from && number < chunk.to) && claim.missing.length === 0
      ? [{ text: claim.text, passages: claim.passages }]
      : []
  const points = notes.points.slice(0, maxPoints).flatMap(point => toPoints(check(point)))
  const quotes = notes.quotes.slice(0, MAX_QUOTES).flatMap(({ text, cite }): Point[] => {
    const number = passageNumber(cite, manuscript.passages)
    if (number === null || number < chunk.from || number >= chunk.to) return []
    return isQuotedFrom(text, number, manuscript) ? [{ text: `“${text.trim()}”`, passages: [number] }] : []
  })
  return { title: cleanTitle(notes.title, toSpokenText(manuscript), 90) ?? '', points: [...points, ...quotes] }
}

/** Whether a passage, or the passage with the next one, contains the words of a quote. Ignores punctuation and case. */
function isQuotedFrom(quote: string, number: number, { passages }: Manuscript): boolean {
  const words = splitWords(quote)
  const next = passages[number + 1]
  const spoken = splitWords(`${passageText(passages[number]!)} ${next ? passageText(next) : ''}`)
  return words.length >= MIN_QUOTE_WORDS && ` ${spoken.join(' ')} `.includes(` ${words.join(' ')} `)
}

const splitWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu) ?? []
