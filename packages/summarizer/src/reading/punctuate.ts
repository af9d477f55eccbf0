import { bareWord } from '../choosing/terms.ts'
import type { HashedModel } from '../learnt/hashed-model.ts'
import { type Boundaries, predictBoundaries } from './boundary-model.ts'
import { isFiller } from './disfluencies.ts'
import { tagWords } from './parts-of-speech.ts'
import type { Turn, Word } from './turns.ts'
import type { GuessedTurn, Utterance } from './utterances.ts'

export interface SpokenWord extends Word {
  bare: string
}

/** The spoken words without fillers and isolated punctuation. */
export function spokenWords(words: readonly Word[]): SpokenWord[] {
  return words.flatMap((word, i) => {
    const bare = bareWord(word.text)
    return bare === '' || isFiller(word, words[i - 1]) ? [] : [{ ...word, bare }]
  })
}

/**
 * Splits turns without punctuation into sentences and adds punctuation. Combines the model's probability of a sentence end after each word
 * with the pauses, if known, and chooses the division with the highest total that gives sentences a natural length.
 */
export function splitByModel(turns: readonly Turn[], model: HashedModel): Utterance[] {
  const spoken = turns.map(turn => spokenWords(turn.words))
  const pauses = pauseEvidence(spoken)
  const bias = cutBias(spoken)
  const utterances: Utterance[] = []
  spoken.forEach((words, turn) => {
    if (words.length === 0) return
    const bare = words.map(word => word.bare)
    const tags = tagWords(bare)
    const marks = predictBoundaries(model, bare, tags)
    const evidence = words.map((_, i) => endEvidence(marks, i) + bias + pauses[turn]![i]!)
    words.forEach((word, i) => {
      const next = words[i + 1]
      if (!next || next.startMs - word.endMs > SILENCE_MS) evidence[i] = CERTAIN
    })
    const guessed = { words: bare, tags, ends: Float32Array.from(evidence, value => probability(value - bias)) }
    let from = 0
    for (const end of bestEnds(evidence)) {
      const commas = findCommas(guessed, marks, from, end)
      const sentence = words.slice(from, end + 1).map((spokenWord, k) => {
        const word = { ...spokenWord, guess: { tag: tags[from + k]!, end: guessed.ends[from + k]! } }
        if (from + k === end) return withMark(word, marks.question[end]! > marks.stop[end]! ? '?' : '.')
        return withComma(word, commas.has(from + k) ? words[from + k + 1]! : undefined)
      })
      const certainty = sentenceCertainty(guessed, from, end + 1)
      utterances.push({ words: sentence, turn, index: utterances.length, certainty, guess: { ...guessed, from } })
      from = end + 1
    }
  })
  return utterances
}

/** Probability that the words from `from` (inclusive) to `to` (exclusive) of a turn are exactly one sentence. */
export function sentenceCertainty({ ends }: Pick<GuessedTurn, 'ends'>, from: number, to: number): number {
  let certainty = (from === 0 ? 1 : ends[from - 1]!) * ends[to - 1]!
  for (let i = from; i < to - 1; i++) certainty *= 1 - ends[i]!
  return certainty
}

const CERTAIN = 6
/** A silence this long always ends a sentence. */
const SILENCE_MS = 8000

/** Log-odds that a sentence ends after word `i`. */
function endEvidence({ stop, question }: Boundaries, i: number): number {
  const p = Math.min(0.999, Math.max(0.001, stop[i]! + question[i]!))
  return 0.85 * Math.log(p / (1 - p))
}

const probability = (evidence: number) => 1 / (1 + Math.exp(-evidence))

/**
 * Offset for the evidence of each sentence end, so that 0 is the break-even point between a wrong and a missing cut. If speaker turns are
 * known, many sentence ends coincide with them, and fewer remain inside the turns.
 */
const cutBias = (turns: readonly (readonly SpokenWord[])[]): number =>
  turns.length * MAX_WORDS_PER_TURN >= turns.reduce((sum, words) => sum + words.length, 0) ? -0.2 : 0.8

/** If turns are longer on average, the captions probably do not mark speakers. */
const MAX_WORDS_PER_TURN = 400

