import type { Candidate } from '../choosing/candidates.ts'
import { findTopic } from '../choosing/survey.ts'
import type { Utterance } from '../reading/utterances.ts'
import type { Source, Span } from '../types.ts'

/** A part of the recording with the sentences chosen from it. */
export interface Part extends Span {
  /** Set if the section is a chapter of the video. */
  title: string | null
  /** First utterance (inclusive) and last utterance (exclusive). */
  from: number
  to: number
  chosen: Candidate[]
}

const WORDS_PER_SECTION = 85
const MAX_SECTIONS = 20

/** Divides the chosen sentences into sections: by the video's chapters if there are at least three, else by topics. */
export function divideIntoSections(
  chosen: readonly Candidate[],
  utterances: readonly Utterance[],
  topicStarts: readonly number[],
  chapters: Source['chapters'],
): Part[] {
  const titled = (chapters ?? []).filter(chapter => chapter.title.trim() !== '')
  const byChapter = titled.length >= 3
  const starts = byChapter ? titled.map(chapter => firstAfter(utterances, chapter.startMs)) : topicStarts
  const borders = starts.map((from, i) => ({ from: i === 0 ? 0 : from, to: starts[i + 1] ?? utterances.length }))
  const parts = borders.flatMap(({ from, to }, i): Part[] => {
    const inPart = chosen.filter(c => c.index >= from && c.index < to)
    return from < to && (inPart.length > 0 || !byChapter)
      ? [
          {
            ...spanOf(utterances, from, to),
            title: byChapter ? titled[i]!.title.trim() : null,
            from,
            to,
            chosen: inPart,
          },
        ]
      : []
  })
  if (byChapter) return parts
  const words = chosen.reduce((sum, c) => sum + c.words.length, 0)
  return mergeSmallParts(parts, Math.max(1, Math.min(MAX_SECTIONS, Math.round(words / WORDS_PER_SECTION))))
}

function firstAfter(utterances: readonly Utterance[], ms: number): number {
  // Chapters are set by hand, often slightly late.
  const index = utterances.findIndex(utterance => utterance.words[0]!.startMs >= ms - 1500)
  return index < 0 ? utterances.length : index
}

function spanOf(utterances: readonly Utterance[], from: number, to: number): Span {
  const inPart = utterances.slice(from, to)
  const startMs = inPart.reduce((min, u) => Math.min(min, u.words[0]!.startMs), Number.POSITIVE_INFINITY)
  return { startMs, endMs: inPart.reduce((max, u) => Math.max(max, u.words.at(-1)!.endMs), startMs) }
}

/** Merges the smallest part with its smaller neighbour until there are at most `maxParts` and each has at least two sentences. */
function mergeSmallParts(parts: readonly Part[], maxParts: number): Part[] {
  const left = [...parts]
  while (left.length > 1) {
    const at = left.reduce((smallest, part, i) => (size(part) < size(left[smallest]!) ? i : smallest), 0)
    if (left.length <= maxParts && left[at]!.chosen.length >= 2) break
    const before = left[at - 1]
    const after = left[at + 1]
    const first = after === undefined || (before !== undefined && size(before) <= size(after)) ? at - 1 : at
    const [a, b] = [left[first]!, left[first + 1]!]
    left.splice(first, 2, {
      title: null,
      from: a.from,
      to: b.to,
      startMs: Math.min(a.startMs, b.startMs),
      endMs: Math.max(a.endMs, b.endMs),
      chosen: [...a.chosen, ...b.chosen],
    })
  }
  return left
}

const size = (part: Part) => part.chosen.reduce((sum, c) => sum + c.words.length, 0)

export const createPartLookup = (parts: readonly Part[]) => (utterance: number) => {
  const part = findTopic(
    utterance,
    parts.map(p => p.from),
  )
  return part >= 0 && utterance < parts[part]!.to ? part : -1
}
