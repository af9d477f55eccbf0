import type { CommonWords } from '../models.ts'
import type { Word } from './turns.ts'
import { verbForm } from './verbs.ts'

/** A word with what surrounds it. */
export interface Said {
  word: Word
  bare: string
  /** Punctuation follows. */
  pauses: boolean
  /** A filler, or a word broken off, stood behind it: the speaker hesitated there. */
  hesitates?: boolean
  /** The filler was set off by a comma. */
  beforeFiller?: boolean
}

/**
 * Removes words broken off and the first tries of what the speaker starts again. People repeat words on purpose more
 * often than they stutter: only copies that grammar cannot place side by side go ("the the", "we were we were going"), so
 * a stutter may stay, but nothing meant is lost ("Bora Bora", "the law is the law", "sold the boat, sold the house").
 */
export function dropRestarts(said: Said[], common: CommonWords): void {
  dropBrokenWords(said, common)
  dropRepeatedWords(said)
  dropRepeatedPhrases(said)
  dropFalseStarts(said)
}

const list = (words: string) => new Set(words.split(' '))

const ARTICLE = list('the a an')
const POSSESSIVE = list('my your our their its')
const DEMONSTRATIVE = list('this these those')
const SUBJECT = list('i you he she it we they there')
const CONTRACTED = list(
  "i'm it's that's he's she's we're they're you're there's what's i've we've you've they've i'll we'll you'll they'll it'll i'd we'd you'd they'd here's let's",
)
const QUESTION_WORD = list('what who which how where why')
const BE = list('is are was were am be been')
const AUXILIARY = list(
  "is are was were am have has do does did can could would should will shall may might must don't doesn't didn't can't couldn't wouldn't shouldn't won't isn't wasn't aren't haven't hasn't",
)
const CONJUNCTION = list('and but or because if when while since although than nor')
/** Prepositions that hardly ever belong to the verb before them. */
const PREPOSITION = list('of to for at with from into without as')
/** Those that often do: "the people who come in in the evening". */
const PARTICLE = list('in on up out off over by down around through about')
const QUANTIFIER = list('some any every just')

