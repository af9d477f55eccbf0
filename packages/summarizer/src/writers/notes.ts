import type { Chunk } from './chunks.ts'
import { type CheckedClaim, type Claim, claimChecker, sourceOf } from './claims.ts'
import { cleanTitle } from './clean.ts'
import { type Manuscript, passageNumber, textOf } from './manuscript.ts'

/** What a writer noted of one chunk. */
export interface ChunkNotes {
  title: string
  points: Claim[]
  quotes: { text: string; cite: string }[]
}

/** One point of a chunk that holds: its text and the indices of the passages it cites. */
export interface Point {
  text: string
  passages: number[]
}

/** Notes of a chunk as far as they hold. */
export interface CheckedNotes {
  title: string
  points: Point[]
}

const MOST_POINTS = 12
const MOST_QUOTES = 3
const FEWEST_QUOTED_WORDS = 4

/**
 * Keeps what holds of the notes of a chunk: points that cite passages of it and say nothing that these do not, and quotes
 * that stand there word for word, which become points of their own in quotation marks. At most `most` points are looked at.
 */
export function checkNotes(manuscript: Manuscript, chunk: Chunk, notes: ChunkNotes, most = MOST_POINTS): CheckedNotes {
  const check = claimChecker(manuscript)
  const inside = (claim: CheckedClaim | null) =>
    claim?.passages.every(number => number >= chunk.from && number < chunk.to) && claim.missing.length === 0
      ? [{ text: claim.text, passages: claim.passages }]
      : []
  const points = notes.points.slice(0, most).flatMap(point => inside(check(point)))
  const quotes = notes.quotes.slice(0, MOST_QUOTES).flatMap(({ text, cite }): Point[] => {
    const number = passageNumber(cite, manuscript.passages)
    if (number === null || number < chunk.from || number >= chunk.to) return []
    return isQuotedFrom(text, number, manuscript) ? [{ text: `“${text.trim()}”`, passages: [number] }] : []
  })
  return { title: cleanTitle(notes.title, sourceOf(manuscript), 90) ?? '', points: [...points, ...quotes] }
}

/** Whether the words of a quote stand in a passage or run on into the next, punctuation and capitals aside. */
function isQuotedFrom(quote: string, number: number, { passages }: Manuscript): boolean {
  const words = wordsOf(quote)
  const next = passages[number + 1]
  const said = wordsOf(`${textOf(passages[number]!)} ${next ? textOf(next) : ''}`)
  return words.length >= FEWEST_QUOTED_WORDS && ` ${said.join(' ')} `.includes(` ${words.join(' ')} `)
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu) ?? []
