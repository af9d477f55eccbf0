import type { CommonWords } from '../models.ts'
import type { Word } from './turns.ts'
import { verbForm } from './verbs.ts'

/** A word with its context. */
export interface WordInContext {
  word: Word
  bare: string
  /** Punctuation follows. */
  pauses: boolean
  /** Followed by a removed filler or interrupted word: the speaker hesitated. */
  hesitates?: boolean
  /** That filler was followed by a comma. */
  beforeFiller?: boolean
}

/**
 * Removes interrupted words and the first attempts of restarted phrases. People repeat words deliberately more often than they stutter, so
 * only ungrammatical repetitions are removed ("the the", "we were we were going"). Some stutters remain, but deliberate repetitions
 * are preserved ("Bora Bora", "the law is the law", "sold the boat, sold the house").
 */
export function dropRestarts(words: WordInContext[], common: CommonWords): void {
  dropBrokenWords(words, common)
  dropRepeatedWords(words)
  dropRepeatedPhrases(words)
  dropFalseStarts(words)
}

const wordSet = (words: string) => new Set(words.split(' '))

const ARTICLE = wordSet('the a an')
const POSSESSIVE = wordSet('my your our their its')
const DEMONSTRATIVE = wordSet('this these those')
const SUBJECT = wordSet('i you he she it we they there')
const CONTRACTED = wordSet(
  "i'm it's that's he's she's we're they're you're there's what's i've we've you've they've i'll we'll you'll they'll it'll i'd we'd you'd they'd here's let's",
)
const QUESTION_WORD = wordSet('what who which how where why')
const BE = wordSet('is are was were am be been')
const AUXILIARY = wordSet(
  "is are was were am have has do does did can could would should will shall may might must don't doesn't didn't can't couldn't wouldn't shouldn't won't isn't wasn't aren't haven't hasn't",
)
const CONJUNCTION = wordSet('and but or because if when while since although than nor')
/** Prepositions that rarely belong to the verb before them. */
const PREPOSITION = wordSet('of to for at with from into without as')
/** Prepositions that often belong to the verb before them: "the people who come in in the evening". */
const PARTICLE = wordSet('in on up out off over by down around through about')
const QUANTIFIER = wordSet('some any every just')

