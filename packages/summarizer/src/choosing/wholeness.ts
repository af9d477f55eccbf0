import { type HashedModel, logOdds } from '../learnt/hashed-model.ts'
import { hashOf, mix, toKey } from '../learnt/hashing.ts'
import { wordClass } from '../reading/boundary-features.ts'
import { countFiniteVerbs, looseClauses, mainVerbAt, opensLikeSentence, unfilledClauses } from '../reading/grammar.ts'
import { certaintyOf } from '../reading/punctuate.ts'
import type { GuessedTurn } from '../reading/utterances.ts'
import { verbForm } from '../reading/verbs.ts'

/** Where in a turn without punctuation the words of a candidate stand: first and last word. */
export interface Place {
  turn: GuessedTurn
  first: number
  last: number
}

/** How likely the words are one whole sentence, no more and no less. */
export function wholeness(model: HashedModel, words: readonly string[], place: Place): number {
  const odds = new Float64Array(1)
  logOdds(model, wholenessFeatures(words, place), odds)
  return 1 / (1 + Math.exp(-odds[0]!))
}

/**
 * What tells a whole sentence from a piece of one, or from two run together: the words at its borders and on the other side
 * of them, how likely sentences end there and inside, its clauses and parts of speech. `words` are those the candidate has kept of its
 * place, in lower case.
 */
export function wholenessFeatures(words: readonly string[], place: Place): Int32Array {
  const { turn, first, last } = place
  const said = (i: number) => turn.words[i] ?? '#'
  const n = words.length
  const at = (i: number) => words[i] ?? '#'
  const keys: number[] = []
  const put = keyTaker(keys)
  put('bias')
  put('first', at(0))
  put('first two', at(0), at(1))
  put('first three', at(0), at(1), at(2))
  put('first kinds', wordClass(at(0)), wordClass(at(1)), wordClass(at(2)))
  put('before', said(first - 1))
  put('before, first', said(first - 1), said(first))
  put('two before', said(first - 2), said(first - 1))
  put('two before, first', said(first - 2), said(first - 1), said(first))
  put('last', at(n - 1))
  put('last two', at(n - 2), at(n - 1))
  put('last three', at(n - 3), at(n - 2), at(n - 1))
  put('last kinds', wordClass(at(n - 3)), wordClass(at(n - 2)), wordClass(at(n - 1)))
  put('after', said(last + 1))
  put('two after', said(last + 1), said(last + 2))
  put('last, after', at(n - 1), said(last + 1))
  put('last two, after', at(n - 2), at(n - 1), said(last + 1))
  put('last, two after', said(last), said(last + 1), said(last + 2))
  put('last kind, after kinds', wordClass(at(n - 1)), wordClass(said(last + 1)), wordClass(said(last + 2)))
  put('ending', at(n - 1).slice(-3))
  put('ending, after', at(n - 1).slice(-3), said(last + 1))
  put('first ending', at(0).slice(-3))
  putBorders(put, place)
  putClauses(put, words)
  putPartsOfSpeech(put, place)
  return Int32Array.from(keys)
}

type Part = string | number
/** Takes a feature: its name and up to four parts. */
type Put = (name: string, a?: Part, b?: Part, c?: Part, d?: Part) => void

/** There are too many candidates to make a list of each feature's parts. */
function keyTaker(keys: number[]): Put {
  const mixed = (key: number, part: Part | undefined) => (part === undefined ? key : mix(key, hashOf(String(part))))
  return (name, a, b, c, d) => {
    keys.push(toKey(mixed(mixed(mixed(mixed(mixed(0, name), a), b), c), d)))
  }
}

function putBorders(put: Put, { turn, first, last }: Place): void {
  const begins = endsBefore(turn, first)
  const ends = turn.ends[last]!
  let most = 0
  let sum = 0
  for (let i = first; i < last; i++) {
    most = Math.max(most, turn.ends[i]!)
    sum += turn.ends[i]!
  }
  const [b, e, m] = [odds(begins), odds(ends), odds(most)]
  put('begins', Math.round(b))
  put('ends', Math.round(e))
  put('inside', Math.round(m))
  put('all inside', Math.round(3 * sum))
  put('weaker', Math.round(Math.min(b, e)))
  put('ends, inside', Math.round(e / 2), Math.round(m / 2))
  put('begins, ends', Math.round(b / 2), Math.round(e / 2))
  put('certainty', Math.round(1.5 * Math.log(certaintyOf(turn, first, last + 1) + 1e-4)))
}

