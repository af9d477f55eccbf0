import type { SpokenDocument } from '@recaps/summarizer/training/documents'
import { extractivePrecision, itemRecall } from './metrics.ts'
import { rouge } from './rouge.ts'
import type { Unit } from './units.ts'

/** Means over documents. Item recall and extractive precision only count documents with items and labels; 0 if none has. */
export interface Scores {
  rouge1: number
  rouge2: number
  rougeL: number
  itemRecall: number
  extractivePrecision: number
}

export const SCORES = ['rouge1', 'rouge2', 'rougeL', 'itemRecall', 'extractivePrecision'] as const

/** Scores of one document; undefined if it has no reference for a score. */
export type DocumentScores = { [score in keyof Scores]: number | undefined }

/** Length in words of the summaries used for item recall. */
export const ITEM_WORDS = 600

/** `chosen` are the units of the requested summary, `chosenLong` those of a summary of `ITEM_WORDS` words. */
export function scoreDocument(
  document: SpokenDocument,
  chosen: readonly Unit[],
  chosenLong: readonly Unit[],
): DocumentScores {
  return {
    ...rouge(document.reference, chosen.map(unit => unit.text).join(' ')),
    itemRecall: document.items.length > 0 ? itemRecall(document, chosenLong) : undefined,
    extractivePrecision: document.extractive ? extractivePrecision(chosen) : undefined,
  }
}

export function meanScores(documents: readonly DocumentScores[]): Scores {
  const entries = SCORES.map(score => {
    const known = documents.flatMap(document => document[score] ?? [])
    return [score, mean(known)] as const
  })
  return Object.fromEntries(entries) as unknown as Scores
}

export const mean = (values: readonly number[]) =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
