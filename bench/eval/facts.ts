import type { Summary } from '@recaps/summarizer'
import type { SpokenDocument, SpokenSegment } from '@recaps/summarizer/training/documents'
import { seededNumbers } from './baselines.ts'

/** A long recording with one inserted fact every ten minutes. */
export interface PlantedFacts {
  recording: SpokenDocument
  facts: { name: string; number: string }[]
}

export interface FactCoverage {
  windows: number
  /** Share of the windows that some sentence cites. */
  windowsRepresented: number
  /** Share of the planted facts whose name and number occur in a sentence of the summary. */
  factsTold: number
}

export const WINDOW_MS = 600_000

const TOLD = [
  (name: string, number: string) => `The ${name} station needs ${number} litres of water a day.`,
  (name: string, number: string) => `Only ${number} people live in ${name} now.`,
  (name: string, number: string) => `We finished the ${name} report after ${number} days.`,
  (name: string, number: string) => `In ${name} they counted ${number} birds last winter.`,
  (name: string, number: string) => `The bridge at ${name} carries ${number} cars an hour.`,
  (name: string, number: string) => `Professor ${name} wrote ${number} letters to the ministry.`,
]

/** Inserts a fact after the segment in the middle of each window, spoken by the same speaker. */
export function plantFacts(recording: SpokenDocument): PlantedFacts {
  const next = seededNumbers('facts')
  const segments: SpokenSegment[] = [...recording.segments].sort((a, b) => a.startMs - b.startMs)
  const facts: PlantedFacts['facts'] = []
  for (let from = 0; from + WINDOW_MS <= recording.durationMs + 60_000; from += WINDOW_MS) {
    const middle = from + WINDOW_MS / 2
    const after = segments.findLastIndex(segment => segment.startMs <= middle)
    const before = segments[Math.max(0, after)]!
    const name = createName(next)
    const number = String(120 + Math.floor(next() * 800))
    const startMs = Math.max(before.endMs, middle)
    segments.splice(after + 1, 0, {
      ...before,
      startMs,
      endMs: startMs + 5000,
      text: TOLD[facts.length % TOLD.length]!(name, number),
      labelled: false,
    })
    facts.push({ name, number })
  }
  return { recording: { ...recording, segments }, facts }
}

function createName(next: () => number): string {
  const pick = (letters: string) => letters[Math.floor(next() * letters.length)]!
  const syllable = () => pick('bdfgklmnprstvz') + pick('aeiou')
  const name = syllable() + syllable() + syllable() + pick('lnrs')
  return name[0]!.toUpperCase() + name.slice(1)
}

export function factCoverage({ recording, facts }: PlantedFacts, summary: Summary): FactCoverage {
  const sentences = [...summary.inThreePoints, ...summary.sections.flatMap(section => section.sentences)]
  const cited = sentences.flatMap(sentence => sentence.cites)
  const windows = Math.max(1, Math.round(recording.durationMs / WINDOW_MS))
  const represented = Array.from({ length: windows }, (_, i) => i * WINDOW_MS).filter(from =>
    cited.some(({ startMs, endMs }) => startMs < from + WINDOW_MS && endMs >= from),
  )
  const told = facts.filter(({ name, number }) =>
    sentences.some(({ text }) => text.includes(name) && text.includes(number)),
  )
  return {
    windows,
    windowsRepresented: represented.length / windows,
    factsTold: told.length / Math.max(1, facts.length),
  }
}
