import { endsSentence, isAbbreviation } from '@recaps/domain/sentence-ends'
import { readAbbreviation } from './abbreviations.ts'
import { cleanWord } from './clean.ts'
import { type Context, contextOf, type Piece } from './context.ts'
import { toPieces } from './pieces.ts'
import { readPiece, readUnitApart } from './readers.ts'

/** One token for the voice: lower-case letters and apostrophes, the punctuation that shapes the pause, and the written word it says. */
export type SpokenToken = { text: string; word: number }

/** How a written text is said. `words` are the written words, exactly `written.trim().split(/\s+/)`. */
export type SpeechPlan = { words: string[]; tokens: SpokenToken[] }

/**
 * Plans how a written English text is said: numbers, dates, money, units and abbreviations in words, acronyms spelled or said, Markdown,
 * addresses and emoji as people would read them or not at all. Never fails; a text with nothing to say has no tokens.
 */
export function planSpeech(written: string): SpeechPlan {
  const words = written
    .trim()
    .split(/\s+/)
    .filter(word => word !== '')
  const isShouting = isAllCapitals(written)
  const pieces = words.flatMap(toPieces)
  const tokens: SpokenToken[] = []
  for (const [index, piece] of pieces.entries()) {
    const context = contextOf(pieces, index, isShouting)
    const spoken = readPiece(context)
    const own = spoken
      .toLowerCase()
      .split(/[^a-z']+/)
      .filter(token => /[a-z]/.test(token))
    if (own.length > 0 && piece.core !== '' && /[(—]/.test(piece.opening)) addPause(tokens, ',')
    tokens.push(...own.map(text => ({ text, word: piece.word })))
    const isLast = index === pieces.length - 1
    addPause(tokens, own.length === 0 ? pauseOfDash(piece) : pauseAfter(piece, !isLast && hasOwnPeriod(context)))
  }
  return { words, tokens }
}

/** The text for a voice that knows how to read numbers and abbreviations itself: without what is only for the eye. */
export function plainText(written: string): string {
  return written.trim().split(/\s+/).map(cleanWord).filter(Boolean).join(' ')
}

/** The text that the voice is given: ASCII letters, apostrophes, spaces and `, ; : . ! ?`. */
export function spokenText(written: string): string {
  return planSpeech(written)
    .tokens.map(token => token.text)
    .join(' ')
}

function pauseAfter({ closing }: Piece, hasOwnPeriod: boolean): string {
  const mark = /[.!?;:]/.exec(hasOwnPeriod ? closing.replace('.', '') : closing)?.[0]
  return mark ?? (/[,)…—–]/.test(closing) ? ',' : '')
}

/** A dash between spaces. */
function pauseOfDash({ opening, core, closing }: Piece): string {
  return /^[-–—…|]/.test(opening + core + closing) ? ',' : ''
}

/** Whether the period behind a piece belongs to it: an abbreviation, a unit, initials, or the sentence plainly goes on. */
function hasOwnPeriod(context: Context): boolean {
  const { core, closing } = context.piece
  if (!closing.startsWith('.')) return false
  const [before, next] = [context.at(-1), context.at(1)]
  if (isAbbreviation(`${core}.`) && endsSentence(`${core}${closing}`, `${next.core}${next.closing}`, before.core))
    return false
  const isRead = readAbbreviation(core, context) !== null || readUnitApart(core, context) !== null
  return isRead || /^\p{Lu}$|\./u.test(core) || /^\p{Ll}/u.test(context.at(1).core)
}

/** Puts a pause after the last token unless there is a stronger one. */
function addPause(tokens: SpokenToken[], mark: string): void {
  const last = tokens.at(-1)
  if (!last || mark === '' || /[.,;:!?]$/.test(last.text)) return
  last.text += mark
}

function isAllCapitals(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? []
  return letters.length > 12 && letters.every(letter => letter === letter.toUpperCase())
}
