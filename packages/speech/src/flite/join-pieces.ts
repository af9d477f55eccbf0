import type { SpokenSentence, WordTiming } from '../spoken-sentence.ts'
import type { SpokenToken } from '../text/speech-plan.ts'
import type { TokenTime, Utterance } from './open-flite.ts'

/** A stretch of speech without the silence around it; times in seconds from its first sample. */
export type Piece = {
  pcm: Int16Array
  sampleRate: number
  tokens: { word: number; time: TokenTime | null }[]
  pauseAfter: number
}

/** Flite surrounds an utterance with 0.1–0.3 s of near silence; kept is what consonants need to sound whole. */
const KEPT_BEFORE = 0.03
const KEPT_AFTER = 0.08
/** The near silence is about −45 dBFS of noise at the end: cut off hard, it ticks. */
const FADE = 0.03
const PAUSE_AT_PUNCTUATION = 0.2
const SILENT_SENTENCE = { seconds: 0.3, sampleRate: 16_000 }

export function trimToPiece(tokens: SpokenToken[], { pcm, sampleRate, tokens: times }: Utterance): Piece {
  const heard = times.filter(time => time !== null)
  const start = Math.max(0, (heard[0]?.start ?? 0) - KEPT_BEFORE)
  const end = Math.min(pcm.length / sampleRate, (heard.at(-1)?.end ?? 0) + KEPT_AFTER)
  const kept = pcm.slice(Math.round(start * sampleRate), Math.round(end * sampleRate))
  fadeOut(kept, Math.round(FADE * sampleRate))
  return {
    pcm: kept,
    sampleRate,
    tokens: tokens.map(({ word }, index) => ({ word, time: shift(times[index] ?? null, -start) })),
    pauseAfter: /[.,:;!?]$/.test(tokens.at(-1)?.text ?? '') ? PAUSE_AT_PUNCTUATION : 0,
  }
}

function fadeOut(pcm: Int16Array, length: number): void {
  for (let i = 1; i <= Math.min(length, pcm.length); i++) pcm[pcm.length - i]! *= (i - 1) / length
}

/** Puts the pieces of one sentence after each other and tells when each written word is heard. */
export function joinPieces(text: string, words: string[], pieces: Piece[]): SpokenSentence {
  const sampleRate = pieces[0]?.sampleRate ?? SILENT_SENTENCE.sampleRate
  const heard = new Map<number, TokenTime>()
  let length = 0
  const placed = pieces.map((piece, index) => {
    const at = length
    for (const { word, time } of piece.tokens) {
      if (time) heard.set(word, span(heard.get(word), shift(time, at / sampleRate)!))
    }
    length += piece.pcm.length
    if (index < pieces.length - 1) length += Math.round(piece.pauseAfter * sampleRate)
    return { at, pcm: piece.pcm }
  })
  const pcm = new Int16Array(length || SILENT_SENTENCE.seconds * sampleRate)
  for (const { at, pcm: part } of placed) pcm.set(part, at)
  return { text, pcm, sampleRate, words: timeWords(words, heard) }
}

function timeWords(words: string[], heard: Map<number, TokenTime>): WordTiming[] {
  let previousEnd = 0
  return words.map((text, index) => {
    const time = heard.get(index) ?? { start: previousEnd, end: previousEnd }
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
