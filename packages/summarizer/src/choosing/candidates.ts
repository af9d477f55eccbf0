import type { CommonWords } from '../models.ts'
import { withoutDisfluencies } from '../reading/disfluencies.ts'
import {
  beginsInside,
  breaksOff,
  hasFiniteVerb,
  isDependent,
  isQuestion,
  looseClauses,
  mainVerbAt,
  opensLikeSentence,
  pointsBack,
} from '../reading/grammar.ts'
import { certaintyOf } from '../reading/punctuate.ts'
import type { Word } from '../reading/turns.ts'
import type { Utterance } from '../reading/utterances.ts'
import { asSentence } from '../writing/prose.ts'
import { bareWord, type Vocabulary } from './terms.ts'

/** A sentence that may stand in the summary, already in the words it would have there. */
export interface Candidate {
  text: string
  /** Its words in lower case without punctuation. */
  words: string[]
  /** `words` as one string. */
  phrase: string
  startMs: number
  endMs: number
  /** Position of its utterance among all utterances, and its turn. */
  index: number
  turn: number
  /** Distinct term numbers of its content words. */
  terms: number[]
  /** Begins with a word that points back ("he", "this"). */
  pointsBack: boolean
  /** How sure it is that the sentence is whole, between 0 and 1. */
  wholeness: number
  topic: number
  score: number
}

export const MOST_WORDS = 40
const FEWEST_WORDS = 6

/** The utterance as candidates: none when it cannot be read alone, several when it is too long to be one, or may be cut elsewhere. */
export function toCandidates(utterance: Utterance, vocabulary: Vocabulary, common: CommonWords): Candidate[] {
  return readings(utterance).flatMap(reading =>
    parts(withoutDisfluencies(reading.words, common))
      .map(words => toCandidate(words, reading, vocabulary, common))
      .filter(candidate => standsAlone(candidate) && candidate.words.length <= MOST_WORDS),
  )
}

/** How likely an end must be to be tried inside an utterance, and how many ways of cutting one are tried. */
const TRIED_FROM = 0.1
const MOST_READINGS = 4

/** The utterance itself and, where its borders are guesses, the likeliest other sentences in it. */
function readings(utterance: Utterance): Utterance[] {
  const { words, guess } = utterance
  if (!guess) return [utterance]
  const cuts = guess.ends.flatMap((end, i) => (end >= TRIED_FROM && i < words.length - 1 ? [i + 1] : []))
  const found: Utterance[] = []
  for (const from of [0, ...cuts])
    for (const to of [...cuts, words.length]) {
      if (to - from < FEWEST_WORDS || (from === 0 && to === words.length)) continue
      const own = { begins: from === 0 ? guess.begins : guess.ends[from - 1]!, ends: guess.ends.slice(from, to) }
      found.push({ ...utterance, words: words.slice(from, to), certainty: certaintyOf(own) })
    }
  return [utterance, ...found.sort((a, b) => b.certainty - a.certainty).slice(0, MOST_READINGS - 1)]
}

/** Whatever was said, as it was said: for a recording of which no sentence stands alone. */
export function toAnyCandidates(utterance: Utterance, vocabulary: Vocabulary, common: CommonWords): Candidate[] {
  const candidate = toCandidate(withoutDisfluencies(utterance.words, common), utterance, vocabulary, common)
  return candidate.words.length >= 2 && candidate.words.length <= 2 * MOST_WORDS ? [candidate] : []
}

function standsAlone({ text, words, terms }: Candidate): boolean {
  if (words.length < FEWEST_WORDS || terms.length < 3) return false
  if (/\?["')]*$/.test(text) || isQuestion(words) || !hasFiniteVerb(words, /^\S+,/.test(text))) return false
  return !beginsInside(words) && !breaksOff(words) && !isDependent(words)
}

function toCandidate(
  said: readonly Word[],
  utterance: Utterance,
  vocabulary: Vocabulary,
  common: CommonWords,
): Candidate {
  const words = said.map(word => bareWord(word.text)).filter(word => word !== '')
  const startMs = said[0]?.startMs ?? 0
  const broken = said.filter(word => isFragment(word.text, common)).length
  const isName = /^\p{Lu}/u.test(said[0]?.text ?? '')
  const doubts =
    (mainVerbAt(words) < 0 ? 1 : 0) +
    (utterance.guess
      ? looseClauses(words) + (opensLikeSentence(words) || isName ? 0 : 1) + (mainVerbAt(words) > 10 ? 1 : 0)
      : 0)
  return {
    text: asSentence(said),
    words,
    phrase: words.join(' '),
    startMs,
    endMs: said.reduce((last, word) => Math.max(last, word.endMs), startMs),
    index: utterance.index,
    turn: utterance.turn,
    terms: [...new Set(vocabulary.termsOf(said))],
    pointsBack: pointsBack(words),
    wholeness: utterance.certainty * 0.6 ** (broken + doubts),
    topic: 0,
    score: 0,
  }
}

/** A short lower-case piece that is no known word: what is left of a word broken off. */
function isFragment(text: string, common: CommonWords): boolean {
  const bare = bareWord(text)
  return (
    /^[a-z]{1,3}$/.test(text.replace(/[^\p{L}\p{N}]/gu, '')) &&
    !/^(a|i|o)$/.test(bare) &&
    !common.has(bare) &&
    !STOPPED.test(bare)
  )
}

const STOPPED =
  /^(an|as|at|be|by|do|go|he|if|in|is|it|me|my|no|of|on|or|so|to|up|us|we|am|the|and|for|not|you|all|any|can|had|her|was|one|our|out|are|but|his|how|its|who|did|has|him|let|say|she|too|off|per|via|etc|app|web|gas|bug|api|url|cpu|gpu|ai|tv|pc|vs|x|y|n|k|km|kg|cm|mm|ms)$/

/** Cuts a sentence of more than `MOST_WORDS` where a new clause begins. */
function parts(words: readonly Word[]): Word[][] {
  if (words.length <= MOST_WORDS) return [[...words]]
  const cuts: number[] = []
  let from = 0
  for (let i = 8; i < words.length - 6; i++) {
    if (i - from < 8 || !opensClause(words, i)) continue
    const left = words.length - i
    // Cut where the piece has a good length, or is about to become too long.
    if (i - from >= 14 || left <= MOST_WORDS) {
      cuts.push(i)
      from = i
    }
  }
  return [0, ...cuts].map((start, k) => {
    const piece = words.slice(start, cuts[k] ?? words.length)
    return start > 0 && CONJUNCTION.test(bareWord(piece[0]!.text)) ? piece.slice(1) : piece
  })
}

const CONJUNCTION = /^(and|but|so|or|then)$/

function opensClause(words: readonly Word[], i: number): boolean {
  const before = words[i - 1]!.text
  if (/[;:]$/.test(before)) return true
  const at = CONJUNCTION.test(bareWord(words[i]!.text)) ? i + 1 : i
  const subject =
    /^(i|you|he|she|it|we|they|there|this|that|i'm|it's|we're|they're|that's|there's|you're|we've|i've|the)$/.test(
      bareWord(words[at]?.text ?? ''),
    )
  return subject && (at > i || /,$/.test(before))
}
