import type { Section, Sentence, Summary } from '../types.ts'
import { composeText } from './compose.ts'

/**
 * Shortens a summary to at most `maxLength` characters of plain Markdown. Drops complete sentences and counts them in
 * `coverage.leftOut`: weak sentences first, then the last sentence of the section with the most sentences, so that the end of the video
 * is covered as well as its beginning. Once every section has only one sentence, drops sections from the end, then key points. Screens,
 * Markdown and audio all use the result, so that they have the same sentences.
 */
export function trimToLength(summary: Summary, maxLength: number): Summary {
  let trimmed = summary
  while (composeText(trimmed).length > maxLength) {
    const shorter = dropOneSentence(trimmed)
    if (!shorter) break
    trimmed = { ...shorter, coverage: { ...shorter.coverage, leftOut: trimmed.coverage.leftOut + 1 } }
  }
  return trimmed
}

function dropOneSentence(summary: Summary): Summary | null {
  const { sections, inThreePoints } = summary
  const weak = sections.findLast(section => section.sentences.some(isWeak))
  const largest = sections.reduce<Section | null>(
    (largestSoFar, section) =>
      section.sentences.length > 1 && section.sentences.length >= (largestSoFar?.sentences.length ?? 0)
        ? section
        : largestSoFar,
    null,
  )
  const from = weak ?? largest ?? sections.at(-1)
  if (from) {
    const dropped = from.sentences.findLast(isWeak) ?? from.sentences.at(-1)
    const left = { ...from, sentences: from.sentences.filter(sentence => sentence !== dropped) }
    return { ...summary, sections: sections.flatMap(s => (s !== from ? [s] : left.sentences.length > 0 ? [left] : [])) }
  }
  return inThreePoints.length > 0 ? { ...summary, inThreePoints: inThreePoints.slice(0, -1) } : null
}

const isWeak = (sentence: Sentence) => sentence.support === 'weak'