/** Minimum probabilities of a comma, and of any mark, to add a comma inside a sentence. */
const MIN_COMMA = 0.25
const MIN_MARK = 0.45

/**
 * Indexes of words followed by a comma in the sentence from `from` to `end`. No commas before nouns, where the model predicts too many
 * lists, and none before a conjunction until the sentence has a verb ("my friends and I").
 */
function findCommas({ words, tags }: GuessedTurn, marks: Boundaries, from: number, end: number): Set<number> {
  const commas = new Set<number>()
  let hasVerb = false
  for (let i = from; i < end; i++) {
    hasVerb ||= /VERB|AUX/.test(tags[i]!)
    const mark = marks.comma[i]! + marks.stop[i]! + marks.question[i]!
    if (marks.comma[i]! < MIN_COMMA || mark < MIN_MARK || NEVER_AFTER_COMMA.test(tags[i + 1]!)) continue
    if (hasVerb || !CONJUNCTION.test(words[i + 1]!)) commas.add(i)
  }
  return commas
}

const NEVER_AFTER_COMMA = /^(NOUN|PROPN|X)$/
const CONJUNCTION = /^(and|or|but|so|then|because)$/

function withMark({ bare: _, ...word }: SpokenWord, mark: string): Word {
  return { ...word, text: `${word.text.replace(/[.,;:]+$/, '')}${mark}` }
}

/** Adds a comma, except between two capitalised words, which are one name. */
function withComma({ bare: _, ...word }: SpokenWord, next: Word | undefined): Word {
  const insideName = next && /^\p{Lu}/u.test(word.text) && /^\p{Lu}(?!['’\s]|$)/u.test(next.text)
  return next && !insideName && !/[.,;:!?]$/.test(word.text) ? { ...word, text: `${word.text},` } : word
}

const MAX_WORDS = 60

/** Finds the best sentence ends of a turn by dynamic programming over the evidence for each cut and the sentence lengths. */
function bestEnds(evidence: readonly number[]): number[] {
  const best = new Float64Array(evidence.length + 1).fill(Number.NEGATIVE_INFINITY)
  const previousEnd = new Int32Array(evidence.length + 1)
  best[0] = 0
  for (let end = 1; end <= evidence.length; end++)
    for (let from = Math.max(0, end - MAX_WORDS); from < end; from++) {
      const total = best[from]! + evidence[end - 1]! - lengthCost(end - from)
      if (total > best[end]!) {
        best[end] = total
        previousEnd[end] = from
      }
    }
  const ends: number[] = []
  for (let end = evidence.length; end > 0; end = previousEnd[end]!) ends.push(end - 1)
  return ends.reverse()
}

function lengthCost(words: number): number {
  if (words < 4) return 1.2 - 0.3 * words
  return words <= 24 ? 0 : 0.08 * (words - 24)
}

/**
 * Evidence from pauses, in log-odds. Compares the pause after each word, minus the expected duration of the word, with the other pauses of
 * the recording. All 0 if there are too few word timestamps.
 */
function pauseEvidence(turns: readonly (readonly SpokenWord[])[]): Float32Array[] {
  const extra = turns.map(words =>
    words.map((word, i) => {
      const next = words[i + 1]
      return next && word.timed ? next.startMs - word.startMs - (120 + 60 * word.bare.length) : Number.NaN
    }),
  )
  const known = extra.flat().filter(ms => !Number.isNaN(ms))
  if (known.length < 50) return extra.map(list => new Float32Array(list.length))
  const sorted = Float64Array.from(known).sort()
  const quantile = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!
  const steps = PAUSE_STEPS.map(([share, logOdds]) => [quantile(share), logOdds] as const)
  return extra.map(list =>
    Float32Array.from(list, ms => (Number.isNaN(ms) ? 0 : (steps.find(([from]) => ms >= from)?.[1] ?? SHORT_PAUSE))),
  )
}

/** Log-odds for pauses in the longest 2 %, 5 %, 10 %, … of the recording (fitted on two recordings with known sentence ends). */
const PAUSE_STEPS = [
  [0.98, 1.9],
  [0.95, 1.3],
  [0.9, 0.75],
  [0.8, 0.05],
  [0.6, -0.9],
  [0.3, -1.4],
] as const
const SHORT_PAUSE = -1.7
