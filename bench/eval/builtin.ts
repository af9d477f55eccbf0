import type { Summary } from '@recaps/summarizer'
import type { SpokenDocument } from '@recaps/summarizer/training/documents'
import type { Unit } from './units.ts'

/** The sentences of a summary, points included, in the order of the recording. */
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

/** By words: each word of the sentence is looked for in the segments that the citation touches. */
function labelledShare(document: SpokenDocument, text: string, startMs: number, endMs: number): Unit['labelledShare'] {
  if (!document.extractive) return 0
  const words = (t: string) => t.toLowerCase().match(/[a-z0-9']+/g) ?? []
  const touched = document.segments.filter(segment => segment.endMs > startMs && segment.startMs < endMs)
  const labelled = new Set(touched.filter(s => s.labelled).flatMap(s => words(s.text)))
  const other = new Set(touched.filter(s => !s.labelled).flatMap(s => words(s.text)))
  let yes = 0
  let no = 0
  for (const word of words(text)) {
    if (labelled.has(word) && !other.has(word)) yes++
    else if (other.has(word) && !labelled.has(word)) no++
    else if (labelled.has(word) && other.has(word)) {
      yes += 0.5
      no += 0.5
    }
  }
  return yes + no === 0 ? 0 : yes / (yes + no)
}
