import type { WordTiming } from '../spoken-sentence.ts'
import { planSpeech } from './speech-plan.ts'

/** What a voice says it said, in its own spelling, and when; milliseconds. */
export type HeardToken = { text: string; startMs: number; endMs: number }

/**
 * Tells when each written word is heard, from what another voice tells of its tokens. Voices cut differently ("40–60" is "forty-", "sixty"),
 * leave out punctuation or say words twice, so both are spelled out and aligned by edit distance. A word whose sound was not found lies
 * between its neighbours. One time for each of `written.trim().split(/\s+/)`, in order and not overlapping; none when nothing was told.
 */
export function wordTimes(written: string, heard: readonly HeardToken[]): WordTiming[] {
  const told = heard.flatMap(spelledOut)
  if (told.length === 0) return []
  const plan = planSpeech(written)
  const wanted = plan.tokens.map(token => ({ letters: lettersOf(token.text), word: token.word }))
  const found = align(
    wanted.map(token => token.letters),
    told.map(token => token.letters),
  ).map(index => (index === undefined ? undefined : told[index]))

  const spans = new Map<number, { startMs: number; endMs: number }>()
  for (const [index, { word }] of wanted.entries()) {
    const time = found[index]
    if (!time) continue
    const known = spans.get(word)
    spans.set(word, { startMs: known?.startMs ?? time.startMs, endMs: time.endMs })
  }
  const isSaid = new Set(wanted.map(token => token.word))
  return inOrder(plan.words, spans, isSaid)
}

/** A token of several spoken words ("2019") shares its time out by their length. */
function spelledOut({ text, startMs, endMs }: HeardToken): { letters: string; startMs: number; endMs: number }[] {
  const words = planSpeech(text)
    .tokens.map(token => lettersOf(token.text))
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

const lettersOf = (text: string): string => text.replace(/[^a-z']/g, '')

/** For each of `wanted` the index in `told` that it is paired with, by the cheapest edits. */
function align(wanted: string[], told: string[]): (number | undefined)[] {
  const width = told.length + 1
  const costs = new Float64Array((wanted.length + 1) * width)
  for (let j = 1; j < width; j++) costs[j] = j
  for (let i = 1; i <= wanted.length; i++) {
    costs[i * width] = i
    for (let j = 1; j < width; j++) {
      const paired = costs[(i - 1) * width + j - 1]! + difference(wanted[i - 1]!, told[j - 1]!)
      costs[i * width + j] = Math.min(paired, costs[(i - 1) * width + j]! + 1, costs[i * width + j - 1]! + 1)
    }
  }
  const pairs: (number | undefined)[] = new Array(wanted.length).fill(undefined)
  for (let i = wanted.length, j = told.length; i > 0 && j > 0; ) {
    const here = costs[i * width + j]!
    if (here === costs[(i - 1) * width + j - 1]! + difference(wanted[i - 1]!, told[j - 1]!)) {
      pairs[--i] = --j
    } else if (here === costs[(i - 1) * width + j]! + 1) i--
    else j--
  }
  return pairs
}

/** Another word in the same place costs less than leaving one out and putting one in, and less still when it begins the same. */
const difference = (a: string, b: string): number => (a === b ? 0 : a[0] === b[0] ? 0.75 : 1.25)

function inOrder(
  words: string[],
  spans: Map<number, { startMs: number; endMs: number }>,
  isSaid: Set<number>,
): WordTiming[] {
  const times: WordTiming[] = []
  let previousEnd = 0
  for (const [index, text] of words.entries()) {
    const span =
      spans.get(index) ?? (isSaid.has(index) ? gapAfter(index, previousEnd, words.length, spans, isSaid) : null)
    const startMs = Math.round(Math.max(previousEnd, span?.startMs ?? previousEnd))
    const endMs = Math.round(Math.max(startMs, span?.endMs ?? startMs))
    times.push({ text, startMs, endMs })
    previousEnd = endMs
  }
  return times
}

/** The time of a word that was not found: its share of what lies before the next one that was. */
function gapAfter(
  index: number,
  fromMs: number,
  count: number,
  spans: Map<number, { startMs: number; endMs: number }>,
  isSaid: Set<number>,
): { startMs: number; endMs: number } {
  let lost = 0
  for (let next = index; next < count; next++) {
    const untilMs = spans.get(next)?.startMs
    if (untilMs !== undefined) return { startMs: fromMs, endMs: fromMs + Math.max(0, untilMs - fromMs) / lost }
    if (isSaid.has(next)) lost++
  }
  return { startMs: fromMs, endMs: fromMs }
}
