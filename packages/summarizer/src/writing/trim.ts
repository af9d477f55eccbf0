import type { Section, Sentence, Summary } from '../types.ts'
import { composeText } from './compose.ts'

/**
 * The same summary in at most `maxLength` characters of plain Markdown. Whole sentences go, never parts: weak ones first,
 * then the last sentence of whichever section has most, so that the end of the video stays as present as its beginning;
 * when every section is down to one sentence the later sections go, then the points. `coverage.leftOut` counts them.
 * Screen, Markdown and audio made from the result show the same sentences.
 */
export function trimToLength(summary: Summary, maxLength: number): Summary {
  let kept = summary
  while (composeText(kept).length > maxLength) {
    const shorter = withoutOne(kept)
    if (!shorter) break
    kept = { ...shorter, coverage: { ...shorter.coverage, leftOut: kept.coverage.leftOut + 1 } }
  }
  return kept
}

function withoutOne(summary: Summary): Summary | null {
  const { sections, inThreePoints } = summary
  const weak = sections.findLast(section => section.sentences.some(isWeak))
  const largest = sections.reduce<Section | null>(
    (most, section) =>
      section.sentences.length > 1 && section.sentences.length >= (most?.sentences.length ?? 0) ? section : most,
    null,
  )
  const from = weak ?? largest ?? sections.at(-1)
  if (from) {
    const gone = from.sentences.findLast(isWeak) ?? from.sentences.at(-1)
    const left = { ...from, sentences: from.sentences.filter(sentence => sentence !== gone) }
    return { ...summary, sections: sections.flatMap(s => (s !== from ? [s] : left.sentences.length > 0 ? [left] : [])) }
  }
  return inThreePoints.length > 0 ? { ...summary, inThreePoints: inThreePoints.slice(0, -1) } : null
}

const isWeak = (sentence: Sentence) => sentence.support === 'weak'
