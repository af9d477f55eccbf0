import type { CommonWords, Models } from '../models.ts'
import { withoutDisfluencies } from '../reading/disfluencies.ts'
import {
  beginsInside,
  breaksOff,
  hasFiniteVerb,
  isDependent,
  isQuestion,
  looseClauses,
  mainVerbAt,
  pointsBack,
  turnsIntoQuestion,
} from '../reading/grammar.ts'
import { withoutHedges } from '../reading/hedges.ts'
import { looseJoints, type TaggedWords } from '../reading/joints.ts'
import { hasMainClause } from '../reading/main-clause.ts'
import { certaintyOf } from '../reading/punctuate.ts'
import type { Word } from '../reading/turns.ts'
import type { Utterance } from '../reading/utterances.ts'
import { asSentence } from '../writing/prose.ts'
import { bareWord, type Vocabulary } from './terms.ts'
import { type Place, wholeness } from './wholeness.ts'

/** A sentence that may stand in the summary, already in the words it would have there. */
export interface Candidate {
  text: string
  /** How many words that text has. */
  length: number
  /** Its words in lower case without punctuation and without hedges: what it is chosen by. */
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
  /** Where its words stand, when the borders had to be guessed. */
  place: Place | null
  topic: number
  score: number
}

/** What candidates are made with. */
type Means = Pick<Models, 'common' | 'wholeness'> & { vocabulary: Vocabulary }

export const MOST_WORDS = 40
const FEWEST_WORDS = 6

/** The utterance as candidates: none when it cannot be read alone, several when it is too long to be one, or may be cut elsewhere. */
export function toCandidates(utterance: Utterance, means: Means): Candidate[] {
  return readings(utterance).flatMap(reading =>
    parts(withoutDisfluencies(reading.words, means.common)).flatMap(part => {
      const words = withoutLooseReason(part)
      const core = withoutHedges(words)
      return standsAlone(core) && !lacksMainClause(core) && !mayAnswerNo(words) && words.length <= MOST_WORDS
        ? [toCandidate(words, core, reading, means)].filter(({ terms }) => terms.length >= 3)
        : []
    }),
  )
}

/** "Because the manifold consists of those": a reason of which the consequence was another sentence stands as a statement. */
function withoutLooseReason(said: readonly Word[]): readonly Word[] {
  const first = bareWord(said[0]?.text ?? '')
  return /^(because|cause|cuz)$/.test(first) && isDependent(bareWords(said)) ? said.slice(1) : said
}

/** How likely an end must be to be tried inside an utterance, and how many ways of cutting one are tried. */
const TRIED_FROM = 0.1
const MOST_READINGS = 5

/** The utterance itself and, where its borders are guesses, the likeliest other sentences in it. */
function readings(utterance: Utterance): Utterance[] {
  const { words, guess } = utterance
  if (!guess) return [utterance]
  const cuts = words.flatMap((_, i) =>
    guess.ends[guess.from + i]! >= TRIED_FROM && i < words.length - 1 && !isPairOpened(words, i) ? [i + 1] : [],
  )
  const found: Utterance[] = []
  for (const from of [0, ...cuts])
    for (const to of [...cuts, words.length]) {
      if (to - from < FEWEST_WORDS || (from === 0 && to === words.length)) continue
      const certainty = certaintyOf(guess, guess.from + from, guess.from + to)
      found.push({
        ...utterance,
        words: words.slice(from, to),
        certainty,
        guess: { ...guess, from: guess.from + from },
      })
    }
  return [utterance, ...found.sort((a, b) => b.certainty - a.certainty).slice(0, MOST_READINGS - 1)]
}

/** "My sister | and I repaired it": what stands before "and" is half of a subject. */
const isPairOpened = (words: readonly Word[], last: number) =>
  /^(and|or)$/.test(bareWord(words[last + 1]!.text)) &&
  !words.slice(0, last + 1).some(word => /VERB|AUX/.test(word.guess?.tag ?? 'VERB'))

