import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Segment } from '@recaps/domain/transcript'
import type { HeardPiece } from './answer.ts'
import { plain } from './loops.ts'

/** How far the instants of two hearings of the same word may lie apart. */
const slackMs = 600

/**
 * Puts what was heard in the pieces behind each other, on the clock of the whole sound. Where two pieces have the same
 * seconds, their words are told once: up to what both heard alike from the first, from there on from the second; where
 * they agree on nothing, the middle parts them. One piece in a turn: hours of words would hold others up.
 */
export async function join(
  heard: readonly (HeardPiece & { startMs: number; overlapMs: number })[],
): Promise<Segment[][]> {
  const passages: Segment[][] = []
  for (const { segments, startMs, overlapMs } of heard) {
    const own = segments.map(segment => shift(segment, startMs))
    const before = passages.at(-1)
    if (before && overlapMs > 0) {
      const seam = seamOf(before, own, startMs, startMs + overlapMs)
      passages[passages.length - 1] = take(before, 0, seam.before)
      passages.push(take(own, seam.after, Number.POSITIVE_INFINITY))
    } else passages.push(own)
    await nextTurn()
  }
  return passages.map(clipped)
}

const shift = (segment: Segment, byMs: number): Segment => ({
  ...segment,
  startMs: segment.startMs + byMs,
  endMs: segment.endMs + byMs,
  ...(segment.words ? { words: segment.words.map(word => ({ ...word, startMs: word.startMs + byMs })) } : {}),
})

/** A word of a passage, counted from its beginning. */
interface Place {
  at: number
  said: string
  ms: number
}

/** How many words of the passage before are told, and how many of the one after are not. */
function seamOf(before: Segment[], after: Segment[], fromMs: number, toMs: number): { before: number; after: number } {
  const [ends, begins] = [placesIn(before), placesIn(after)]
  const tail = ends.filter(({ ms }) => ms >= fromMs - slackMs)
  const head = begins.filter(({ ms }) => ms <= toMs + slackMs)
  // Heard by one of them only.
  if (tail.length === 0 || head.length === 0) return { before: ends.length, after: 0 }
  const alike = longestAlike(tail, head)
  if (alike && (alike.length > 1 || Math.min(tail.length, head.length) <= 2))
    return { before: tail[alike.tail + alike.length - 1]!.at + 1, after: head[alike.head + alike.length - 1]!.at + 1 }
  const middleMs = (fromMs + toMs) / 2
  return {
    before: ends.filter(({ ms }) => ms < middleMs).length,
    after: begins.filter(({ ms }) => ms < middleMs).length,
  }
}

/** Every word with its instant, told or reckoned from its line. */
function placesIn(segments: readonly Segment[]): Place[] {
  const places = segments.flatMap(segment => {
    const words = segment.text.split(' ')
    const eachMs = (segment.endMs - segment.startMs) / words.length
    return words.map((text, i) => ({
      said: plain(text),
      ms: segment.words?.[i]?.startMs ?? segment.startMs + i * eachMs,
    }))
  })
  return places.map((place, at) => ({ ...place, at }))
}

function longestAlike(
  tail: readonly Place[],
  head: readonly Place[],
): { tail: number; head: number; length: number } | null {
  let best: { tail: number; head: number; length: number } | null = null
  for (let t = 0; t < tail.length; t++)
    for (let h = 0; h < head.length; h++) {
      let length = 0
      while (tail[t + length] && head[h + length] && tail[t + length]!.said === head[h + length]!.said) length++
      if (length > (best?.length ?? 0)) best = { tail: t, head: h, length }
    }
  return best
}

/** The words `from` up to `to` of a passage, in their lines. */
function take(segments: readonly Segment[], from: number, to: number): Segment[] {
  let at = 0
  return segments.flatMap(segment => {
    const words = segment.text.split(' ')
    const [first, last] = [Math.max(0, from - at), Math.min(words.length, to - at)]
    at += words.length
    if (first >= last) return []
    if (first === 0 && last === words.length) return [segment]
    const eachMs = (segment.endMs - segment.startMs) / words.length
    const instant = (i: number) => segment.words?.[i]?.startMs ?? Math.round(segment.startMs + i * eachMs)
    return [
      {
        ...segment,
        startMs: first === 0 ? segment.startMs : instant(first),
        endMs: last === words.length ? segment.endMs : instant(last),
        text: words.slice(first, last).join(' '),
        ...(segment.words ? { words: segment.words.slice(first, last) } : {}),
      },
    ]
  })
}

/** No line lasts into the next passage. */
function clipped(passage: Segment[], at: number, all: Segment[][]): Segment[] {
  const next = all.slice(at + 1).find(other => other.length > 0)?.[0]
  if (!next) return passage
  return passage.map(segment =>
    segment.endMs > next.startMs ? { ...segment, endMs: Math.max(segment.startMs, next.startMs) } : segment,
  )
}
