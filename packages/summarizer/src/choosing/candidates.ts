import type { CommonWords, Models } from '../models.ts'
import { withoutDisfluencies } from '../reading/disfluencies.ts'
import {
  breaksOff,
  countLooseClauses,
  findMainVerb,
  hasFiniteVerb,
  isDependent,
  isQuestion,
  pointsBack,
  startsMidSentence,
  turnsIntoQuestion,
} from '../reading/grammar.ts'
import { withoutHedges } from '../reading/hedges.ts'
import { hasMainClause } from '../reading/main-clause.ts'
import { sentenceCertainty } from '../reading/punctuate.ts'
import type { Word } from '../reading/turns.ts'
import { findUnmarkedSentenceEnds, type TaggedWords } from '../reading/unmarked-sentence-ends.ts'
import type { Utterance } from '../reading/utterances.ts'
import { formatSentence } from '../writing/prose.ts'
import { bareWord, type Vocabulary } from './terms.ts'
import { type CandidatePosition, predictWholeness } from './wholeness.ts'

/** A sentence that may be included in the summary, with its final wording. */
export interface Candidate {
  text: string
  /** Number of words in `text`. */
  length: number
  /** Lower-case words without punctuation and hedges, used to score the candidate. */
  words: string[]
  /** `words` as one string. */
  phrase: string
  startMs: number
  endMs: number
  /** Indexes of its utterance and of its turn. */
  index: number
  turn: number
  /** Distinct term numbers of its content words. */
  terms: number[]
  /** Begins with a word that points back ("he", "this"). */
  pointsBack: boolean
  /** Probability that the candidate is exactly one complete sentence, 0 to 1. */
  wholeness: number
  /** Position of its words in the turn if sentence borders are predicted, else null. */
  position: CandidatePosition | null
  topic: number
  score: number
}

type Resources = Pick<Models, 'common' | 'wholeness'> & { vocabulary: Vocabulary }

export const MAX_WORDS = 40
const MIN_WORDS = 6

/** Candidates from an utterance: none if it makes no sense on its own, several if it is too long or if its borders are uncertain. */
export function toCandidates(utterance: Utterance, resources: Resources): Candidate[] {
  return alternatives(utterance).flatMap(alternative =>
    splitLongSentence(withoutDisfluencies(alternative.words, resources.common)).flatMap(part => {
      const words = dropLooseConjunction(part)
      const core = withoutHedges(words)
      return isSelfContained(core) && !lacksMainClause(core) && !mayBeginWithAnswer(words) && words.length <= MAX_WORDS
        ? [toCandidate(words, core, alternative, resources)].filter(({ terms }) => terms.length >= 3)
        : []
    }),
  )
}

/** "Because the manifold consists of those": drops the conjunction if the main clause is in another sentence. */
function dropLooseConjunction(spoken: readonly Word[]): readonly Word[] {
  const first = bareWord(spoken[0]?.text ?? '')
  return /^(because|cause|cuz)$/.test(first) && isDependent(bareWords(spoken)) ? spoken.slice(1) : spoken
}

/** Minimum probability of a sentence end to try a cut there, and the maximum number of alternatives per utterance. */
const MIN_CUT_PROBABILITY = 0.1
const MAX_ALTERNATIVES = 5

/** The utterance and, if its borders are predicted, the most likely alternative sentences within it. */
function alternatives(utterance: Utterance): Utterance[] {
  const { words, guess } = utterance
  if (!guess) return [utterance]
  const cuts = words.flatMap((_, i) =>
    guess.ends[guess.from + i]! >= MIN_CUT_PROBABILITY && i < words.length - 1 && !splitsSubject(words, i)
      ? [i + 1]
      : [],
  )
  const found: Utterance[] = []
  for (const from of [0, ...cuts])
    for (const to of [...cuts, words.length]) {
      if (to - from < MIN_WORDS || (from === 0 && to === words.length)) continue
      const certainty = sentenceCertainty(guess, guess.from + from, guess.from + to)
      found.push({
        ...utterance,
        words: words.slice(from, to),
        certainty,
        guess: { ...guess, from: guess.from + from },
      })
    }
  return [utterance, ...found.sort((a, b) => b.certainty - a.certainty).slice(0, MAX_ALTERNATIVES - 1)]
}

/** "My sister | and I repaired it": a cut here would split the subject. */
const splitsSubject = (words: readonly Word[], last: number) =>
  /^(and|or)$/.test(bareWord(words[last + 1]!.text)) &&
  !words.slice(0, last + 1).some(word => /VERB|AUX/.test(word.guess?.tag ?? 'VERB'))

/** Fallback for recordings without any proper candidate: accepts an utterance of any form. */
export function toFallbackCandidates(utterance: Utterance, resources: Resources): Candidate[] {
  const words = withoutDisfluencies(utterance.words, resources.common)
  const candidate = toCandidate(words, words, utterance, resources)
  return candidate.words.length >= 2 && candidate.words.length <= 2 * MAX_WORDS ? [candidate] : []
}

