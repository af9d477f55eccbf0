import type { SpokenSentence, WordTiming } from '../spoken-sentence.ts'
import type { SpokenToken } from '../text/speech-plan.ts'
import type { TokenTime, Utterance } from './open-flite.ts'

/** A stretch of speech with the surrounding silence removed; times in seconds from its first sample. */
export type Piece = {
  pcm: Int16Array
  sampleRate: number
  tokens: { word: number; time: TokenTime | null }[]
  pauseAfter: number
}

/** Flite surrounds an utterance with 0.1–0.3 s of near silence. These margins (in seconds) keep its first and last consonants intact. */
const MARGIN_BEFORE = 0.03
const MARGIN_AFTER = 0.08
/** Seconds. The near silence at the end is noise of about −45 dBFS, which clicks when cut without a fade. */
const FADE = 0.03
const PAUSE_AT_PUNCTUATION = 0.2
const SILENT_SENTENCE = { seconds: 0.3, sampleRate: 16_000 }

export function trimToPiece(tokens: SpokenToken[], { pcm, sampleRate, tokens: times }: Utterance): Piece {
  const spoken = times.filter(time => time !== null)
  const start = Math.max(0, (spoken[0]?.start ?? 0) - MARGIN_BEFORE)
  const end = Math.min(pcm.length / sampleRate, (spoken.at(-1)?.end ?? 0) + MARGIN_AFTER)
  const trimmed = pcm.slice(Math.round(start * sampleRate), Math.round(end * sampleRate))
  fadeOut(trimmed, Math.round(FADE * sampleRate))
  return {
    pcm: trimmed,
    sampleRate,
    tokens: tokens.map(({ word }, index) => ({ word, time: shift(times[index] ?? null, -start) })),
    pauseAfter: /[.,:;!?]$/.test(tokens.at(-1)?.text ?? '') ? PAUSE_AT_PUNCTUATION : 0,
  }
}

function fadeOut(pcm: Int16Array, length: number): void {
  for (let i = 1; i <= Math.min(length, pcm.length); i++) pcm[pcm.length - i]! *= (i - 1) / length
}

/** Concatenates the pieces of a sentence and computes the times of its written words. */
export function joinPieces(text: string, words: string[], pieces: Piece[]): SpokenSentence {
  const sampleRate = pieces[0]?.sampleRate ?? SILENT_SENTENCE.sampleRate
  const wordTimes = new Map<number, TokenTime>()
  let length = 0
  const placed = pieces.map((piece, index) => {
    const at = length
    for (const { word, time } of piece.tokens) {
      if (time) wordTimes.set(word, span(wordTimes.get(word), shift(time, at / sampleRate)!))
    }
    length += piece.pcm.length
    if (index < pieces.length - 1) length += Math.round(piece.pauseAfter * sampleRate)
    return { at, pcm: piece.pcm }
  })
  const pcm = new Int16Array(length || SILENT_SENTENCE.seconds * sampleRate)
  for (const { at, pcm: part } of placed) pcm.set(part, at)
  return { text, pcm, sampleRate, words: toWordTimings(words, wordTimes) }
}

function toWordTimings(words: string[], wordTimes: Map<number, TokenTime>): WordTiming[] {
  let previousEnd = 0
  return words.map((text, index) => {
    const time = wordTimes.get(index) ?? { start: previousEnd, end: previousEnd }
    previousEnd = time.end
    return { text, startMs: Math.round(time.start * 1000), endMs: Math.round(time.end * 1000) }
  })
}

function shift(time: TokenTime | null, seconds: number): TokenTime | null {
  return time && { start: time.start + seconds, end: time.end + seconds }
}

function span(earlier: TokenTime | undefined, later: TokenTime): TokenTime {
  return earlier ? { start: earlier.start, end: later.end } : later
}