const CONJUNCTION = /^(and|but|so|because|then|or|well|now|okay|yeah|right)$/

/** How likely a sentence begins here, or one or two conjunctions earlier. */
function endsBefore({ words, ends }: GuessedTurn, first: number): number {
  let likely = 0
  for (let i = first; i >= first - 2; i--) {
    if (i <= 0) return 1
    likely = Math.max(likely, ends[i - 1]!)
    if (!CONJUNCTION.test(words[i - 1]!)) break
  }
  return likely
}

const odds = (p: number) => Math.log(Math.max(1e-4, p) / Math.max(1e-4, 1 - p))

/** Parts of speech at both borders and across them, in every run of three inside, and the clauses they show. */
function putPartsOfSpeech(put: Put, { turn, first, last }: Place): void {
  const tag = (i: number) => turn.tags[i] ?? '#'
  const said = (i: number) => turn.words[i] ?? '#'
  put('first tags', tag(first), tag(first + 1))
  put('first tags', tag(first), tag(first + 1), tag(first + 2))
  put('first tags', tag(first), tag(first + 1), tag(first + 2), tag(first + 3))
  put('tags across', tag(first - 1), tag(first), tag(first + 1))
  put('tags across', tag(first - 2), tag(first - 1), tag(first), tag(first + 1))
  put('before, first tags', said(first - 1), tag(first), tag(first + 1))
  put('tag before, first', tag(first - 1), said(first), tag(first + 1))
  put('tag before, first', tag(first - 1), said(first), tag(first + 1), tag(first + 2))
  put('first, tags', said(first), tag(first + 1), tag(first + 2))
  put('last tags', tag(last - 1), tag(last))
  put('last tags', tag(last - 2), tag(last - 1), tag(last))
  put('last tags', tag(last - 3), tag(last - 2), tag(last - 1), tag(last))
  put('tags over', tag(last - 1), tag(last), tag(last + 1))
  put('tags over', tag(last), tag(last + 1), tag(last + 2))
  put('tags over', tag(last - 1), tag(last), tag(last + 1), tag(last + 2))
  put('last, tags after', said(last), tag(last + 1), tag(last + 2))
  put('last tag, after', tag(last), said(last + 1), tag(last + 2))
  put('last tag, after', tag(last), said(last + 1), tag(last + 2), tag(last + 3))
  const inside = new Set<string>()
  let verbs = 0
  let ties = 0
  let subjects = 0
  for (let i = first; i <= last; i++) {
    if (VERB.test(tag(i)) && !VERB_OR_PARTICLE.test(tag(i - 1))) verbs++
    if (TIE.test(said(i)) || tag(i) === 'SCONJ') ties++
    if (i <= first || i >= last) continue
    if (i > first + 1 && SUBJECT.test(said(i)) && COMPLETE.test(tag(i - 1))) subjects++
    inside.add(`${tag(i - 1)} ${tag(i)} ${tag(i + 1)}`)
    if (TELLING.test(said(i))) inside.add(`${said(i)} ${tag(i - 1)} ${tag(i + 1)}`)
  }
  const free = Math.max(-3, Math.min(4, verbs - ties))
  for (const run of inside) put('inside', run)
  put('tagged verbs', Math.min(verbs, 6))
  put('free verbs', free)
  put('free verbs, length', free, (last - first) >> 3)
  put('subjects inside', Math.min(subjects, 4))
}

const VERB = /VERB|AUX/
const VERB_OR_PARTICLE = /VERB|AUX|PART/
/** What may end a clause, so that the pronoun behind it begins one. */
const COMPLETE = /NOUN|ADV|ADJ|PRON|PROPN|NUM/
const TIE = /^(and|but|or|so|that|which|who|what|how|where|why|when|if|because)$/
const SUBJECT = /^(i|he|she|we|they|it|you|i'm|it's|he's|she's|we're|they're|you're|that's|there's|this)$/
const TELLING = /^(i|he|she|we|they|it|you|that|this|so|and|but|the|is|was)$/

function putClauses(put: Put, words: readonly string[]): void {
  const length = words.length >> 3
  const verb = mainVerbAt(words)
  const loose = looseClauses(words)
  const unfilled = Math.max(-2, Math.min(3, unfilledClauses(words)))
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
