import type { SpokenDocument } from '@recaps/summarizer/training/documents'
import { extractivePrecision, itemRecall } from './metrics.ts'
import { rouge } from './rouge.ts'
import type { Unit } from './units.ts'

/** Means over documents; item recall and extractive precision over those that have items and labels, 0 where none has. */
export interface Scores {
  rouge1: number
  rouge2: number
  rougeL: number
  itemRecall: number
  extractivePrecision: number
}

export const SCORES = ['rouge1', 'rouge2', 'rougeL', 'itemRecall', 'extractivePrecision'] as const

/** One document's; what it has no reference for is undefined. */
export type DocumentScores = { [score in keyof Scores]: number | undefined }

/** Words of the summaries in which timestamped items are looked for. */
export const ITEM_WORDS = 600

/** `chosen` are the units of the summary asked for, `chosenLong` those of one of `ITEM_WORDS`. */
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
