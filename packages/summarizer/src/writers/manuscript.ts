import type { Source } from '../types.ts'
import { type Chunk, divideIntoChunks } from './chunks.ts'
import { type Passage, type ReadPassages, readPassages } from './passages.ts'

/**
 * A recording prepared for a writer who is not this engine, such as a language model: numbered passages to cite, and the
 * chunks in which they are read. Passage `i` is called `s{i + 1}`.
 */
export interface Manuscript extends Omit<ReadPassages, 'passages'> {
  passages: Passage[]
  chunks: Chunk[]
  /** Of all chunks. */
  tokens: number
  durationMs: number
  /** Title, description and chapters: names that stand there are not invented. */
  about: string
}

/** Prepares a transcript of any language. Pure; a transcript without words gives no passages and no chunks. */
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

export const textOf = ({ lines }: Passage): string => lines.map(line => line.text).join(' ')

/** Number by which a passage is cited; null for anything that is none of these passages. */
export function passageNumber(cite: string, passages: readonly Passage[]): number | null {
  const number = /^\[?s?(\d{1,6})\]?$/.exec(cite.trim())?.[1]
  const index = Number(number) - 1
  return number !== undefined && index >= 0 && index < passages.length ? index : null
}
