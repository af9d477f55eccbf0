import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { joinDocuments, type SpokenDocument } from '@recaps/summarizer/training/documents'

export const LONG_HOURS = 12

/**
 * Twelve hours of speech: the longest composite in `composites.json` next to the file, or else the file's documents joined in
 * order. Shorter if the file has less.
 */
export function longRecording(documents: readonly SpokenDocument[], file: string): SpokenDocument {
  const lengthMs = LONG_HOURS * 3_600_000
  const compositesFile = path.join(path.dirname(file), 'composites.json')
  const composites = existsSync(compositesFile)
    ? (JSON.parse(readFileSync(compositesFile, 'utf8')) as { durationS: number; parts: string[] }[])
    : []
  const byId = new Map(documents.map(document => [document.id, document]))
  const longest = composites
    .filter(composite => composite.parts.every(part => byId.has(part)))
    .sort((a, b) => b.durationS - a.durationS)[0]
  return joinDocuments(longest ? longest.parts.map(part => byId.get(part)!) : documents, lengthMs)
}
