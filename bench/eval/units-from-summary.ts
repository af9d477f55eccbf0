import type { Summary } from '@recaps/summarizer'
import type { SpokenDocument } from '@recaps/summarizer/training/documents'
import type { Unit } from './units.ts'

/** The sentences of a summary, including its key points, in the order of the recording. */
export function unitsFrom(document: SpokenDocument, summary: Summary): Unit[] {
  const sentences = [...summary.inThreePoints, ...summary.sections.flatMap(section => section.sentences)]
  return sentences
    .map(({ text, cites }) => {
      const startMs = cites[0]!.startMs
      const endMs = cites.at(-1)!.endMs
      return { text, startMs, endMs, labelledShare: labelledShare(document, text, startMs, endMs) }
    })
    .sort((a, b) => a.startMs - b.startMs)
}

/** Compares words: each word of the sentence is searched in the segments that overlap the citation. */
function labelledShare(document: SpokenDocument, text: string, startMs: number, endMs: number): Unit['labelledShare'] {
  if (!document.extractive) return 0
  const words = (t: string) => t.toLowerCase().match(/[a-z0-9']+/g) ?? []
  const overlapping = document.segments.filter(segment => segment.endMs > startMs && segment.startMs < endMs)
  const labelled = new Set(overlapping.filter(s => s.labelled).flatMap(s => words(s.text)))
  const other = new Set(overlapping.filter(s => !s.labelled).flatMap(s => words(s.text)))
  let labelledCount = 0
  let otherCount = 0
  for (const word of words(text)) {
    if (labelled.has(word) && !other.has(word)) labelledCount++
    else if (other.has(word) && !labelled.has(word)) otherCount++
    else if (labelled.has(word) && other.has(word)) {
      labelledCount += 0.5
      otherCount += 0.5
    }
  }
  return labelledCount + otherCount === 0 ? 0 : labelledCount / (labelledCount + otherCount)
}
