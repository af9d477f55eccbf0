import type { Source } from '../types.ts'
import { type Chunk, divideIntoChunks } from './chunks.ts'
import { type Passage, type ReadPassages, readPassages } from './passages.ts'

/**
 * A recording prepared for an external writer, such as a language model: numbered passages to cite, divided into chunks. Passage `i` is
 * cited as `s{i + 1}`.
 */
export interface Manuscript extends Omit<ReadPassages, 'passages'> {
  passages: Passage[]
  chunks: Chunk[]
  /** Estimated tokens of all chunks. */
  tokens: number
  durationMs: number
  /** Title, description and chapters. Names in them do not count as invented. */
  about: string
}

/** Prepares a transcript in any language. A transcript without words gives no passages and no chunks. */
export function prepareManuscript(source: Source): Manuscript {
  const read = readPassages(source)
  const chunks = divideIntoChunks(read.passages)
  const lastMs = read.passages.reduce((max, passage) => Math.max(max, passage.endMs), 0)
  return {
    ...read,
    chunks,
    tokens: chunks.reduce((sum, chunk) => sum + chunk.tokens, 0),
    durationMs: source.durationMs > 0 ? Math.round(source.durationMs) : lastMs,
    about: [source.title, source.description, ...(source.chapters ?? []).map(({ title }) => title)].join('\n').trim(),
  }
}

export const passageText = ({ lines }: Passage): string => lines.map(line => line.text).join(' ')

/** Parses a citation (`s123`) to a passage index; null if there is no such passage. */
export function passageNumber(cite: string, passages: readonly Passage[]): number | null {
  const number = /^\[?s?(\d{1,6})\]?$/.exec(cite.trim())?.[1]
  const index = Number(number) - 1
  return number !== undefined && index >= 0 && index < passages.length ? index : null
}