/** A clause begins after these words, so that a following pronoun is its subject. */
const CLAUSE_OPENER = wordSet(
  'and but or so because cause if when while although though since until unless that which what how where why who whether once then well okay yeah now actually maybe perhaps think thought guess say said suppose just also',
)
/** After one of these, a verb or preposition may end an embedded clause: "what it is is", "the place he went to to rest". */
const OPENS_EMBEDDED_CLAUSE =
  /^(what|who|whom|whose|which|that|where|when|why|how|whatever|whoever|wherever|whichever|however|all|thing|things|reason|problem|question|point|way|issue|fact|trouble|everything|anything|something|nothing|one|as|if)('s)?$/

/** A single letter after these words is a name: "vitamin a a day". */
const BEFORE_LETTER =
  /^(vitamin|plan|type|grade|hepatitis|section|class|group|point|side|level|option|route|team|part|double|triple|letter|schedule)$/

const isClauseStart = (words: readonly WordInContext[], i: number) =>
  i === 0 || words[i - 1]!.pauses || !!words[i - 1]!.hesitates || CLAUSE_OPENER.has(words[i - 1]!.bare)

/** Whether the speaker audibly broke off after the word. */
const isBreakAfter = ({ word, hesitates }: WordInContext) => !!hesitates || /(…|\.{2,}|[-–—])["')]*$/.test(word.text)

const endsClause = ({ word }: WordInContext) => /[.?!;:]["')]*$/.test(word.text) && !/\.{2,}$/.test(word.text)
const isQuoted = ({ word }: WordInContext) => /["“”«»]/.test(word.text)
const isCapital = ({ word }: WordInContext) => /^\p{Lu}/u.test(word.text) && !/^I($|['’])/.test(word.text)
const isShouted = ({ word }: WordInContext) => /^\p{Lu}{2,}$/u.test(word.text.replace(/\P{L}/gu, ''))
const hasComma = ({ word }: WordInContext) => /,$/.test(word.text)

/** "th-", "bou- we bought", "p picking", "tr one is true": the start of a word that soon follows in full. */
function dropBrokenWords(words: WordInContext[], common: CommonWords): void {
  for (let i = words.length - 2; i >= 0; i--) {
    const { bare, word } = words[i]!
    const next = words[i + 1]!.bare
    const later = words.slice(i + 1, i + 5).map(other => other.bare)
    const completes = (other: string) => other.length > bare.length && other.startsWith(bare)
    // "Pre- and postwar" is not interrupted.
    const isCutOff =
      /^[A-Za-z']+-+,?$/.test(word.text) && !/^(and|or|to)$/.test(next) && later.some(other => other[0] === bare[0])
    // In captions without capitals, a letter may as well be a name: "vitamin c contains".
    const isLetter =
      !word.guess &&
      /^[b-hj-z]$/.test(word.text) &&
      !BEFORE_LETTER.test(words[i - 1]?.bare ?? '') &&
      later.slice(0, 2).some(completes)
    const isWordStart =
      /^[a-z]{2,5}$/.test(bare) &&
      !common.has(bare) &&
      !SHORT_WORDS.test(bare) &&
      /^\p{Ll}/u.test(word.text) &&
      later.some(completes)
    if (!isCutOff && !isLetter && !isWordStart) continue
    words.splice(i, 1)
    if (i > 0) words[i - 1]!.hesitates = true
  }
}

/** Short words that may be missing from the list of common words. */
const SHORT_WORDS =
  /^(an?|as|at|be|by|do|go|he|if|in|is|it|me|my|no|of|on|or|so|to|up|us|we|the|and|for|not|you|all|any|can|had|her|was|one|our|out|are|but|his|how|new|now|see|two|way|who|get|has|him|let|say|she|too|use|own|off|per|that|then|they|this|what|with|have|from|some|like|into|over|more|than|them|when|your|just|each)$/

function dropRepeatedWords(words: WordInContext[]): void {
  for (let i = 0; i < words.length - 1; i++) {
    let copies = 1
    while (words[i + copies]?.bare === words[i]!.bare) copies++
    if (copies > 1 && isWordRestarted(words, i, copies)) words.splice(i, copies - 1)
    else i += copies - 1
    if (words[i + 1] && isContractionOf(words, i)) words.splice(i, 1)
  }
}

/** Whether `copies` repetitions of a word from `i` on are restarts and not deliberate. */
function isWordRestarted(words: readonly WordInContext[], i: number, copies: number): boolean {
  const repeated = words.slice(i, i + copies)
  const { bare } = repeated[0]!
  const [before, last, next] = [words[i - 1], repeated.at(-1)!, words[i + copies]]
  const attempts = repeated.slice(0, -1)
  if (repeated.some(isQuoted) || attempts.some(endsClause) || new Set(repeated.map(isShouted)).size > 1) return false
  // Names: "The Who who", "The The", "Vitamin A a".
  if (i > 0 && repeated.some(isCapital) && !(isCapital(last) && !isCapital(repeated[0]!))) return false
  if (ARTICLE.has(bare)) return !isCapital(last) && !(bare === 'a' && BEFORE_LETTER.test(before?.bare ?? ''))
  if (!next) return false
  const isInterrupted = attempts.some(isBreakAfter)
  const hasCommaOnly = attempts.some(hasComma) && !isInterrupted
  if (CONTRACTED.has(bare)) return !(hasCommaOnly && bare === "let's")
  // Deliberate: "You, you and you", "my, my, what a day".
  const mayPause = CONJUNCTION.has(bare) || PREPOSITION.has(bare)
  if (last.pauses && !isBreakAfter(last) && !mayPause) return false
  if (ARTICLE.has(before?.bare ?? '') && !isInterrupted) return false
  if (POSSESSIVE.has(bare)) return true
  if (bare === 'i' || (isInterrupted && (SUBJECT.has(bare) || DEMONSTRATIVE.has(bare)))) return true
  if (bare === 'there') return isClauseStart(words, i) && !hasCommaOnly && BE.has(next.bare)
  if (bare === 'you' || bare === 'he' || bare === 'she' || bare === 'they')
    return isClauseStart(words, i) && !hasCommaOnly
  if (SUBJECT.has(bare)) return isClauseStart(words, i) && !(hasCommaOnly && next.bare === 'the')
  if (DEMONSTRATIVE.has(bare)) return !hasCommaOnly && (isClauseStart(words, i) || isObject(before, next))
  if (hasCommaOnly && !PREPOSITION.has(bare) && !CONJUNCTION.has(bare)) return false
  if (CONJUNCTION.has(bare)) return true
  if (PREPOSITION.has(bare)) return isInterrupted || isPrepositionRestarted(words, i, next.bare)
  if (PARTICLE.has(bare)) return isInterrupted || (copies === 2 && isParticleRestarted(words, i))
  if (QUESTION_WORD.has(bare) || QUANTIFIER.has(bare) || bare === 'be' || bare === 'been') return true
  return AUXILIARY.has(bare) && (isInterrupted || isVerbRestarted(words, i, next.bare))
}

/** Whether a demonstrative is an object: "On these these same things", but not "out of this this is what we get". */
const isObject = (before: WordInContext | undefined, next: WordInContext) =>
  /^(of|in|on|with|for|to|about|at|from|is|are|was|were)$/.test(before?.bare ?? '') && !AUXILIARY.has(next.bare)

/** Maximum words of an embedded clause; in speech they are short. */
const MAX_EMBEDDED_WORDS = 7

/** Whether an embedded clause may end at `i`: "the people she worked with | with". */
function mayEndEmbeddedClause(words: readonly WordInContext[], i: number): boolean {
  const from = Math.max(0, i - MAX_EMBEDDED_WORDS)
  for (let k = from; k < i; k++) {
    const { bare } = words[k]!
    if (OPENS_EMBEDDED_CLAUSE.test(bare)) return true
    if (k > 0 && SUBJECT.has(bare) && !isClauseStart(words, k) && !isPrepositional(words[k - 1]!.bare)) return true
  }
  return false
}

function isPrepositionRestarted(words: readonly WordInContext[], i: number, next: string): boolean {
  const { bare } = words[i]!
  const before = words[i - 1]
  if (bare === 'of') return next !== 'course'
  if (bare === 'for' && /^(example|instance|sure|now|free)$/.test(next)) return false
  if (bare === 'as' && /^(such|well|same|known)$/.test(before?.bare ?? '')) return false
  if (bare === 'to' && (TAKES_INFINITIVE.test(before?.bare ?? '') || ARTICLE.has(next) || POSSESSIVE.has(next)))
    return true
  const opensPhrase = !before || before.pauses || BE.has(before.bare) || CONJUNCTION.has(before.bare)
  return opensPhrase || !mayEndEmbeddedClause(words, i)
}

const TAKES_INFINITIVE =
  /^(want|wants|wanted|have|has|had|having|going|need|needs|needed|able|used|try|tries|tried|trying|start|started|like|likes|ought|got|supposed|order|decide|decided|begin|began|continue|how|plan|planned|hope|hoped|happy|easy|hard|allowed|ready|about)$/

/** "He came in in a hurry" has both words; "it was in in the old part" and "the house in in the valley" do not. */
function isParticleRestarted(words: readonly WordInContext[], i: number): boolean {
  const before = words[i - 1]
  if (!before || CONJUNCTION.has(before.bare)) return true
  if (BE.has(before.bare)) return !mayEndEmbeddedClause(words, i)
  const isNoun =
    verbForm(before.bare) === undefined &&
    !/(ed|ing|ly)$/.test(before.bare) &&
    !SUBJECT.has(before.bare) &&
    !/^(it|them|him|her|me|us|this|that|back|right|way|all)$/.test(before.bare)
  return isNoun && !mayEndEmbeddedClause(words, i)
}

/** "It is is a", "the results were were better": the verb follows its subject and cannot end an embedded clause. */
function isVerbRestarted(words: readonly WordInContext[], i: number, next: string): boolean {
  const { bare } = words[i]!
  // Deliberate: "I do do that", "we can can peaches".
  if (/^(do|does|did)$/.test(bare)) return false
  if (/^(can|will)$/.test(bare) && !/^(not|be|have|get|see|do|make|go|use|just|also|only|still|always)$/.test(next))
    return false
  const before = words[i - 1]
  if (!before || before.pauses) return false
  if (SUBJECT.has(before.bare) || DEMONSTRATIVE.has(before.bare) || before.bare === 'that')
    return i === 1 || (isClauseStart(words, i - 1) && !mayEndEmbeddedClause(words, i - 1))
  return !mayEndEmbeddedClause(words, i)
}

/** "It it's", "we we're": the speaker restarted with the contraction. */
function isContractionOf(words: readonly WordInContext[], i: number): boolean {
  const { bare } = words[i]!
  return (
    (SUBJECT.has(bare) || (i === 0 && (bare === 'that' || bare === 'what'))) &&
    !endsClause(words[i]!) &&
    isClauseStart(words, i) &&
    new RegExp(`^${bare}'(s|re|m|ve|ll|d)$`).test(words[i + 1]!.bare)
  )
}

const MAX_PHRASE_WORDS = 6
/** More copies are not a restart. The limit also avoids comparing hours of repetition word by word. */
const MAX_COPIES = 8

function dropRepeatedPhrases(words: WordInContext[]): void {
  for (let length = MAX_PHRASE_WORDS; length >= 2; length--)
    for (let i = 0; i + 2 * length <= words.length; i++) {
      const isCopy = (from: number) => {
        for (let k = 0; k < length; k++) if (words[from + k]?.bare !== words[i + k]!.bare) return false
        return true
      }
      let copies = 1
      while (copies < MAX_COPIES && isCopy(i + copies * length)) copies++
      if (copies > 1 && isPhraseRestarted(words, i, length, copies)) words.splice(i, (copies - 1) * length)
    }
}

/** Whether `copies` repetitions of `length` words from `i` on are restarts of one phrase: it must end where a clause cannot. */
function isPhraseRestarted(words: readonly WordInContext[], i: number, length: number, copies: number): boolean {
  const repeated = words.slice(i, i + copies * length)
  const next = words[i + copies * length]
  // "On and on and on", "inch after inch after inch": a chain that continues.
  if (!next || next.bare === repeated[0]!.bare) return false
  if (repeated.some(one => isQuoted(one) || endsClause(one) || /\d/.test(one.bare))) return false
  const ends = repeated.filter((_, k) => k % length === length - 1)
  const attempts = ends.slice(0, -1)
  if (ends.at(-1)!.pauses && !isBreakAfter(ends.at(-1)!)) return false
  const phrase = repeated.slice(0, length).map(({ bare }) => bare)
  const isInterrupted = attempts.some(isBreakAfter)
  return isIncompletePhrase(phrase, next.bare, {
    isInterrupted,
    hasComma: attempts.some(hasComma) && !isInterrupted,
    isClause: isClauseStart(words, i) && !OPENS_EMBEDDED_CLAUSE.test(words[i - 1]?.bare ?? ''),
  })
}

interface PhraseContext {
  isInterrupted: boolean
  hasComma: boolean
  /** The phrase begins a main clause. */
  isClause: boolean
}

function isIncompletePhrase(
  phrase: readonly string[],
  next: string,
  { isInterrupted, hasComma, isClause }: PhraseContext,
): boolean {
  const [first, second] = [phrase[0]!, phrase[1]!]
  const last = phrase.at(-1)!
  const isFunctionWord = isGrammatical(first)
  if (ARTICLE.has(last) || POSSESSIVE.has(last)) return !(last === 'a' && BEFORE_LETTER.test(phrase.at(-2)!))
  if (/^(this|that|these|those)$/.test(last))
    return isPrepositional(first) && phrase.length === 2 && !AUXILIARY.has(next) && !hasComma
  // "Have to have to" and "one of one of" are restarts, "back to back to the station" is not.
  if (PREPOSITION.has(last))
    return (
      !hasComma &&
      (isFunctionWord || BEFORE_OF.test(phrase.at(-2)!) || (last === 'to' && TAKES_INFINITIVE.test(phrase.at(-2)!)))
    )
  if (OPENS_CLAUSE.has(first) && phrase.length === 2 && (SUBJECT.has(last) || CONTRACTED.has(last)))
    return !(hasComma && /^(and|or|but)$/.test(first))
  if (OPENS_CLAUSE.has(first) && !/^(what|who|how|where|that|as)$/.test(first) && phrase.length === 3)
    return SUBJECT.has(second) && AUXILIARY.has(last) && !hasComma
  if ((SUBJECT.has(first) || DEMONSTRATIVE.has(first) || first === 'that') && phrase.length === 2) {
    if (isInterrupted && AUXILIARY.has(last)) return true
    if (!isClause) return false
    if (hasComma) return /^(is|was|were)$/.test(last) && /^(it|this|that|there|he|she|i)$/.test(first)
    // "We will, we will" is deliberate, as in songs and oaths.
    if (AUXILIARY.has(last)) return !/^(will|shall|won't)$/.test(last)
    return (
      /^(think|thought|mean|guess|said|believe)$/.test(last) &&
      (SUBJECT.has(next) || CONTRACTED.has(next) || ARTICLE.has(next) || POSSESSIVE.has(next))
    )
  }
  return AUXILIARY.has(first) && phrase.length === 2 && SUBJECT.has(last) && !hasComma && isClause
}

const OPENS_CLAUSE = wordSet('if when and but so or because that which what how where while as since although')

/** "One of", "a lot of", "because of". */
const BEFORE_OF = /^(one|some|most|many|lot|kind|sort|part|because|instead|out|all|any|each|none|couple|bunch)$/

const isPrepositional = (word: string) => PREPOSITION.has(word) || PARTICLE.has(word)
const isGrammatical = (word: string) =>
  isPrepositional(word) ||
  SUBJECT.has(word) ||
  CONTRACTED.has(word) ||
  AUXILIARY.has(word) ||
  ARTICLE.has(word) ||
  CONJUNCTION.has(word) ||
  OPENS_CLAUSE.has(word)

/** "It was a, it was the", "it's a, it's the", "in a, in the": a phrase cannot end in an article. */
function dropFalseStarts(words: WordInContext[]): void {
  for (let i = words.length - 4; i >= 0; i--) {
    const at = (k: number) => words[i + k]?.bare ?? ''
    const isDanglingDeterminer = (k: number) =>
      (ARTICLE.has(at(k)) && !isCapital(words[i + k]!)) || POSSESSIVE.has(at(k))
    const isContracted = CONTRACTED.has(at(0)) && at(2) === at(0) && isDanglingDeterminer(1)
    const isPhrase = isPrepositional(at(0)) && at(2) === at(0) && isDanglingDeterminer(1) && isDanglingDeterminer(3)
    const isClause =
      SUBJECT.has(at(0)) &&
      isClauseStart(words, i) &&
      at(3) === at(0) &&
      at(4) === at(1) &&
      at(4) !== '' &&
      isDanglingDeterminer(2)
    if (isContracted || isPhrase) words.splice(i, 2)
    else if (isClause) words.splice(i, 3)
  }
}
