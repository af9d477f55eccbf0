import type { Segment, Source } from '../types.ts'
import { plainPieces } from './plain-text.ts'

/** One spoken word with its timestamps and the index of its (sorted) segment. */
export interface Word {
  text: string
  startMs: number
  endMs: number
  segment: number
  /** Set if `startMs` is from the captions and not interpolated. */
  timed?: boolean
  /** For captions without punctuation: predicted part of speech, and probability that a sentence ends after the word. */
  guess?: { tag: string; end: number }
}

/** Consecutive words of one speaker. */
export interface Turn {
  speaker: string
  words: Word[]
}

/** Sorts segments by time, rounds and clamps their timestamps to the video, ensures start ≤ end, and drops empty ones. */
export function normaliseSegments(source: Pick<Source, 'segments' | 'durationMs'>): Segment[] {
  const clampToVideo = (ms: number) => {
    const rounded = Number.isFinite(ms) ? Math.max(0, Math.round(ms)) : 0
    return source.durationMs > 0 ? Math.min(rounded, Math.round(source.durationMs)) : rounded
  }
  const segments = source.segments
    .filter(segment => segment.text.trim() !== '')
    .map(segment => {
      const startMs = clampToVideo(segment.startMs)
      return { ...segment, startMs, endMs: Math.max(startMs, clampToVideo(segment.endMs)) }
    })
  return segments.sort((a, b) => a.startMs - b.startMs)
}

/** Splits a transcript into speaker turns. A listener's "mm-hmm" does not end a turn. */
export function readTurns(segments: readonly Segment[]): Turn[] {
  const turns: Turn[] = []
  let current: Turn | undefined
  segments.forEach((segment, index) => {
    const next = segments[index + 1]
    const isOverlapping = next && next.speaker === segment.speaker && next.startMs < segment.endMs
    const endMs = isOverlapping ? Math.max(segment.startMs, next.startMs) : segment.endMs
    const pieces = plainPieces(segment.text)
    const length = pieces.reduce((sum, piece) => sum + piece.text.length + 1, 0)
    let offset = 0
    for (const [at, piece] of pieces.entries()) {
      const isTurn = piece.turn || (at === 0 && segment.turn === true)
      const speaker = piece.speaker ?? segment.speaker ?? ''
      const words = timeWords(piece.text, segment, index, endMs, offset, length)
      offset += piece.text.length + 1
      if (words.length === 0) continue
      if (current && current.speaker === speaker && !isTurn) for (const word of words) current.words.push(word)
      else if (speaker && current && isListenerReaction(words) && !mayContradict(words, current)) continue
      else {
        current = { speaker, words }
        turns.push(current)
      }
    }
  })
  return turns
}

const LISTENER_WORDS =
  /^(yeah|yep|yes|yup|mm|mm-?hmm|mhm|hmm+|uh-?huh|uh|um|okay|ok|right|sure|oh|alright|exactly|wow|cool|huh|no|nice)$/i

function isListenerReaction(words: Word[]): boolean {
  return words.length <= 3 && words.every(word => LISTENER_WORDS.test(word.text.replace(/[^A-Za-z-]/g, '')))
}

/** Whether a listener's "no" may be a denial, because it follows a complete sentence and does not interrupt one. */
const mayContradict = (words: readonly Word[], { words: turnWords }: Turn): boolean =>
  words.some(({ text }) => /^no\b/i.test(text)) && /[.!?…]["')]*$/.test(turnWords.at(-1)!.text)

function timeWords(
  text: string,
  segment: Segment,
  index: number,
  endMs: number,
  offset: number,
  length: number,
): Word[] {
  const words: Word[] = []
  const perCharacter = (endMs - segment.startMs) / Math.max(1, length)
  for (const match of text.matchAll(/\S+/g)) {
    if (!/[\p{L}\p{N}]/u.test(match[0])) {
      // Isolated punctuation belongs to the previous word.
      const last = words.at(-1)
      if (last && /^[.,!?;:…]+$/.test(match[0])) last.text += match[0]
      continue
    }
    const at = offset + match.index
    words.push({
      text: match[0],
      startMs: Math.round(segment.startMs + at * perCharacter),
      endMs: Math.round(segment.startMs + (at + match[0].length) * perCharacter),
      segment: index,
    })
  }
  if (segment.words && segment.words.length > 0) applyKnownTimes(words, segment.words, segment.startMs, endMs)
  return words
}

/** Replaces interpolated timestamps by those of the captions, matching both lists in order. */
function applyKnownTimes(
  words: Word[],
  known: { text: string; startMs: number }[],
  fromMs: number,
  endMs: number,
): void {
  let k = 0
  for (const word of words) {
    for (let candidate = k; candidate < Math.min(known.length, k + 6); candidate++) {
      if (!known[candidate]!.text.includes(word.text) || !Number.isFinite(known[candidate]!.startMs)) continue
      word.startMs = Math.min(Math.max(Math.round(known[candidate]!.startMs), fromMs), Math.max(fromMs, endMs))
      word.timed = true
      k = candidate + 1
      break
    }
  }
  words.forEach((word, i) => {
    const nextMs = words[i + 1]?.startMs ?? endMs
    // A word lasts until the next one, but at most as long as a person needs to speak it. The rest is silence.
    word.endMs = Math.max(word.startMs, Math.min(nextMs, word.startMs + 120 + 90 * word.text.length))
  })
}