function isSelfContained(spoken: readonly Word[]): boolean {
  const words = bareWords(spoken)
  if (words.length < MIN_WORDS || words.length > MAX_WORDS) return false
  if (/\?["')]*$/.test(spoken.at(-1)!.text) || startsMidSentence(words) || breaksOff(words)) return false
  if (isQuestion(words) || !hasFiniteVerb(words, /,$/.test(spoken[0]!.text))) return false
  return !isDependent(words) && !turnsIntoQuestion(words)
}

function lacksMainClause(spoken: readonly Word[]): boolean {
  const tagged = taggedWords(spoken)
  return tagged !== null && !hasMainClause(tagged.words, tagged.tags)
}

/** Without punctuation, "no reality has" may be "No. Reality has", which is the opposite. */
const mayBeginWithAnswer = (spoken: readonly Word[]) =>
  spoken[0]?.guess !== undefined &&
  bareWord(spoken[0].text) === 'no' &&
  !/^(one|matter|longer|doubt|wonder)$/.test(bareWord(spoken[1]?.text ?? ''))

/** The words with predicted parts of speech and sentence ends; null if not all words have predictions. */
function taggedWords(spoken: readonly Word[]): TaggedWords | null {
  const guesses = spoken.flatMap(word => word.guess ?? [])
  if (guesses.length < spoken.length) return null
  return {
    words: spoken.map(word => bareWord(word.text)),
    tags: guesses.map(guess => guess.tag),
    ends: guesses.map(guess => guess.end),
  }
}

/** Splits words into sentences where speech without punctuation runs them together. */
function splitSentences(spoken: readonly Word[]): Word[][] {
  const tagged = taggedWords(spoken)
  const joints = tagged ? findUnmarkedSentenceEnds(tagged) : []
  return [-1, ...joints].map((before, k) => spoken.slice(before + 1, (joints[k] ?? spoken.length - 1) + 1))
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

const bareWords = (spoken: readonly Word[]) => spoken.map(word => bareWord(word.text)).filter(word => word !== '')

/** `core` are the words without hedges. */
function toCandidate(
  spoken: readonly Word[],
  core: readonly Word[],
  utterance: Utterance,
  resources: Resources,
): Candidate {
  const { common, vocabulary } = resources
  const words = bareWords(core)
  const startMs = spoken[0]?.startMs ?? 0
  const fragments = core.filter(word => isFragment(word.text, common)).length
  const position = locateInTurn(core, utterance)
  const sentences = splitSentences(core)
  const completeness = position
    ? predictWholeness(resources.wholeness, words, position) *
      noEndInside(position) *
      0.6 ** sum(sentences.map(sentence => countLooseClauses(bareWords(sentence))))
    : utterance.certainty
  return {
    text: splitSentences(spoken).map(formatSentence).join(' '),
    length: spoken.length,
    words,
    phrase: words.join(' '),
    startMs,
    endMs: spoken.reduce((last, word) => Math.max(last, word.endMs), startMs),
    index: utterance.index,
    turn: utterance.turn,
    terms: [...new Set(vocabulary.termsOf(core))],
    pointsBack: pointsBack(words),
    // The model learnt fragments and run-on sentences as complete, because people speak that way. They still read badly.
    wholeness: completeness * 0.6 ** (fragments + (findMainVerb(words) < 0 ? 1 : 0)),
    position,
    topic: 0,
    score: 0,
  }
}

/** Probability that no sentence ends inside. The wholeness model uses this too, but learnt from meetings to accept run-on sentences. */
function noEndInside({ turn, first, last }: CandidatePosition): number {
  let probability = 1
  for (let i = first; i < last; i++) probability *= 1 - turn.ends[i]!
  return probability
}

/** The position of a candidate in its turn, without the words dropped at its borders. */
function locateInTurn(spoken: readonly Word[], { words, guess }: Utterance): CandidatePosition | null {
  const [head, tail] = [spoken[0], spoken.at(-1)]
  if (!guess || !head || !tail) return null
  const first = words.findIndex(word => word.startMs === head.startMs)
  const last = words.findLastIndex(word => word.startMs === tail.startMs)
  return { turn: guess, first: guess.from + Math.max(0, first), last: guess.from + Math.max(first, last, 0) }
}

/** Whether a word is a short, unknown, lower-case piece, which is probably the start of an interrupted word. */
function isFragment(text: string, common: CommonWords): boolean {
  const bare = bareWord(text)
  return (
    /^[a-z]{1,3}$/.test(text.replace(/[^\p{L}\p{N}]/gu, '')) &&
    !/^(a|i|o)$/.test(bare) &&
    !common.has(bare) &&
    !SHORT_WORDS.test(bare)
  )
}

const SHORT_WORDS =
  /^(an|as|at|be|by|do|go|he|if|in|is|it|me|my|no|of|on|or|so|to|up|us|we|am|the|and|for|not|you|all|any|can|had|her|was|one|our|out|are|but|his|how|its|who|did|has|him|let|say|she|too|off|per|via|etc|app|web|gas|bug|api|url|cpu|gpu|ai|tv|pc|vs|x|y|n|k|km|kg|cm|mm|ms)$/

/** Splits a sentence that is too long for a candidate at the beginnings of clauses. */
function splitLongSentence(words: readonly Word[]): Word[][] {
  if (words.length <= MAX_WORDS) return [[...words]]
  const cuts: number[] = []
  let from = 0
  for (let i = 8; i < words.length - 6; i++) {
    if (i - from < 8 || !opensClause(words, i)) continue
    const remaining = words.length - i
    // Cut if the piece is long enough, or if the rest fits into one candidate.
    if (i - from >= 14 || remaining <= MAX_WORDS) {
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
