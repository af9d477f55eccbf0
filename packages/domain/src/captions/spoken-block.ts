import { endsSentence } from '../sentence-ends.ts'
import type { Cue } from './cue.ts'
import { ESTIMATED_MS_PER_WORD } from './words.ts'

/** Lines of plain text spoken from one timestamp on. */
export interface Block {
  startMs: number
  voice?: string
  lines: string[]
}

/** Text without sentence ends is split into pieces of this many words. */
const MAX_PIECE_WORDS = 40

export const countWords = (lines: readonly string[]): number =>
  lines.reduce((sum, line) => sum + line.split(/\s+/).length, 0)

/** Splits lines into sentences and distributes the time until the next timestamp among them by their length. */
export const toTimedCues = ({ lines, startMs, voice }: Block, nextMs?: number): Cue[] => {
  const pieces = lines.flatMap(splitIntoPieces)
  const letters = pieces.reduce((sum, piece) => sum + piece.length + 1, 0)
  const words = pieces.reduce((sum, piece) => sum + piece.split(' ').length, 0)
  const lastsMs = Math.max(0, (nextMs ?? startMs + words * ESTIMATED_MS_PER_WORD) - startMs)
  let before = 0
  return pieces.map(text => {
    const from = startMs + Math.round((lastsMs * before) / letters)
    before += text.length + 1
    const to = startMs + Math.round((lastsMs * before) / letters)
    return { startMs: from, endMs: to, text, marks: [], part: 0, ...(voice === undefined ? {} : { voice }) }
  })
}

const splitIntoPieces = (line: string): string[] => {
  const pieces: string[] = []
  let piece: string[] = []
  const words = line.split(/\s+/)
  for (const [at, word] of words.entries()) {
    piece.push(word)
    const isEnd = piece.length >= 4 && endsSentence(word, words[at + 1] ?? '', words[at - 1])
    if (piece.length >= MAX_PIECE_WORDS || isEnd) {
      pieces.push(piece.join(' '))
      piece = []
    }
  }
  return piece.length > 0 ? [...pieces, piece.join(' ')] : pieces
}
