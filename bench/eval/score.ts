import type { SpokenDocument } from '@recaps/summarizer/training/documents'
import { extractivePrecision, itemRecall } from './metrics.ts'
import { rouge } from './rouge.ts'
import type { System } from './units.ts'

export interface Scores {
  rouge1: number
  rouge2: number
  rougeL: number
  itemRecall: number
  extractivePrecision: number
}

/** Words of the summaries in which timestamped items are looked for. */
const ITEM_WORDS = 600

/** Means over the documents; item recall and extractive precision over those that have items and labels. */
export function score(system: System, documents: readonly SpokenDocument[], words: number): Scores {
  const chosen = documents.map(document => system(document, words))
  const rouges = documents.map((document, i) => rouge(document.reference, chosen[i]!.map(unit => unit.text).join(' ')))
  const withItems = documents.filter(document => document.items.length > 0)
  return {
    rouge1: mean(rouges.map(r => r.rouge1)),
    rouge2: mean(rouges.map(r => r.rouge2)),
    rougeL: mean(rouges.map(r => r.rougeL)),
    itemRecall: mean(withItems.map(document => itemRecall(document, system(document, ITEM_WORDS)))),
    extractivePrecision: mean(chosen.filter((_, i) => documents[i]!.extractive).map(extractivePrecision)),
  }
}

/** 0 for no values: a file without items or labels has no such figure. */
const mean = (values: readonly number[]) =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
