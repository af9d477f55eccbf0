import { porterStem } from '@recaps/summarizer/choosing/porter'
import type { SpokenDocument } from '@recaps/summarizer/training/documents'
import { STOP_WORDS } from './stop-words.ts'

/** What an extractive system selects: a sentence of at most 40 words, with the time of its segment. */
export interface Unit {
  text: string
  startMs: number
  endMs: number
  /** Share of its words in dialogue acts that people labelled as important. */
  labelledShare: number
}

/** Selects units of a document with `words` words in total. */
export type System = (document: SpokenDocument, words: number) => Unit[]

const MOST_WORDS = 40

/** Splits a document into sentences of at most 40 words. Skips single words. */
export function splitIntoUnits(document: SpokenDocument): Unit[] {
  return document.segments.flatMap(segment =>
    segment.text.split(/(?<=[.?!])\s+/).flatMap(sentence => {
      const words = sentence.split(/\s+/).filter(Boolean)
      const units: Unit[] = []
      for (let from = 0; from < words.length; from += MOST_WORDS) {
        const text = words.slice(from, from + MOST_WORDS)
        if (text.length < 2) continue
        const { startMs, endMs, labelled } = segment
        units.push({ text: text.join(' '), startMs, endMs, labelledShare: labelled ? 1 : 0 })
      }
      return units
    }),
  )
}

const stems = new Map<string, string>()

/** The words of a text, lower-cased and stemmed, without stop words. */
export function contentStems(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z0-9']+/g) ?? []
  return words.flatMap(word => {
    if (STOP_WORDS.has(word)) return []
    let stem = stems.get(word)
    if (stem === undefined) {
      stem = porterStem(word)
      stems.set(word, stem)
    }
    return [stem]
  })
}

/** The best-ranked units in the order of the recording. The last-ranked one is cut so that they have exactly `budget` words. */
export function fillBudget(units: readonly Unit[], order: readonly number[], budget: number): Unit[] {
  const chosen: [number, Unit][] = []
  let remaining = budget
  for (const index of order) {
    const unit = units[index]!
    const words = unit.text.split(' ')
    chosen.push([index, words.length <= remaining ? unit : { ...unit, text: words.slice(0, remaining).join(' ') }])
    remaining -= words.length
    if (remaining <= 0) break
  }
  return chosen.sort((a, b) => a[0] - b[0]).map(([, unit]) => unit)
}