/** Whatever was said, as it was said: for a recording of which no sentence stands alone. */
export function toAnyCandidates(utterance: Utterance, means: Means): Candidate[] {
  const words = withoutDisfluencies(utterance.words, means.common)
  const candidate = toCandidate(words, words, utterance, means)
  return candidate.words.length >= 2 && candidate.words.length <= 2 * MOST_WORDS ? [candidate] : []
}

function standsAlone(said: readonly Word[]): boolean {
  const words = bareWords(said)
  if (words.length < FEWEST_WORDS || words.length > MOST_WORDS) return false
  if (/\?["')]*$/.test(said.at(-1)!.text) || beginsInside(words) || breaksOff(words)) return false
  if (isQuestion(words) || !hasFiniteVerb(words, /,$/.test(said[0]!.text))) return false
  return !isDependent(words) && !turnsIntoQuestion(words)
}

function lacksMainClause(said: readonly Word[]): boolean {
  const tagged = taggedWords(said)
  return tagged !== null && !hasMainClause(tagged.words, tagged.tags)
}

/** Without punctuation "no reality has" may be "No. Reality has": the opposite. */
const mayAnswerNo = (said: readonly Word[]) =>
  said[0]?.guess !== undefined &&
  bareWord(said[0].text) === 'no' &&
  !/^(one|matter|longer|doubt|wonder)$/.test(bareWord(said[1]?.text ?? ''))

/** The words where their borders and parts of speech had to be guessed, else null. */
function taggedWords(said: readonly Word[]): TaggedWords | null {
  const guesses = said.flatMap(word => word.guess ?? [])
  if (guesses.length < said.length) return null
  return {
    words: said.map(word => bareWord(word.text)),
    tags: guesses.map(guess => guess.tag),
    ends: guesses.map(guess => guess.end),
  }
}

/** The words as the sentences they make: a speaker without punctuation runs them together. */
function inSentences(said: readonly Word[]): Word[][] {
  const tagged = taggedWords(said)
  const joints = tagged ? looseJoints(tagged) : []
  return [-1, ...joints].map((before, k) => said.slice(before + 1, (joints[k] ?? said.length - 1) + 1))
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

const bareWords = (said: readonly Word[]) => said.map(word => bareWord(word.text)).filter(word => word !== '')

/** `core` is what was said without its hedges. */
function toCandidate(said: readonly Word[], core: readonly Word[], utterance: Utterance, means: Means): Candidate {
  const { common, vocabulary } = means
  const words = bareWords(core)
  const startMs = said[0]?.startMs ?? 0
  const broken = core.filter(word => isFragment(word.text, common)).length
  const place = placeOf(core, utterance)
  const sentences = inSentences(core)
  const whole = place
    ? wholeness(means.wholeness, words, place) *
      unbroken(place) *
      0.6 ** sum(sentences.map(sentence => looseClauses(bareWords(sentence))))
    : utterance.certainty
  return {
    text: inSentences(said).map(asSentence).join(' '),
    length: said.length,
    words,
    phrase: words.join(' '),
    startMs,
    endMs: said.reduce((last, word) => Math.max(last, word.endMs), startMs),
    index: utterance.index,
    turn: utterance.turn,
    terms: [...new Set(vocabulary.termsOf(core))],
    pointsBack: pointsBack(words),
    // People do speak in pieces and in sentences run together; such were learnt as whole, and still read badly.
    wholeness: whole * 0.6 ** (broken + (mainVerbAt(words) < 0 ? 1 : 0)),
    place,
    topic: 0,
    score: 0,
  }
}

/** How likely no sentence ends inside. The model of wholeness knows this too, but meetings taught it to forgive sentences run together. */
function unbroken({ turn, first, last }: Place): number {
  let likely = 1
  for (let i = first; i < last; i++) likely *= 1 - turn.ends[i]!
  return likely
}

/** Words dropped at the borders of a candidate lie outside its place. */
function placeOf(said: readonly Word[], { words, guess }: Utterance): Place | null {
  const [head, tail] = [said[0], said.at(-1)]
  if (!guess || !head || !tail) return null
  const first = words.findIndex(word => word.startMs === head.startMs)
  const last = words.findLastIndex(word => word.startMs === tail.startMs)
  return { turn: guess, first: guess.from + Math.max(0, first), last: guess.from + Math.max(first, last, 0) }
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
