import type { Section, Sentence, Span } from '../types.ts'
import { composeText } from '../writing/compose.ts'
import { type CheckedClaim, claimChecker } from './claims.ts'
import type { Manuscript } from './manuscript.ts'
import type { Point } from './notes.ts'

/** A stretch lasts ten minutes, or longer where there are fewer words of summary than this for each. */
const STRETCH_MS = 600_000
const WORDS_A_STRETCH = 20

/**
 * The sections of a summary with a sentence for every stretch of the recording that none cites and of which the notes have
 * a point: writers lose the middle and the end of what is long. The sentence goes where its moment belongs.
 */
export function fillGaps(
  manuscript: Manuscript,
  { inThreePoints, sections }: { inThreePoints: readonly Sentence[]; sections: readonly Section[] },
  { points, words }: { points: readonly Point[]; words: number },
): Section[] {
  const stretchesOf = stretchesIn(manuscript, words)
  const cited = [...inThreePoints, ...sections.flatMap(section => section.sentences)].flatMap(({ cites }) => cites)
  const known = new Set(cited.flatMap(stretchesOf))
  const check = claimChecker(manuscript)
  const added = points.flatMap((point): Sentence[] => {
    const stretches = point.passages.flatMap(number => stretchesOf(manuscript.passages[number]!))
    if (stretches.every(stretch => known.has(stretch)) || isQuote(point)) return []
    const claim = check({ text: point.text, cites: point.passages.map(number => `s${number + 1}`) })
    if (!claim || claim.missing.length > 0) return []
    for (const stretch of claim.cites.flatMap(stretchesOf)) known.add(stretch)
    return [sentenceOf(claim)]
  })
  return added.reduce((all, sentence) => insert(all, sentence), [...sections])
}

/** The stretches of a recording that a span touches, by number. */
const stretchesIn = ({ durationMs }: Manuscript, words: number) => {
  const stretchMs = Math.max(STRETCH_MS, (durationMs * WORDS_A_STRETCH) / words)
  return ({ startMs, endMs }: Span): number[] =>
    range(Math.floor(startMs / stretchMs), Math.floor(Math.max(startMs, endMs - 1) / stretchMs))
}

/** Characters of Markdown that a summary has at most by default, so that it need not be cut. */
const MOST_CHARACTERS = 10_000

/** With fewer sentences, where a summary is longer than it may be: the longest of a stretch that has another goes first. */
export function fitted(
  manuscript: Manuscript,
  words: number,
  written: { headline: string; inThreePoints: Sentence[]; sections: readonly Section[] },
): Section[] {
  const stretchesOf = stretchesIn(manuscript, words)
  let sections = [...written.sections]
  let excess = composeText({ ...written, sections }).length - MOST_CHARACTERS
  while (excess > 0) {
    const all = sections.flatMap(section => section.sentences)
    const counts = new Map<number, number>()
    for (const stretch of [...written.inThreePoints, ...all].flatMap(({ cites }) => cites).flatMap(stretchesOf))
      counts.set(stretch, (counts.get(stretch) ?? 0) + 1)
    const isSpare = ({ cites }: Sentence) => cites.flatMap(stretchesOf).every(stretch => counts.get(stretch)! > 1)
    const spare = all.filter(isSpare)
    const longest = (spare.length > 0 ? spare : all).toSorted((a, b) => b.text.length - a.text.length)[0]
    if (!longest) break
    sections = sections
      .map(section => ({ ...section, sentences: section.sentences.filter(sentence => sentence !== longest) }))
      .filter(section => section.sentences.length > 0)
    excess = composeText({ ...written, sections }).length - MOST_CHARACTERS
  }
  return sections
}

const isQuote = ({ text }: Point) => text.startsWith('“')

const sentenceOf = ({ text, cites, foreign }: CheckedClaim): Sentence => ({
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
    const place = section.sentences.findIndex(other => other.cites[0]!.startMs > startMs)
    return {
      ...section,
      startMs: Math.min(section.startMs, startMs),
      endMs: Math.max(section.endMs, endMs),
      sentences: section.sentences.toSpliced(place < 0 ? section.sentences.length : place, 0, sentence),
    }
  })
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i)
