import type { Cue } from './cue.ts'

/** A word as it stands in an utterance. */
export interface Word {
  text: string
  startMs: number
  /** True where the file says when; else `startMs` is reckoned from the letters before it. */
  isTimed: boolean
  /** First of its line: dashes and names stand here. */
  isLineStart: boolean
}

/** A calm talk: 150 words a minute. */
export const ESTIMATED_MS_PER_WORD = 400
/** Inner stamps may miss the cue's own by this much and still be believed. */
const TOLERANCE_MS = 500

/**
 * The words of an utterance. Instants are those of the letters: where words come in pieces (`t`, `he`), a word has the
 * instant of its first piece. Stamps that lie outside the cue or run backwards are not believed, none of the cue's.
 */
export const wordsOf = (cue: Cue): Word[] => {
  const { text, startMs, endMs } = cue
  const marks = areBelievable(cue) ? cue.marks : []
  const perLetterMs = Math.max(0, endMs - startMs) / Math.max(1, text.length)
  const words: Word[] = []
  let mark = -1
  let lineEnd = 0
  let isLineStart = true
  for (const found of text.matchAll(/\S+/g)) {
    isLineStart ||= text.slice(lineEnd, found.index).includes('\n')
    lineEnd = found.index + found[0].length
    while (mark + 1 < marks.length && (marks[mark + 1]?.at ?? 0) <= found.index) mark++
    const spoken = withoutUnseen(found[0])
    if (spoken === '') continue
    const isTimed = marks.length > 0
    const ms = isTimed ? (marks[mark]?.ms ?? startMs) : startMs + Math.round(found.index * perLetterMs)
    words.push({
      text: spoken,
      startMs: Math.min(Math.max(ms, startMs), Math.max(startMs, endMs)),
      isTimed,
      isLineStart,
    })
    isLineStart = false
  }
  return words
}

const areBelievable = ({ marks, startMs, endMs }: Cue): boolean =>
  marks.every(
    ({ ms }, at) =>
      ms >= startMs - TOLERANCE_MS &&
      ms <= endMs + TOLERANCE_MS &&
      ms >= (marks[at - 1]?.ms ?? Number.NEGATIVE_INFINITY),
  )

/** Controls, zero-width and directional characters and half characters say nothing. */
const withoutUnseen = (text: string): string => text.toWellFormed().replace(unseen, '')

const unseen = /[\p{Cc}\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\uFFF9-\uFFFD]/gu