/** Behind these a clause begins, so a pronoun there is its subject. */
const CLAUSE_OPENER = list(
  'and but or so because cause if when while although though since until unless that which what how where why who whether once then well okay yeah now actually maybe perhaps think thought guess say said suppose just also',
)
/** With one of these before, a verb or preposition may end a clause inside the sentence: "what it is is", "the place he went to to rest". */
const MAY_EMBED =
  /^(what|who|whom|whose|which|that|where|when|why|how|whatever|whoever|wherever|whichever|however|all|thing|things|reason|problem|question|point|way|issue|fact|trouble|everything|anything|something|nothing|one|as|if)('s)?$/

/** A letter behind these is a name: "vitamin a a day". */
const LETTERED =
  /^(vitamin|plan|type|grade|hepatitis|section|class|group|point|side|level|option|route|team|part|double|triple|letter|schedule)$/

const isClauseStart = (said: readonly Said[], i: number) =>
  i === 0 || said[i - 1]!.pauses || !!said[i - 1]!.hesitates || CLAUSE_OPENER.has(said[i - 1]!.bare)

/** The speaker audibly broke off behind it. */
const breaksOffAt = ({ word, hesitates }: Said) => !!hesitates || /(…|\.{2,}|[-–—])["')]*$/.test(word.text)

const endsClause = ({ word }: Said) => /[.?!;:]["')]*$/.test(word.text) && !/\.{2,}$/.test(word.text)
const isQuoted = ({ word }: Said) => /["“”«»]/.test(word.text)
const isCapital = ({ word }: Said) => /^\p{Lu}/u.test(word.text) && !/^I($|['’])/.test(word.text)
const isShouted = ({ word }: Said) => /^\p{Lu}{2,}$/u.test(word.text.replace(/\P{L}/gu, ''))
const hasComma = ({ word }: Said) => /,$/.test(word.text)

/** "th-", "bou- we bought", "p picking", "tr one is true": beginnings of a word that comes whole a little later. */
function dropBrokenWords(said: Said[], common: CommonWords): void {
  for (let i = said.length - 2; i >= 0; i--) {
    const { bare, word } = said[i]!
    const next = said[i + 1]!.bare
    const later = said.slice(i + 1, i + 5).map(other => other.bare)
    const starts = (other: string) => other.length > bare.length && other.startsWith(bare)
    // "Pre- and postwar" is no beginning.
    const cutOff =
      /^[A-Za-z']+-+,?$/.test(word.text) && !/^(and|or|to)$/.test(next) && later.some(other => other[0] === bare[0])
    // In captions without capitals a letter is as likely a name: "vitamin c contains".
    const letter =
      !word.guess &&
      /^[b-hj-z]$/.test(word.text) &&
      !LETTERED.test(said[i - 1]?.bare ?? '') &&
      later.slice(0, 2).some(starts)
    const part =
      /^[a-z]{2,5}$/.test(bare) &&
      !common.has(bare) &&
      !KNOWN_SHORT.test(bare) &&
      /^\p{Ll}/u.test(word.text) &&
      later.some(starts)
    if (!cutOff && !letter && !part) continue
    said.splice(i, 1)
    if (i > 0) said[i - 1]!.hesitates = true
  }
}

/** Short words that the list of common words may not hold. */
const KNOWN_SHORT =
  /^(an?|as|at|be|by|do|go|he|if|in|is|it|me|my|no|of|on|or|so|to|up|us|we|the|and|for|not|you|all|any|can|had|her|was|one|our|out|are|but|his|how|new|now|see|two|way|who|get|has|him|let|say|she|too|use|own|off|per|that|then|they|this|what|with|have|from|some|like|into|over|more|than|them|when|your|just|each)$/

function dropRepeatedWords(said: Said[]): void {
  for (let i = 0; i < said.length - 1; i++) {
    let copies = 1
    while (said[i + copies]?.bare === said[i]!.bare) copies++
    if (copies > 1 && isWordRestarted(said, i, copies)) said.splice(i, copies - 1)
    else i += copies - 1
    if (said[i + 1] && isContractionOf(said, i)) said.splice(i, 1)
  }
}

/** Whether `copies` times the same word from `i` on are one word and its failed tries. */
function isWordRestarted(said: readonly Said[], i: number, copies: number): boolean {
  const own = said.slice(i, i + copies)
  const { bare } = own[0]!
  const [before, last, next] = [said[i - 1], own.at(-1)!, said[i + copies]]
  const tries = own.slice(0, -1)
  if (own.some(isQuoted) || tries.some(endsClause) || new Set(own.map(isShouted)).size > 1) return false
  // "The Who who", "The The", "Vitamin A a": names.
  if (i > 0 && own.some(isCapital) && !(isCapital(last) && !isCapital(own[0]!))) return false
  if (ARTICLE.has(bare)) return !isCapital(last) && !(bare === 'a' && LETTERED.test(before?.bare ?? ''))
  if (!next) return false
  const isBroken = tries.some(breaksOffAt)
  const comma = tries.some(hasComma) && !isBroken
  if (CONTRACTED.has(bare)) return !(comma && bare === "let's")
  // "You, you and you", "my, my, what a day".
  const mayPause = CONJUNCTION.has(bare) || PREPOSITION.has(bare)
  if (last.pauses && !breaksOffAt(last) && !mayPause) return false
  if (ARTICLE.has(before?.bare ?? '') && !isBroken) return false
  if (POSSESSIVE.has(bare)) return true
  if (bare === 'i' || (isBroken && (SUBJECT.has(bare) || DEMONSTRATIVE.has(bare)))) return true
  if (bare === 'there') return isClauseStart(said, i) && !comma && BE.has(next.bare)
  if (bare === 'you' || bare === 'he' || bare === 'she' || bare === 'they') return isClauseStart(said, i) && !comma
  if (SUBJECT.has(bare)) return isClauseStart(said, i) && !(comma && next.bare === 'the')
  if (DEMONSTRATIVE.has(bare)) return !comma && (isClauseStart(said, i) || isObject(before, next))
  if (comma && !PREPOSITION.has(bare) && !CONJUNCTION.has(bare)) return false
  if (CONJUNCTION.has(bare)) return true
  if (PREPOSITION.has(bare)) return isBroken || isPrepositionRestarted(said, i, next.bare)
  if (PARTICLE.has(bare)) return isBroken || (copies === 2 && isParticleRestarted(said, i))
  if (QUESTION_WORD.has(bare) || QUANTIFIER.has(bare) || bare === 'be' || bare === 'been') return true
  return AUXILIARY.has(bare) && (isBroken || isVerbRestarted(said, i, next.bare))
}

/** "On these these same things", but not "out of this this is what we get". */
const isObject = (before: Said | undefined, next: Said) =>
  /^(of|in|on|with|for|to|about|at|from|is|are|was|were)$/.test(before?.bare ?? '') && !AUXILIARY.has(next.bare)

/** A clause that is embedded in another is short in speech. */
const EMBEDDED_WORDS = 7

/** Whether a clause may end behind the word before `i` and its preposition: "the people she worked with | with". */
function mayEmbed(said: readonly Said[], i: number): boolean {
  const from = Math.max(0, i - EMBEDDED_WORDS)
  for (let k = from; k < i; k++) {
    const { bare } = said[k]!
    if (MAY_EMBED.test(bare)) return true
    if (k > 0 && SUBJECT.has(bare) && !isClauseStart(said, k) && !isPrepositional(said[k - 1]!.bare)) return true
  }
  return false
}

function isPrepositionRestarted(said: readonly Said[], i: number, next: string): boolean {
  const { bare } = said[i]!
  const before = said[i - 1]
  if (bare === 'of') return next !== 'course'
  if (bare === 'for' && /^(example|instance|sure|now|free)$/.test(next)) return false
  if (bare === 'as' && /^(such|well|same|known)$/.test(before?.bare ?? '')) return false
  if (bare === 'to' && (TAKES_INFINITIVE.test(before?.bare ?? '') || ARTICLE.has(next) || POSSESSIVE.has(next)))
    return true
  const opensPhrase = !before || before.pauses || BE.has(before.bare) || CONJUNCTION.has(before.bare)
  return opensPhrase || !mayEmbed(said, i)
}

const TAKES_INFINITIVE =
  /^(want|wants|wanted|have|has|had|having|going|need|needs|needed|able|used|try|tries|tried|trying|start|started|like|likes|ought|got|supposed|order|decide|decided|begin|began|continue|how|plan|planned|hope|hoped|happy|easy|hard|allowed|ready|about)$/

/** "He came in in a hurry" has both words; "it was in in the old part" and "the house in in the valley" do not. */
function isParticleRestarted(said: readonly Said[], i: number): boolean {
  const before = said[i - 1]
  if (!before || CONJUNCTION.has(before.bare)) return true
  if (BE.has(before.bare)) return !mayEmbed(said, i)
  const isNoun =
    verbForm(before.bare) === undefined &&
    !/(ed|ing|ly)$/.test(before.bare) &&
    !SUBJECT.has(before.bare) &&
    !/^(it|them|him|her|me|us|this|that|back|right|way|all)$/.test(before.bare)
  return isNoun && !mayEmbed(said, i)
}

/** "It is is a", "the results were were better": the word before is the subject, and no clause that it could end stands before. */
function isVerbRestarted(said: readonly Said[], i: number, next: string): boolean {
  const { bare } = said[i]!
  // "I do do that", "we can can peaches".
  if (/^(do|does|did)$/.test(bare)) return false
  if (/^(can|will)$/.test(bare) && !/^(not|be|have|get|see|do|make|go|use|just|also|only|still|always)$/.test(next))
    return false
  const before = said[i - 1]
  if (!before || before.pauses) return false
  if (SUBJECT.has(before.bare) || DEMONSTRATIVE.has(before.bare) || before.bare === 'that')
    return i === 1 || (isClauseStart(said, i - 1) && !mayEmbed(said, i - 1))
  return !mayEmbed(said, i)
}

/** "It it's", "we we're": the contraction is the word the speaker went on with. */
function isContractionOf(said: readonly Said[], i: number): boolean {
  const { bare } = said[i]!
  return (
    (SUBJECT.has(bare) || (i === 0 && (bare === 'that' || bare === 'what'))) &&
    !endsClause(said[i]!) &&
    isClauseStart(said, i) &&
    new RegExp(`^${bare}'(s|re|m|ve|ll|d)$`).test(said[i + 1]!.bare)
  )
}

const LONGEST_PHRASE = 6
/** What is said more often in a row is no restart, and hours of it must not be compared word by word with each other. */
const MOST_COPIES = 8

function dropRepeatedPhrases(said: Said[]): void {
  for (let length = LONGEST_PHRASE; length >= 2; length--)
    for (let i = 0; i + 2 * length <= said.length; i++) {
      const isCopy = (from: number) => {
        for (let k = 0; k < length; k++) if (said[from + k]?.bare !== said[i + k]!.bare) return false
        return true
      }
      let copies = 1
      while (copies < MOST_COPIES && isCopy(i + copies * length)) copies++
      if (copies > 1 && isPhraseRestarted(said, i, length, copies)) said.splice(i, (copies - 1) * length)
    }
}

/** Whether `copies` times the same `length` words from `i` on are one phrase and its failed tries: it must break off where a clause cannot end. */
function isPhraseRestarted(said: readonly Said[], i: number, length: number, copies: number): boolean {
  const own = said.slice(i, i + copies * length)
  const next = said[i + copies * length]
  // "On and on and on", "inch after inch after inch": what follows is one more link of a chain.
  if (!next || next.bare === own[0]!.bare) return false
  if (own.some(one => isQuoted(one) || endsClause(one) || /\d/.test(one.bare))) return false
  const ends = own.filter((_, k) => k % length === length - 1)
  const tries = ends.slice(0, -1)
  if (ends.at(-1)!.pauses && !breaksOffAt(ends.at(-1)!)) return false
  const phrase = own.slice(0, length).map(({ bare }) => bare)
  const isBroken = tries.some(breaksOffAt)
  return breaksOff(phrase, next.bare, {
    isBroken,
    hasComma: tries.some(hasComma) && !isBroken,
    isClause: isClauseStart(said, i) && !MAY_EMBED.test(said[i - 1]?.bare ?? ''),
  })
}

interface Surroundings {
  isBroken: boolean
  hasComma: boolean
  /** It begins a main clause. */
  isClause: boolean
}

function breaksOff(phrase: readonly string[], next: string, { isBroken, hasComma, isClause }: Surroundings): boolean {
  const [first, second] = [phrase[0]!, phrase[1]!]
  const last = phrase.at(-1)!
  const isFunctionWord = isGrammatical(first)
  if (ARTICLE.has(last) || POSSESSIVE.has(last)) return !(last === 'a' && LETTERED.test(phrase.at(-2)!))
  if (/^(this|that|these|those)$/.test(last))
    return isPrepositional(first) && phrase.length === 2 && !AUXILIARY.has(next) && !hasComma
  // "Back to back to the station" is no restart; "have to have to", "one of one of" are.
  if (PREPOSITION.has(last))
    return (
      !hasComma &&
      (isFunctionWord || HEADS_OF.test(phrase.at(-2)!) || (last === 'to' && TAKES_INFINITIVE.test(phrase.at(-2)!)))
    )
  if (OPENS_CLAUSE.has(first) && phrase.length === 2 && (SUBJECT.has(last) || CONTRACTED.has(last)))
    return !(hasComma && /^(and|or|but)$/.test(first))
  if (OPENS_CLAUSE.has(first) && !/^(what|who|how|where|that|as)$/.test(first) && phrase.length === 3)
    return SUBJECT.has(second) && AUXILIARY.has(last) && !hasComma
  if ((SUBJECT.has(first) || DEMONSTRATIVE.has(first) || first === 'that') && phrase.length === 2) {
    if (isBroken && AUXILIARY.has(last)) return true
    if (!isClause) return false
    if (hasComma) return /^(is|was|were)$/.test(last) && /^(it|this|that|there|he|she|i)$/.test(first)
    // "We will, we will" is sung and sworn.
    if (AUXILIARY.has(last)) return !/^(will|shall|won't)$/.test(last)
    return (
      /^(think|thought|mean|guess|said|believe)$/.test(last) &&
      (SUBJECT.has(next) || CONTRACTED.has(next) || ARTICLE.has(next) || POSSESSIVE.has(next))
    )
  }
  return AUXILIARY.has(first) && phrase.length === 2 && SUBJECT.has(last) && !hasComma && isClause
}

const OPENS_CLAUSE = list('if when and but so or because that which what how where while as since although')

/** "One of", "a lot of", "because of". */
const HEADS_OF = /^(one|some|most|many|lot|kind|sort|part|because|instead|out|all|any|each|none|couple|bunch)$/

const isPrepositional = (word: string) => PREPOSITION.has(word) || PARTICLE.has(word)
const isGrammatical = (word: string) =>
  isPrepositional(word) ||
  SUBJECT.has(word) ||
  CONTRACTED.has(word) ||
  AUXILIARY.has(word) ||
  ARTICLE.has(word) ||
  CONJUNCTION.has(word) ||
  OPENS_CLAUSE.has(word)

/** "It was a, it was the", "it's a, it's the", "in a, in the": an article cannot be the last word of what was meant. */
function dropFalseStarts(said: Said[]): void {
  for (let i = said.length - 4; i >= 0; i--) {
    const at = (k: number) => said[i + k]?.bare ?? ''
    const isLoose = (k: number) => (ARTICLE.has(at(k)) && !isCapital(said[i + k]!)) || POSSESSIVE.has(at(k))
    const isContracted = CONTRACTED.has(at(0)) && at(2) === at(0) && isLoose(1)
    const isPhrase = isPrepositional(at(0)) && at(2) === at(0) && isLoose(1) && isLoose(3)
    const isClause =
      SUBJECT.has(at(0)) && isClauseStart(said, i) && at(3) === at(0) && at(4) === at(1) && at(4) !== '' && isLoose(2)
    if (isContracted || isPhrase) said.splice(i, 2)
    else if (isClause) said.splice(i, 3)
  }
}
