import type { Cue } from './cue.ts'

/** A word of an utterance. */
export interface Word {
  text: string
  startMs: number
  /** True if the file has a timestamp for it. Otherwise `startMs` is estimated from the letters before it. */
  isTimed: boolean
  /** First word of its line, where dashes and speaker names occur. */
  isLineStart: boolean
}

/** A calm talk: 150 words per minute. */
export const ESTIMATED_MS_PER_WORD = 400
/** Word timestamps may be outside their cue by this much. */
const TOLERANCE_MS = 500

/**
 * Splits a cue into timed words. If the file times pieces of words (`t`, `he`), a word has the time of its first piece. If any
 * timestamp in the cue is outside the cue or runs backwards, all of the cue's word timestamps are ignored.
 */
export const splitCueWords = (cue: Cue): Word[] => {
  const { text, startMs, endMs } = cue
  const marks = arePlausible(cue) ? cue.marks : []
  const perLetterMs = Math.max(0, endMs - startMs) / Math.max(1, text.length)
  const words: Word[] = []
  let mark = -1
  let lineEnd = 0
  let isLineStart = true
  for (const match of text.matchAll(/\S+/g)) {
    isLineStart ||= text.slice(lineEnd, match.index).includes('\n')
    lineEnd = match.index + match[0].length
    while (mark + 1 < marks.length && (marks[mark + 1]?.at ?? 0) <= match.index) mark++
    const spoken = removeInvisible(match[0])
    if (spoken === '') continue
    const isTimed = marks.length > 0
    const ms = isTimed ? (marks[mark]?.ms ?? startMs) : startMs + Math.round(match.index * perLetterMs)
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

const arePlausible = ({ marks, startMs, endMs }: Cue): boolean =>
  marks.every(
    ({ ms }, at) =>
      ms >= startMs - TOLERANCE_MS &&
      ms <= endMs + TOLERANCE_MS &&
      ms >= (marks[at - 1]?.ms ?? Number.NEGATIVE_INFINITY),
  )

/** Removes control, zero-width and directional characters, and lone surrogates. */
const removeInvisible = (text: string): string => text.toWellFormed().replace(invisible, '')

const invisible = /[\p{Cc}\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\uFFF9-\uFFFD]/gu
