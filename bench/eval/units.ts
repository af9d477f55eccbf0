import { porterStem } from '@recaps/summarizer/choosing/porter'
import type { SpokenDocument } from '@recaps/summarizer/training/documents'
import { STOP_WORDS } from './stop-words.ts'

/** What an extractive system chooses: one sentence of at most 40 words, with the segments it comes from. */
export interface Unit {
  text: string
  startMs: number
  endMs: number
  /** Share of its words that stand in dialogue acts which people labelled. */
  labelledShare: number
}

/** Chooses units worth so many words from a document. */
export type System = (document: SpokenDocument, words: number) => Unit[]

const MOST_WORDS = 40

/** Sentences of a document, cut after 40 words; single words are left out. */
export function unitsOf(document: SpokenDocument): Unit[] {
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

/** Lower-cased, stemmed words of a text without stop words. */
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

/** The best-ranked units, in the order of the recording, filled to exactly `budget` words by cutting the last one. */
export function fill(units: readonly Unit[], order: readonly number[], budget: number): Unit[] {
  const chosen: [number, Unit][] = []
  let left = budget
  for (const index of order) {
    const unit = units[index]!
    const words = unit.text.split(' ')
    chosen.push([index, words.length <= left ? unit : { ...unit, text: words.slice(0, left).join(' ') }])
    left -= words.length
    if (left <= 0) break
  }
  return chosen.sort((a, b) => a[0] - b[0]).map(([, unit]) => unit)
}
