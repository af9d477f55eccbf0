import { endsSentence, isAbbreviation } from '@recaps/domain/sentence-ends'
import { readAbbreviation } from './abbreviations.ts'
import { cleanWord } from './clean.ts'
import { type Context, createContext, type Piece } from './context.ts'
import { toPieces } from './pieces.ts'
import { readDetachedUnit, readPiece } from './readers.ts'

/** One token for the voice. `text`: lower-case letters, apostrophes and a final pause mark; `word`: index of the written word. */
export type SpokenToken = { text: string; word: number }

/** How to speak a written text. `words` are the written words: `written.trim().split(/\s+/)`. */
export type SpeechPlan = { words: string[]; tokens: SpokenToken[] }

/**
 * Converts written English to spoken words. Numbers, dates, money, units and abbreviations are written out, acronyms are spelled or
 * pronounced, and Markdown, addresses and emoji are read as a person would, or skipped. Never throws; a text with nothing to speak has no
 * tokens.
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
    const context = createContext(pieces, index, isShouting)
    const spoken = readPiece(context)
    const spokenWords = spoken
      .toLowerCase()
      .split(/[^a-z']+/)
      .filter(token => /[a-z]/.test(token))
    if (spokenWords.length > 0 && piece.core !== '' && /[(—]/.test(piece.opening)) addPause(tokens, ',')
    tokens.push(...spokenWords.map(text => ({ text, word: piece.word })))
    const isLast = index === pieces.length - 1
    addPause(
      tokens,
      spokenWords.length === 0 ? pauseForDash(piece) : pauseAfter(piece, !isLast && hasOwnPeriod(context)),
    )
  }
  return { words, tokens }
}

/** The text for voices that can read numbers and abbreviations themselves: only markup, emoji and the like are removed. */
export function plainText(written: string): string {
  return written.trim().split(/\s+/).map(cleanWord).filter(Boolean).join(' ')
}

/** The text for the built-in voice: ASCII letters, apostrophes, spaces and `, ; : . ! ?`. */
export function spokenText(written: string): string {
  return planSpeech(written)
    .tokens.map(token => token.text)
    .join(' ')
}

function pauseAfter({ closing }: Piece, hasOwnPeriod: boolean): string {
  const mark = /[.!?;:]/.exec(hasOwnPeriod ? closing.replace('.', '') : closing)?.[0]
  return mark ?? (/[,)…—–]/.test(closing) ? ',' : '')
}

/** The pause of an isolated dash. */
function pauseForDash({ opening, core, closing }: Piece): string {
  return /^[-–—…|]/.test(opening + core + closing) ? ',' : ''
}

/** Whether the period after a piece does not end the sentence: an abbreviation, a unit, initials, or a lower-case word follows. */
function hasOwnPeriod(context: Context): boolean {
  const { core, closing } = context.piece
  if (!closing.startsWith('.')) return false
  const [before, next] = [context.at(-1), context.at(1)]
  if (isAbbreviation(`${core}.`) && endsSentence(`${core}${closing}`, `${next.core}${next.closing}`, before.core))
    return false
  const isRead = readAbbreviation(core, context) !== null || readDetachedUnit(core, context) !== null
  return isRead || /^\p{Lu}$|\./u.test(core) || /^\p{Ll}/u.test(context.at(1).core)
}

/** Adds a pause mark to the last token unless it has one. */
function addPause(tokens: SpokenToken[], mark: string): void {
  const last = tokens.at(-1)
  if (!last || mark === '' || /[.,;:!?]$/.test(last.text)) return
  last.text += mark
}

function isAllCapitals(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? []
  return letters.length > 12 && letters.every(letter => letter === letter.toUpperCase())
}
