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

/** Words that say something: no "um", no punctuation that stands alone. */
export function spokenWords(words: readonly Word[]): SpokenWord[] {
  return words.flatMap((word, i) => {
    const bare = bareWord(word.text)
    return bare === '' || isFiller(word, words[i - 1]) ? [] : [{ ...word, bare }]
  })
}

/**
 * Splits turns without punctuation into sentences and writes their punctuation: the model says how likely a sentence ends
 * behind each word, known pauses are weighed in, and the division with the best total is taken in which sentences have a
 * natural length.
 */
export function utterancesByModel(turns: readonly Turn[], model: HashedModel): Utterance[] {
  const spoken = turns.map(turn => spokenWords(turn.words))
  const pauses = pauseEvidence(spoken)
  const eagerness = eagernessFor(spoken)
  const utterances: Utterance[] = []
  spoken.forEach((words, turn) => {
    if (words.length === 0) return
    const bare = words.map(word => word.bare)
    const tags = tagWords(bare)
    const marks = predictBoundaries(model, bare, tags)
    const evidence = words.map((_, i) => endEvidence(marks, i) + eagerness + pauses[turn]![i]!)
    words.forEach((word, i) => {
      const next = words[i + 1]
      if (!next || next.startMs - word.endMs > SILENCE_MS) evidence[i] = CERTAIN
    })
    const guessed = { words: bare, tags, ends: Float32Array.from(evidence, one => probability(one - eagerness)) }
    let from = 0
    for (const end of bestEnds(evidence)) {
      const commas = commasIn(guessed, marks, from, end)
      const own = words.slice(from, end + 1).map((said, k) => {
        const word = { ...said, guess: { tag: tags[from + k]!, end: guessed.ends[from + k]! } }
        if (from + k === end) return closed(word, marks.question[end]! > marks.stop[end]! ? '?' : '.')
        return withComma(word, commas.has(from + k) ? words[from + k + 1]! : undefined)
      })
      const certainty = certaintyOf(guessed, from, end + 1)
      utterances.push({ words: own, turn, index: utterances.length, certainty, guess: { ...guessed, from } })
      from = end + 1
    }
  })
  return utterances
}

/** How sure it is that the words of a turn from `from` to before `to` are one whole sentence. */
export function certaintyOf({ ends }: Pick<GuessedTurn, 'ends'>, from: number, to: number): number {
  let certainty = (from === 0 ? 1 : ends[from - 1]!) * ends[to - 1]!
  for (let i = from; i < to - 1; i++) certainty *= 1 - ends[i]!
  return certainty
}

const CERTAIN = 6
/** Nobody stays silent for so long in the middle of a sentence. */
const SILENCE_MS = 8000

/** Log-odds that a sentence ends behind word `i`. */
function endEvidence({ stop, question }: Boundaries, i: number): number {
  const p = Math.min(0.999, Math.max(0.001, stop[i]! + question[i]!))
  return 0.85 * Math.log(p / (1 - p))
}

const probability = (evidence: number) => 1 / (1 + Math.exp(-evidence))

/**
 * What is added to the evidence of each end, so that at 0 cutting and not cutting do the same harm. Where the turns are
 * known they have taken many of the ends that the model expects, and fewer are left inside.
 */
const eagernessFor = (turns: readonly (readonly SpokenWord[])[]): number =>
  turns.length * WORDS_A_TURN >= turns.reduce((sum, words) => sum + words.length, 0) ? -0.2 : 0.8

/** Turns that are longer on average do not tell who speaks. */
const WORDS_A_TURN = 400

/** How likely a comma, and any mark, must be for a comma to stand where no sentence ends. */
const COMMA_FROM = 0.25
const MARK_FROM = 0.45

/**
 * Where commas stand in the sentence from `from` to `end`. Before nouns the model sees lists everywhere, and a conjunction
 * parts clauses only where the first one has its verb ("my friends and I").
 */
function commasIn({ words, tags }: GuessedTurn, marks: Boundaries, from: number, end: number): Set<number> {
  const commas = new Set<number>()
  let hasVerb = false
  for (let i = from; i < end; i++) {
    hasVerb ||= /VERB|AUX/.test(tags[i]!)
    const mark = marks.comma[i]! + marks.stop[i]! + marks.question[i]!
    if (marks.comma[i]! < COMMA_FROM || mark < MARK_FROM || NEVER_BEHIND_COMMA.test(tags[i + 1]!)) continue
    if (hasVerb || !CONJUNCTION.test(words[i + 1]!)) commas.add(i)
  }
  return commas
}

const NEVER_BEHIND_COMMA = /^(NOUN|PROPN|X)$/
const CONJUNCTION = /^(and|or|but|so|then|because)$/

function closed({ bare: _, ...word }: SpokenWord, mark: string): Word {
  return { ...word, text: `${word.text.replace(/[.,;:]+$/, '')}${mark}` }
}

/** Two words with capitals in a row are one name, and get no comma between them. */
function withComma({ bare: _, ...word }: SpokenWord, next: Word | undefined): Word {
  const insideName = next && /^\p{Lu}/u.test(word.text) && /^\p{Lu}(?!['’\s]|$)/u.test(next.text)
  return next && !insideName && !/[.,;:!?]$/.test(word.text) ? { ...word, text: `${word.text},` } : word
}

const LONGEST = 60

/** The ends of the sentences of a turn, by dynamic programming over the total evidence of its cuts and the lengths between them. */
function bestEnds(evidence: readonly number[]): number[] {
  const best = new Float64Array(evidence.length + 1).fill(Number.NEGATIVE_INFINITY)
  const cameFrom = new Int32Array(evidence.length + 1)
  best[0] = 0
  for (let end = 1; end <= evidence.length; end++)
    for (let from = Math.max(0, end - LONGEST); from < end; from++) {
      const total = best[from]! + evidence[end - 1]! - lengthCost(end - from)
      if (total > best[end]!) {
        best[end] = total
        cameFrom[end] = from
      }
    }
  const ends: number[] = []
  for (let end = evidence.length; end > 0; end = cameFrom[end]!) ends.push(end - 1)
  return ends.reverse()
}

function lengthCost(words: number): number {
  if (words < 4) return 1.2 - 0.3 * words
  return words <= 24 ? 0 : 0.08 * (words - 24)
}

/**
 * Evidence from silence, in log-odds: how the pause behind a word compares with the other pauses of the recording, beyond
 * what the length of the word explains. All 0 where no word has an instant of its own.
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

/** Pauses in the longest 2 %, 5 %, 10 %, … of the recording's pauses, and what they say (fitted on two recordings with known sentence ends). */
const PAUSE_STEPS = [
  [0.98, 1.9],
  [0.95, 1.3],
  [0.9, 0.75],
  [0.8, 0.05],
  [0.6, -0.9],
  [0.3, -1.4],
] as const
const SHORT_PAUSE = -1.7
