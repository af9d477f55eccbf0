import { type HashedModel, logOdds } from '../learnt/hashed-model.ts'
import { cachedHash, mix, toKey } from '../learnt/hashing.ts'
import { wordClass } from '../reading/boundary-features.ts'
import {
  countFiniteVerbs,
  countLooseClauses,
  countUnfilledClauses,
  findMainVerb,
  opensLikeSentence,
} from '../reading/grammar.ts'
import { sentenceCertainty } from '../reading/punctuate.ts'
import type { GuessedTurn } from '../reading/utterances.ts'
import { verbForm } from '../reading/verbs.ts'

/** Position of a candidate in a turn without punctuation: indexes of its first and last word. */
export interface CandidatePosition {
  turn: GuessedTurn
  first: number
  last: number
}

/** Probability that the words are exactly one complete sentence. */
export function predictWholeness(model: HashedModel, words: readonly string[], place: CandidatePosition): number {
  const odds = new Float64Array(1)
  logOdds(model, wholenessFeatures(words, place), odds)
  return 1 / (1 + Math.exp(-odds[0]!))
}

/**
 * Features that distinguish a complete sentence from a fragment or a run-on: words on both sides of its borders, probabilities of
 * sentence ends at the borders and inside, clauses and parts of speech. `words` are the candidate's remaining lower-case words.
 */
export function wholenessFeatures(words: readonly string[], place: CandidatePosition): Int32Array {
  const { turn, first, last } = place
  const wordAt = (i: number) => turn.words[i] ?? '#'
  const n = words.length
  const at = (i: number) => words[i] ?? '#'
  const keys: number[] = []
  const put = createPut(keys)
  put('bias')
  put('first', at(0))
  put('first two', at(0), at(1))
  put('first three', at(0), at(1), at(2))
  put('first kinds', wordClass(at(0)), wordClass(at(1)), wordClass(at(2)))
  put('before', wordAt(first - 1))
  put('before, first', wordAt(first - 1), wordAt(first))
  put('two before', wordAt(first - 2), wordAt(first - 1))
  put('two before, first', wordAt(first - 2), wordAt(first - 1), wordAt(first))
  put('last', at(n - 1))
  put('last two', at(n - 2), at(n - 1))
  put('last three', at(n - 3), at(n - 2), at(n - 1))
  put('last kinds', wordClass(at(n - 3)), wordClass(at(n - 2)), wordClass(at(n - 1)))
  put('after', wordAt(last + 1))
  put('two after', wordAt(last + 1), wordAt(last + 2))
  put('last, after', at(n - 1), wordAt(last + 1))
  put('last two, after', at(n - 2), at(n - 1), wordAt(last + 1))
  put('last, two after', wordAt(last), wordAt(last + 1), wordAt(last + 2))
  put('last kind, after kinds', wordClass(at(n - 1)), wordClass(wordAt(last + 1)), wordClass(wordAt(last + 2)))
  put('ending', at(n - 1).slice(-3))
  put('ending, after', at(n - 1).slice(-3), wordAt(last + 1))
  put('first ending', at(0).slice(-3))
  putBorders(put, place)
  putClauses(put, words)
  putPartsOfSpeech(put, place)
  return Int32Array.from(keys)
}

type Part = string | number
/** Adds a feature with a name and up to four parts. */
type Put = (name: string, a?: Part, b?: Part, c?: Part, d?: Part) => void

/** Takes the parts as separate arguments, because allocating an array per feature is too slow for the many candidates. */
function createPut(keys: number[]): Put {
  const mixed = (key: number, part: Part | undefined) => (part === undefined ? key : mix(key, cachedHash(String(part))))
  return (name, a, b, c, d) => {
    keys.push(toKey(mixed(mixed(mixed(mixed(mixed(0, name), a), b), c), d)))
  }
}

function putBorders(put: Put, { turn, first, last }: CandidatePosition): void {
  const begins = endsBefore(turn, first)
  const ends = turn.ends[last]!
  let highest = 0
  let sum = 0
  for (let i = first; i < last; i++) {
    highest = Math.max(highest, turn.ends[i]!)
    sum += turn.ends[i]!
  }
  const [b, e, m] = [odds(begins), odds(ends), odds(highest)]
  put('begins', Math.round(b))
  put('ends', Math.round(e))
  put('inside', Math.round(m))
  put('all inside', Math.round(3 * sum))
  put('weaker', Math.round(Math.min(b, e)))
  put('ends, inside', Math.round(e / 2), Math.round(m / 2))
  put('begins, ends', Math.round(b / 2), Math.round(e / 2))
  put('certainty', Math.round(1.5 * Math.log(sentenceCertainty(turn, first, last + 1) + 1e-4)))
}

const CONJUNCTION = /^(and|but|so|because|then|or|well|now|okay|yeah|right)$/

