import { pasteTokens } from '../youtube-address.ts'
import { type ListedLine, MAX_LINES, readLine, refusedLine } from './line.ts'

/**
 * Channels as somebody pastes them: one on a line, or several with commas, semicolons or spaces between them. Words beside
 * a link are its name or a bullet; words without one are told back as they stand.
 */
export const readPasted = (text: string): ListedLine[] => {
  const lines: ListedLine[] = []
  let left = MAX_LINES
  for (const part of text.split(/[\r\n\u2028\u2029,;]+/)) {
    // Each piece by itself, so that no limit on one paste takes the end of a long one.
    const pieces = part.split(/[\s\uFEFF]+/).filter(piece => piece !== '')
    left -= pieces.length
    if (left < 0) return [...lines, refusedLine('', 'too_long')]
    if (pieces.length > 0) lines.push(...readPieces(pieces))
  }
  return lines
}

const readPieces = (pieces: string[]): ListedLine[] => {
  const meant = pieces.flatMap(piece => pasteTokens(piece).map(token => readLine(token))).filter(isMeant)
  const whole = pieces.join(' ')
  return meant.length > 0 ? meant : [readLine(whole, '', whole)]
}

/** `Node.js` beside a link is a word, whatever it looks like. */
const isMeant = (line: ListedLine): boolean =>
  line.kind === 'channel' ||
  (line.reason === 'not_youtube' ? /^https?:/i.test(line.text) : line.reason !== 'not_a_link')
