import type { SpokenDocument } from '@recaps/summarizer/training/documents'
import { contentStems, type Unit } from './units.ts'

const NEAR_MS = 90_000

/**
 * Share of the document's timestamped items that the chosen units represent: some unit within ± 90 s of the item contains at
 * least a third of the item's words (lower-cased, stemmed, without stop words).
 */
export function itemRecall(document: SpokenDocument, chosen: readonly Unit[]): number {
  const chosenUnits = chosen.map(unit => ({ ...unit, stems: new Set(contentStems(unit.text)) }))
  const represented = document.items.filter(item => {
    const words = new Set(contentStems(item.text))
    return chosenUnits.some(
      unit =>
        unit.startMs - NEAR_MS <= item.startMs &&
        item.startMs <= unit.endMs + NEAR_MS &&
        [...words].filter(word => unit.stems.has(word)).length * 3 >= words.size,
    )
  })
  return represented.length / document.items.length
}

/** Share of the chosen units with at least half of their words in dialogue acts that people labelled as important. */
export function extractivePrecision(chosen: readonly Unit[]): number {
  return chosen.length === 0 ? 0 : chosen.filter(unit => unit.labelledShare >= 0.5).length / chosen.length
}