/** Probability that a sentence begins here, or up to two conjunctions earlier. */
function endsBefore({ words, ends }: GuessedTurn, first: number): number {
  let probability = 0
  for (let i = first; i >= first - 2; i--) {
    if (i <= 0) return 1
    probability = Math.max(probability, ends[i - 1]!)
    if (!CONJUNCTION.test(words[i - 1]!)) break
  }
  return probability
}

const odds = (p: number) => Math.log(Math.max(1e-4, p) / Math.max(1e-4, 1 - p))

/** Adds the parts of speech at and across both borders, every run of three inside, and counts of verbs and clauses. */
function putPartsOfSpeech(put: Put, { turn, first, last }: CandidatePosition): void {
  const tag = (i: number) => turn.tags[i] ?? '#'
  const wordAt = (i: number) => turn.words[i] ?? '#'
  put('first tags', tag(first), tag(first + 1))
  put('first tags', tag(first), tag(first + 1), tag(first + 2))
  put('first tags', tag(first), tag(first + 1), tag(first + 2), tag(first + 3))
  put('tags across', tag(first - 1), tag(first), tag(first + 1))
  put('tags across', tag(first - 2), tag(first - 1), tag(first), tag(first + 1))
  put('before, first tags', wordAt(first - 1), tag(first), tag(first + 1))
  put('tag before, first', tag(first - 1), wordAt(first), tag(first + 1))
  put('tag before, first', tag(first - 1), wordAt(first), tag(first + 1), tag(first + 2))
  put('first, tags', wordAt(first), tag(first + 1), tag(first + 2))
  put('last tags', tag(last - 1), tag(last))
  put('last tags', tag(last - 2), tag(last - 1), tag(last))
  put('last tags', tag(last - 3), tag(last - 2), tag(last - 1), tag(last))
  put('tags over', tag(last - 1), tag(last), tag(last + 1))
  put('tags over', tag(last), tag(last + 1), tag(last + 2))
  put('tags over', tag(last - 1), tag(last), tag(last + 1), tag(last + 2))
  put('last, tags after', wordAt(last), tag(last + 1), tag(last + 2))
  put('last tag, after', tag(last), wordAt(last + 1), tag(last + 2))
  put('last tag, after', tag(last), wordAt(last + 1), tag(last + 2), tag(last + 3))
  const inside = new Set<string>()
  let verbs = 0
  let connectives = 0
  let subjects = 0
  for (let i = first; i <= last; i++) {
    if (VERB.test(tag(i)) && !VERB_OR_PARTICLE.test(tag(i - 1))) verbs++
    if (CONNECTIVE.test(wordAt(i)) || tag(i) === 'SCONJ') connectives++
    if (i <= first || i >= last) continue
    if (i > first + 1 && SUBJECT.test(wordAt(i)) && COMPLETE.test(tag(i - 1))) subjects++
    inside.add(`${tag(i - 1)} ${tag(i)} ${tag(i + 1)}`)
    if (INFORMATIVE.test(wordAt(i))) inside.add(`${wordAt(i)} ${tag(i - 1)} ${tag(i + 1)}`)
  }
  const free = Math.max(-3, Math.min(4, verbs - connectives))
  for (const run of inside) put('inside', run)
  put('tagged verbs', Math.min(verbs, 6))
  put('free verbs', free)
  put('free verbs, length', free, (last - first) >> 3)
  put('subjects inside', Math.min(subjects, 4))
}

const VERB = /VERB|AUX/
const VERB_OR_PARTICLE = /VERB|AUX|PART/
/** Tags that may end a clause, so that a pronoun after them begins the next. */
const COMPLETE = /NOUN|ADV|ADJ|PRON|PROPN|NUM/
const CONNECTIVE = /^(and|but|or|so|that|which|who|what|how|where|why|when|if|because)$/
const SUBJECT = /^(i|he|she|we|they|it|you|i'm|it's|he's|she's|we're|they're|you're|that's|there's|this)$/
const INFORMATIVE = /^(i|he|she|we|they|it|you|that|this|so|and|but|the|is|was)$/

function putClauses(put: Put, words: readonly string[]): void {
  const length = words.length >> 3
  const verb = findMainVerb(words)
  const loose = countLooseClauses(words)
  const unfilled = Math.max(-2, Math.min(3, countUnfilledClauses(words)))
  put('length', Math.min(8, words.length >> 2))
  put('main verb', Math.min(verb, 12))
  put('no main verb', Number(verb < 0), length)
  put('loose', loose)
  put('loose, length', loose, length)
  put('unfilled', unfilled)
  put('unfilled, last kind', unfilled, wordClass(words.at(-1) ?? '#'))
  put('unfilled, length', unfilled, length)
  put('opens', Number(opensLikeSentence(words)))
  put('verbs', Math.min(5, countFiniteVerbs(words)))
  put('last form', String(verbForm(words.at(-1) ?? '')))
  put('relatives', words.filter(word => /^(that|which|who|what)$/.test(word)).length)
  put('repeats', Number(words.some((word, i) => i > 0 && word === words[i - 1])))
}
