import { pasteTokens } from '../pasted-url.ts'
import { type ListedLine, MAX_LINES, readLine, refusedLine } from './line.ts'

/**
 * Reads pasted channels: one per line, or several separated by commas, semicolons or spaces. Words next to a link are ignored
 * as its name or a bullet; lines without a link are returned as refused.
 */
export const readPasted = (text: string): ListedLine[] => {
  const lines: ListedLine[] = []
  let remaining = MAX_LINES
  for (const part of text.split(/[\r\n\u2028\u2029,;]+/)) {
    // Each piece is tokenized separately, so that the length limit of a single paste does not truncate a long list.
    const pieces = part.split(/[\s\uFEFF]+/).filter(piece => piece !== '')
    remaining -= pieces.length
    if (remaining < 0) return [...lines, refusedLine('', 'too_long')]
    if (pieces.length > 0) lines.push(...readPieces(pieces))
  }
  return lines
}

const readPieces = (pieces: string[]): ListedLine[] => {
  const links = pieces.flatMap(piece => pasteTokens(piece).map(token => readLine(token))).filter(isIntentional)
  const line = pieces.join(' ')
  return links.length > 0 ? links : [readLine(line, '', line)]
}

/** Whether the user meant a piece as a link. `Node.js` next to a link is just a word. */
const isIntentional = (line: ListedLine): boolean =>
  line.kind === 'channel' ||
  (line.reason === 'not_youtube' ? /^https?:/i.test(line.text) : line.reason !== 'not_a_link')
