import type { Segment, Source } from '../types.ts'
import { plainPieces } from './plain-text.ts'

/** One spoken word with the instant it is said and the (sorted) segment it stands in. */
export interface Word {
  text: string
  startMs: number
  endMs: number
  segment: number
  /** The captions give its instant; without it `startMs` is interpolated. */
  timed?: boolean
  /** Where the captions have no punctuation: its part of speech, and how likely a sentence ends behind it, 0 to 1. */
  guess?: { tag: string; end: number }
}

/** What one person says without being taken over. */
export interface Turn {
  speaker: string
  words: Word[]
}

/** Segments in order of time, instants whole and inside the video, ends after starts; empty ones are gone. */
export function orderedSegments(source: Pick<Source, 'segments' | 'durationMs'>): Segment[] {
  const within = (ms: number) => {
    const whole = Number.isFinite(ms) ? Math.max(0, Math.round(ms)) : 0
    return source.durationMs > 0 ? Math.min(whole, Math.round(source.durationMs)) : whole
  }
  const kept = source.segments
    .filter(segment => segment.text.trim() !== '')
    .map(segment => {
      const startMs = within(segment.startMs)
      return { ...segment, startMs, endMs: Math.max(startMs, within(segment.endMs)) }
    })
  return kept.sort((a, b) => a.startMs - b.startMs)
}

/** The words of a transcript by turns. A listener's "mm-hmm" in the middle of somebody's turn does not end it. */
export function readTurns(segments: readonly Segment[]): Turn[] {
  const turns: Turn[] = []
  let current: Turn | undefined
  segments.forEach((segment, index) => {
    const next = segments[index + 1]
    const overlapped = next && next.speaker === segment.speaker && next.startMs < segment.endMs
    const endMs = overlapped ? Math.max(segment.startMs, next.startMs) : segment.endMs
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
      else if (speaker && current && isListening(words) && !contradicts(words, current)) continue
      else {
        current = { speaker, words }
        turns.push(current)
      }
    }
  })
  return turns
}

const LISTENING =
  /^(yeah|yep|yes|yup|mm|mm-?hmm|mhm|hmm+|uh-?huh|uh|um|okay|ok|right|sure|oh|alright|exactly|wow|cool|huh|no|nice)$/i

function isListening(words: Word[]): boolean {
  return words.length <= 3 && words.every(word => LISTENING.test(word.text.replace(/[^A-Za-z-]/g, '')))
}

/** A "no" in the middle of a sentence is listening; behind a whole one it may deny it. */
const contradicts = (words: readonly Word[], { words: said }: Turn): boolean =>
  words.some(({ text }) => /^no\b/i.test(text)) && /[.!?…]["')]*$/.test(said.at(-1)!.text)

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
      // Punctuation that stands alone belongs to the word before it.
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
  if (segment.words && segment.words.length > 0) useKnownInstants(words, segment.words, segment.startMs, endMs)
  return words
}

/** Replaces guessed instants by those the captions give, walking both lists side by side. */
function useKnownInstants(
  words: Word[],
  known: { text: string; startMs: number }[],
  fromMs: number,
  endMs: number,
): void {
  let k = 0
  for (const word of words) {
    for (let ahead = k; ahead < Math.min(known.length, k + 6); ahead++) {
      if (!known[ahead]!.text.includes(word.text) || !Number.isFinite(known[ahead]!.startMs)) continue
      word.startMs = Math.min(Math.max(Math.round(known[ahead]!.startMs), fromMs), Math.max(fromMs, endMs))
      word.timed = true
      k = ahead + 1
      break
    }
  }
  words.forEach((word, i) => {
    const nextMs = words[i + 1]?.startMs ?? endMs
    // A word lasts until the next one, but nobody takes longer than this over a word: what remains is silence.
    word.endMs = Math.max(word.startMs, Math.min(nextMs, word.startMs + 120 + 90 * word.text.length))
  })
}
