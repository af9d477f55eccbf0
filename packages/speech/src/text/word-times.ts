import type { WordTiming } from '../spoken-sentence.ts'
import { planSpeech } from './speech-plan.ts'

/** A token that a voice reports as spoken, in its own spelling, with its times in ms. */
export type TimedToken = { text: string; startMs: number; endMs: number }

/**
 * Computes when each written word is spoken from the token times of a remote voice. Voices split text differently ("40–60" is "forty-",
 * "sixty"), omit punctuation or repeat words, so both sides are converted to spoken words and aligned by edit distance. Words without a
 * match are placed between their neighbours. Returns one entry per word of `written.trim().split(/\s+/)`, in order and not overlapping;
 * empty if the voice reported no spoken tokens.
 */
export function alignWordTimes(written: string, tokens: readonly TimedToken[]): WordTiming[] {
  const reported = tokens.flatMap(toSpokenWords)
  if (reported.length === 0) return []
  const plan = planSpeech(written)
  const expected = plan.tokens.map(token => ({ letters: onlyLetters(token.text), word: token.word }))
  const found = align(
    expected.map(token => token.letters),
    reported.map(token => token.letters),
  ).map(index => (index === undefined ? undefined : reported[index]))

  const spans = new Map<number, { startMs: number; endMs: number }>()
  for (const [index, { word }] of expected.entries()) {
    const time = found[index]
    if (!time) continue
    const previous = spans.get(word)
    spans.set(word, { startMs: previous?.startMs ?? time.startMs, endMs: time.endMs })
  }
  const spokenWords = new Set(expected.map(token => token.word))
  return inOrder(plan.words, spans, spokenWords)
}

/** Splits a token of several spoken words ("2019") and divides its time by their length. */
function toSpokenWords({ text, startMs, endMs }: TimedToken): { letters: string; startMs: number; endMs: number }[] {
  const words = planSpeech(text)
    .tokens.map(token => onlyLetters(token.text))
    .filter(Boolean)
  const total = words.join('').length
  let before = 0
  return words.map(letters => {
    const at = (count: number) => startMs + ((endMs - startMs) * count) / total
    const from = before
    before += letters.length
    return { letters, startMs: at(from), endMs: at(before) }
  })
}

const onlyLetters = (text: string): string => text.replace(/[^a-z']/g, '')

/** For each of `expected`, the index of the paired word in `reported` by minimum edit distance; undefined if it has none. */
function align(expected: string[], reported: string[]): (number | undefined)[] {
  const width = reported.length + 1
  const costs = new Float64Array((expected.length + 1) * width)
  for (let j = 1; j < width; j++) costs[j] = j
  for (let i = 1; i <= expected.length; i++) {
    costs[i * width] = i
    for (let j = 1; j < width; j++) {
      const paired = costs[(i - 1) * width + j - 1]! + difference(expected[i - 1]!, reported[j - 1]!)
      costs[i * width + j] = Math.min(paired, costs[(i - 1) * width + j]! + 1, costs[i * width + j - 1]! + 1)
    }
  }
  const pairs: (number | undefined)[] = new Array(expected.length).fill(undefined)
  for (let i = expected.length, j = reported.length; i > 0 && j > 0; ) {
    const here = costs[i * width + j]!
    if (here === costs[(i - 1) * width + j - 1]! + difference(expected[i - 1]!, reported[j - 1]!)) {
      pairs[--i] = --j
    } else if (here === costs[(i - 1) * width + j]! + 1) i--
    else j--
  }
  return pairs
}

/** A substitution costs less than a deletion plus an insertion, and less still if both words begin with the same letter. */
const difference = (a: string, b: string): number => (a === b ? 0 : a[0] === b[0] ? 0.75 : 1.25)

function inOrder(
  words: string[],
  spans: Map<number, { startMs: number; endMs: number }>,
  spokenWords: Set<number>,
): WordTiming[] {
  const times: WordTiming[] = []
  let previousEnd = 0
  for (const [index, text] of words.entries()) {
    const span =
      spans.get(index) ??
      (spokenWords.has(index) ? gapAfter(index, previousEnd, words.length, spans, spokenWords) : null)
    const startMs = Math.round(Math.max(previousEnd, span?.startMs ?? previousEnd))
    const endMs = Math.round(Math.max(startMs, span?.endMs ?? startMs))
    times.push({ text, startMs, endMs })
    previousEnd = endMs
  }
  return times
}

/** The time of a word without a match: its share of the gap before the next matched word. */
function gapAfter(
  index: number,
  fromMs: number,
  count: number,
  spans: Map<number, { startMs: number; endMs: number }>,
  spokenWords: Set<number>,
): { startMs: number; endMs: number } {
  let unmatched = 0
  for (let next = index; next < count; next++) {
    const untilMs = spans.get(next)?.startMs
    if (untilMs !== undefined) return { startMs: fromMs, endMs: fromMs + Math.max(0, untilMs - fromMs) / unmatched }
    if (spokenWords.has(next)) unmatched++
  }
  return { startMs: fromMs, endMs: fromMs }
}
