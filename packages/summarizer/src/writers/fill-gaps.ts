import type { Section, Sentence, Span } from '../types.ts'
import { composeText } from '../writing/compose.ts'
import { type CheckedClaim, createClaimChecker } from './claims.ts'
import type { Manuscript } from './manuscript.ts'
import type { Point } from './notes.ts'

/** A stretch lasts at least ten minutes, longer if the summary has fewer than `WORDS_PER_STRETCH` words per stretch. */
const STRETCH_MS = 600_000
const WORDS_PER_STRETCH = 20

/**
 * Adds a sentence for every stretch of the recording that is not cited, if the notes have a point for it: writers neglect the middle and
 * the end of long recordings. Each sentence is inserted at its position in time.
 */
export function fillGaps(
  manuscript: Manuscript,
  { inThreePoints, sections }: { inThreePoints: readonly Sentence[]; sections: readonly Section[] },
  { points, words }: { points: readonly Point[]; words: number },
): Section[] {
  const stretchesOf = createStretchLookup(manuscript, words)
  const cited = [...inThreePoints, ...sections.flatMap(section => section.sentences)].flatMap(({ cites }) => cites)
  const covered = new Set(cited.flatMap(stretchesOf))
  const check = createClaimChecker(manuscript)
  const added = points.flatMap((point): Sentence[] => {
    const stretches = point.passages.flatMap(number => stretchesOf(manuscript.passages[number]!))
    if (stretches.every(stretch => covered.has(stretch)) || isQuote(point)) return []
    const claim = check({ text: point.text, cites: point.passages.map(number => `s${number + 1}`) })
    if (!claim || claim.missing.length > 0) return []
    for (const stretch of claim.cites.flatMap(stretchesOf)) covered.add(stretch)
    return [toSentence(claim)]
  })
  return added.reduce((all, sentence) => insert(all, sentence), [...sections])
}

/** Returns a function that lists the stretches that overlap a span, by index. */
const createStretchLookup = ({ durationMs }: Manuscript, words: number) => {
  const stretchMs = Math.max(STRETCH_MS, (durationMs * WORDS_PER_STRETCH) / words)
  return ({ startMs, endMs }: Span): number[] =>
    range(Math.floor(startMs / stretchMs), Math.floor(Math.max(startMs, endMs - 1) / stretchMs))
}

/** Maximum characters of Markdown, equal to the default of `renderMarkdown`, so that a summary is not truncated by default. */
const MAX_CHARACTERS = 10_000

/** Drops sentences until the summary fits into `MAX_CHARACTERS`. The longest go first, preferably from stretches with other sentences. */
export function dropToFit(
  manuscript: Manuscript,
  words: number,
  written: { headline: string; inThreePoints: Sentence[]; sections: readonly Section[] },
): Section[] {
  const stretchesOf = createStretchLookup(manuscript, words)
  let sections = [...written.sections]
  let excess = composeText({ ...written, sections }).length - MAX_CHARACTERS
  while (excess > 0) {
    const all = sections.flatMap(section => section.sentences)
    const counts = new Map<number, number>()
    for (const stretch of [...written.inThreePoints, ...all].flatMap(({ cites }) => cites).flatMap(stretchesOf))
      counts.set(stretch, (counts.get(stretch) ?? 0) + 1)
    const isRedundant = ({ cites }: Sentence) => cites.flatMap(stretchesOf).every(stretch => counts.get(stretch)! > 1)
    const redundant = all.filter(isRedundant)
    const longest = (redundant.length > 0 ? redundant : all).toSorted((a, b) => b.text.length - a.text.length)[0]
    if (!longest) break
    sections = sections
      .map(section => ({ ...section, sentences: section.sentences.filter(sentence => sentence !== longest) }))
      .filter(section => section.sentences.length > 0)
    excess = composeText({ ...written, sections }).length - MAX_CHARACTERS
  }
  return sections
}

const isQuote = ({ text }: Point) => text.startsWith('“')

const toSentence = ({ text, cites, foreign }: CheckedClaim): Sentence => ({
  text,
  cites,
  support: foreign ? 'weak' : 'verified',
})

function insert(sections: readonly Section[], sentence: Sentence): Section[] {
  const startMs = sentence.cites[0]!.startMs
  const endMs = sentence.cites.at(-1)!.endMs
  if (sections.length === 0) return [{ title: '', startMs, endMs, sentences: [sentence] }]
  const before = sections.findLastIndex(section => section.startMs <= startMs)
  const at = Math.max(0, before)
  return sections.map((section, i) => {
    if (i !== at) return section
    const index = section.sentences.findIndex(other => other.cites[0]!.startMs > startMs)
    return {
      ...section,
      startMs: Math.min(section.startMs, startMs),
      endMs: Math.max(section.endMs, endMs),
      sentences: section.sentences.toSpliced(index < 0 ? section.sentences.length : index, 0, sentence),
    }
  })
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i)
