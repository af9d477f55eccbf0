import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Segment } from '@recaps/domain/transcript'
import { normalizeText } from './loops.ts'
import type { PieceTranscript } from './parse-transcript.ts'

/** How much the times of the same word may differ between two transcripts. */
const slackMs = 600

/**
 * Joins the transcripts of pieces on the timeline of the whole audio. Where two pieces overlap, it takes the words up to the end of the
 * longest run that both have from the first transcript, and those after it from the second; if they have nothing in common, it switches in
 * the middle of the overlap. It handles one piece per turn of the event loop, because hours of words would block it.
 */
export async function joinTranscripts(
  pieces: readonly (PieceTranscript & { startMs: number; overlapMs: number })[],
): Promise<Segment[][]> {
  const passages: Segment[][] = []
  for (const { segments, startMs, overlapMs } of pieces) {
    const shifted = segments.map(segment => shift(segment, startMs))
    const previous = passages.at(-1)
    if (previous && overlapMs > 0) {
      const seam = findSeam(previous, shifted, startMs, startMs + overlapMs)
      passages[passages.length - 1] = sliceWords(previous, 0, seam.kept)
      passages.push(sliceWords(shifted, seam.dropped, Number.POSITIVE_INFINITY))
    } else passages.push(shifted)
    await nextTurn()
  }
  return passages.map(clipToNext)
}

const shift = (segment: Segment, byMs: number): Segment => ({
  ...segment,
  startMs: segment.startMs + byMs,
  endMs: segment.endMs + byMs,
  ...(segment.words ? { words: segment.words.map(word => ({ ...word, startMs: word.startMs + byMs })) } : {}),
})

interface PlacedWord {
  /** Index in the passage. */
  index: number
  /** Normalized for comparison. */
  word: string
  startMs: number
}

/** How many words of the passage `before` are kept, and how many at the start of the passage `after` are dropped. */
function findSeam(
  before: Segment[],
  after: Segment[],
  fromMs: number,
  toMs: number,
): { kept: number; dropped: number } {
  const [wordsBefore, wordsAfter] = [placeWords(before), placeWords(after)]
  const tail = wordsBefore.filter(({ startMs }) => startMs >= fromMs - slackMs)
  const head = wordsAfter.filter(({ startMs }) => startMs <= toMs + slackMs)
  // Only one of the transcripts has words in the overlap.
  if (tail.length === 0 || head.length === 0) return { kept: wordsBefore.length, dropped: 0 }
  const run = longestCommonRun(tail, head)
  if (run && (run.length > 1 || Math.min(tail.length, head.length) <= 2))
    return { kept: tail[run.tail + run.length - 1]!.index + 1, dropped: head[run.head + run.length - 1]!.index + 1 }
  const middleMs = (fromMs + toMs) / 2
  return {
    kept: wordsBefore.filter(({ startMs }) => startMs < middleMs).length,
    dropped: wordsAfter.filter(({ startMs }) => startMs < middleMs).length,
  }
}

/** Words without a time of their own are spread evenly over their line. */
function placeWords(segments: readonly Segment[]): PlacedWord[] {
  const placed = segments.flatMap(segment => {
    const words = segment.text.split(' ')
    const eachMs = (segment.endMs - segment.startMs) / words.length
    return words.map((text, i) => ({
      word: normalizeText(text),
      startMs: segment.words?.[i]?.startMs ?? segment.startMs + i * eachMs,
    }))
  })
  return placed.map((word, index) => ({ ...word, index }))
}

function longestCommonRun(
  tail: readonly PlacedWord[],
  head: readonly PlacedWord[],
): { tail: number; head: number; length: number } | null {
  let best: { tail: number; head: number; length: number } | null = null
  for (let t = 0; t < tail.length; t++)
    for (let h = 0; h < head.length; h++) {
      let length = 0
      while (tail[t + length] && head[h + length] && tail[t + length]!.word === head[h + length]!.word) length++
      if (length > (best?.length ?? 0)) best = { tail: t, head: h, length }
    }
  return best
}

/** Returns the words `from` to `to` (exclusive) of a passage, with the lines that they belong to. */
function sliceWords(segments: readonly Segment[], from: number, to: number): Segment[] {
  let offset = 0
  return segments.flatMap(segment => {
    const words = segment.text.split(' ')
    const [first, last] = [Math.max(0, from - offset), Math.min(words.length, to - offset)]
    offset += words.length
    if (first >= last) return []
    if (first === 0 && last === words.length) return [segment]
    const eachMs = (segment.endMs - segment.startMs) / words.length
    const startOf = (i: number) => segment.words?.[i]?.startMs ?? Math.round(segment.startMs + i * eachMs)
    return [
      {
        ...segment,
        startMs: first === 0 ? segment.startMs : startOf(first),
        endMs: last === words.length ? segment.endMs : startOf(last),
        text: words.slice(first, last).join(' '),
        ...(segment.words ? { words: segment.words.slice(first, last) } : {}),
      },
    ]
  })
}

/** Clips lines at the start of the next passage. */
function clipToNext(passage: Segment[], index: number, all: Segment[][]): Segment[] {
  const next = all.slice(index + 1).find(other => other.length > 0)?.[0]
  if (!next) return passage
  return passage.map(segment =>
    segment.endMs > next.startMs ? { ...segment, endMs: Math.max(segment.startMs, next.startMs) } : segment,
  )
}
