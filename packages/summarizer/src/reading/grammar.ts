import { verbForm } from './verbs.ts'

/*
 * Heuristics about the grammar of a spoken sentence, based on its words only, without a parser. All functions take lower-case words
 * without punctuation (see `bareWord`), in order.
 */

const wordSet = (words: string) => new Set(words.split(' '))

const AUXILIARY = wordSet(
  "is are was were am isn't aren't wasn't weren't has have had hasn't haven't hadn't do does did don't doesn't didn't can could will would shall should may might must can't cannot couldn't won't wouldn't shouldn't shan't mustn't ain't",
)
/** Words that may be the subject of the verb after them. */
export const SUBJECT: ReadonlySet<string> = wordSet(
  'i you he she it we they this that these those there who everyone everybody someone somebody nobody people',
)
const CONTRACTED =
  /^((i|you|he|she|it|we|they|that|there|this|what|who|here|let)'(m|s|re|ve|ll|d)|(everyone|everybody|someone|nobody|people)'(ve|ll|d))$/
const DETERMINER = wordSet(
  'the a an my your his her its our their this that these those some any no every each another all both few many much several more most',
)
const PREPOSITION = wordSet(
  'of in on at for with from by about into through over under between against during without within upon across behind beyond near toward towards via per to than as like',
)
/** Pronouns that are always the subject if directly before a verb. */
const PERSONAL = wordSet('i you he she it we they who everyone everybody people')
const SUBORDINATOR = wordSet(
  'because cause cuz if when while since although though unless whereas until before after once whenever where whether that which who whose whom',
)
const WH = wordSet('what who which why how where when whose whom')

/** Whether there is a finite verb, judging by word forms. An imperative counts, unless a comma follows the first word. */
export function hasFiniteVerb(words: readonly string[], commaAfterFirst = false): boolean {
  return words.some((_, i) => isInflected(words, i)) || (verbForm(words[0] ?? '') === 'base' && !commaAfterFirst)
}

function isInflected(words: readonly string[], i: number): boolean {
  const word = words[i]
  if (word === undefined) return false
  if (AUXILIARY.has(word) || CONTRACTED.test(word)) return true
  const form = verbForm(word)
  const before = words[i - 1] ?? ''
  if (form === undefined) {
    // "John's going"; not "everyone's minds".
    const next = words[i + 1] ?? ''
    if (/'(s|re|ve|ll|d)$/.test(word))
      return verbForm(next) !== undefined && !(word.endsWith("'s") && /[^s]s$/.test(next))
    return /[^e]ed$/.test(word) && i > 0 && followsSubject(before)
  }
  // A noun in "those points" and "everyone's minds", but a verb in "that shows".
  if (form === 'finite') return i > 0 && followsSubject(before) && !/^(those|these|.*'s)$/.test(before)
  return (
    form === 'base' &&
    (PERSONAL.has(before) ||
      (PERSONAL.has(words[i - 2] ?? '') && /(ly|not|just|also|never|always|even|still|all|now|then)$/.test(before)) ||
      followsPlural(words, i))
  )
}

/** Whether a verb may follow: "this shows", "the shop opened", but not "the used", "of based". */
const followsSubject = (before: string) =>
  SUBJECT.has(before) || !(DETERMINER.has(before) || PREPOSITION.has(before) || AUXILIARY.has(before))

/** Whether a base form follows its plural subject: "petitioners highlight the", "our condolences go out". */
function followsPlural(words: readonly string[], i: number): boolean {
  const before = words[i - 1] ?? ''
  const after = words[i + 1] ?? ''
  return (
    /[^s']s$/.test(before) &&
    before.length > 3 &&
    !AUXILIARY.has(before) &&
    (DETERMINER.has(after) || PREPOSITION.has(after) || SUBJECT.has(after) || after === 'out' || after === 'up')
  )
}

/** Number of finite verbs; consecutive ones count once. */
export function countFiniteVerbs(words: readonly string[]): number {
  let count = 0
  for (let i = 0; i < words.length; i++) if (isInflected(words, i) && !(i > 0 && isInflected(words, i - 1))) count++
  return count
}

const CONNECTOR = wordSet(
  'and but or so because cause cuz if when while since although though unless whereas until before after once whenever where wherever whether that which who whose whom what how why than as then like where',
)
const TAKES_CLAUSE =
  /^(think|thinks|thought|say|says|said|saying|know|knows|knew|guess|hope|mean|means|meant|believe|feel|felt|see|saw|wish|tell|told|sure|decided|figured|realize|realized|found|show|shows|showed|suppose|bet|glad|afraid|sense|heard|notice|noticed|assume|understand|remember|imagine|way|time|thing|things|reason|moment|first|everything|all|something|anything|day|people|place|one)$/

/**
 * Number of clauses without a connective beyond the first: 1 in "I work I'm an investor". Such a sentence is probably several that
 * unpunctuated captions run together.
 */
export function countLooseClauses(words: readonly string[]): number {
  let clauses = 0
  let connectives = 0
  words.forEach((word, i) => {
    if (CONNECTOR.has(word) || (TAKES_CLAUSE.test(word) && opensSubject(words[i + 1] ?? ''))) connectives++
    const isContinuation =
      !CONTRACTED.test(word) &&
      (isInflected(words, i - 1) || (isInflected(words, i - 2) && !PERSONAL.has(words[i - 1]!)))
    if (isInflected(words, i) && !isContinuation) clauses++
  })
  return Math.max(0, clauses - 1 - connectives)
}

const RELATIVE = wordSet(
  'that which who whose whom what how why where when while if because cause cuz since although though unless whereas until as than whether',
)

/**
 * Position of the first finite verb that does not belong to a clause with "that", "which" or "when"; −1 if there is none, as in
 * "a play that gets you there".
 */
export function findMainVerb(words: readonly string[]): number {
  let open = 0
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!
    const before = words[i - 1] ?? ''
    const isDeterminer =
      word === 'that' &&
      (PREPOSITION.has(before) || verbForm(words[i + 1] ?? '') === undefined) &&
      !isNounLike(before) &&
      i > 0
    if (RELATIVE.has(word) && !isDeterminer && !(word === 'that' && i === 0)) open++
    if (!isInflected(words, i) || (i > 0 && isInflected(words, i - 1) && !CONTRACTED.test(word))) continue
    if (open === 0) return i
    open--
  }
  return verbForm(words[0] ?? '') === 'base' ? 0 : -1
}

/**
 * Number of clauses without a verb: "the problem is that if we had" opens two clauses with "that" and "if", but has a verb for only one.
 * Positive if verbs are missing, negative if there are unconnected clauses.
 */
export function countUnfilledClauses(words: readonly string[]): number {
  const openers = words.filter(
    (word, i) => RELATIVE.has(word) && word !== 'as' && word !== 'than' && !isThatNoun(words, i),
  )
  return openers.length + 1 - countFiniteVerbs(words)
}

/** Whether "that" does not open a clause: "that book", "in that". */
const isThatNoun = (words: readonly string[], i: number) =>
  words[i] === 'that' && (PREPOSITION.has(words[i - 1] ?? '') || i === words.length - 1)

const isNounLike = (word: string) =>
  !DETERMINER.has(word) && !PREPOSITION.has(word) && !AUXILIARY.has(word) && word !== ''

const OPENING = wordSet(
  'however today yesterday now then sometimes often usually maybe perhaps instead eventually recently finally first second third next both either neither nobody nothing everything something anything even only most many some all each every one two three four five six seven eight nine ten not when if because since while although though after before once whenever whether unless in on at for from by with without during through under over to what how why where who whoever whatever there here',
)

/** Whether it begins like a sentence: with a subject, an imperative, or words that introduce them. */
export function opensLikeSentence(words: readonly string[]): boolean {
  const first = words[0] ?? ''
  return (
    SUBJECT.has(first) ||
    CONTRACTED.test(first) ||
    DETERMINER.has(first) ||
    OPENING.has(first) ||
    /^(and|but|or)$/.test(first) ||
    verbForm(first) === 'base' ||
    verbForm(first) === 'ing' ||
    /ly$/.test(first)
  )
}

const opensSubject = (word: string) =>
  PERSONAL.has(word) || CONTRACTED.test(word) || DETERMINER.has(word) || SUBJECT.has(word)

/** Whether it is a question, judging by word order and not by punctuation. */
export function isQuestion(words: readonly string[]): boolean {
  const at = words[0] === 'and' || words[0] === 'but' || words[0] === 'so' ? 1 : 0
  const [first = '', second = '', third = '', fourth = ''] = words.slice(at)
  if (
    /^(is|are|was|were|am|has|have|do|does|did|can|could|will|would|shall|should|don't|doesn't|didn't|isn't|aren't|can't|won't|wouldn't)$/.test(
      first,
    )
  )
    return SUBJECT.has(second) || DETERMINER.has(second) || CONTRACTED.test(second) || first === 'is'
  if (!WH.has(first) && !/^(what|who|where|how|when)'s$/.test(first)) return false
  if (first === 'when' || first === 'where')
    return AUXILIARY.has(second) && (SUBJECT.has(third) || DETERMINER.has(third))
  if (first === 'how' && second === 'to') return true
  // "What changes have been made", "which one do you"; not "what matters is".
  if (
    (first === 'what' || first === 'which') &&
    !AUXILIARY.has(second) &&
    !SUBJECT.has(second) &&
    (verbForm(second) !== 'finite' || /[^s]s$/.test(second))
  )
    if (AUXILIARY.has(third) || AUXILIARY.has(fourth)) return true
  if (first === 'which') return false
  if (first === 'what' || first === 'who')
    return AUXILIARY.has(second) ? SUBJECT.has(third) || DETERMINER.has(third) : /'s$/.test(first)
  return AUXILIARY.has(second) || (first === 'how' && AUXILIARY.has(third)) || (first === 'why' && second !== 'is')
}

/** Whether a question begins inside, judging by inverted word order: "The big one, how is the performance". */
export function turnsIntoQuestion(words: readonly string[]): boolean {
  return words.some(
    (word, i) =>
      i > 1 &&
      /^(how|what|why|where|when|who)$/.test(word) &&
      /^(is|are|was|were|do|does|did|can|could|would|should|will)$/.test(words[i + 1] ?? '') &&
      /^(i|you|he|she|it|we|they|the|this|that|these|those|my|your|our|a|an)$/.test(words[i + 2] ?? '') &&
      // "what is the matter is": an embedded clause may also have this word order.
      !/^(know|see|is|was|of|about|on|exactly)$/.test(words[i - 1]!),
  )
}

const BAD_END = wordSet(
  "the a an my your his its our their of to from with by for at into than as and but or nor because cause if when while since although unless until whether which who whose that's it's he's she's we're they're you're i'm i'd i'll i've we've we'll you'll they'll it'll who's what's there's i he she we they is are was were am be been being isn't wasn't aren't has had hasn't hadn't does did don't doesn't didn't can could will would shall should may might must can't couldn't won't wouldn't shouldn't gonna wanna very really just also even only every each some any no another other such per via let's whose very quite actually basically um uh like",
)

/** Whether it is incomplete because its last word requires a continuation. */
export function breaksOff(words: readonly string[]): boolean {
  const last = words.at(-1) ?? ''
  const before = words.at(-2) ?? ''
  if (last === 'that' || last === 'this')
    return /^(and|but|or|because|is|was|know|think|say|said|so|means)$/.test(before)
  // "what it is", "who they are", "yes I can", "where we are": the end of an embedded clause.
  if (/^(is|are|was|were|do|does|did|can|could|will|would|should|have|has|had|be)$/.test(last))
    return !(
      SUBJECT.has(before) ||
      /^(not|as|than|can|could|to|will|would|should|might|may|must|it|they|always|already|really)$/.test(before) ||
      DETERMINER.has(words.at(-3) ?? '')
    )
  if (last === 'other' || last === 'all' || last === 'any' || last === 'some')
    return DETERMINER.has(before) && before !== 'each' && before !== 'the'
  if (/^(in|on|for|with|from|to|of|about|at|by)$/.test(last))
    return !words.slice(0, -2).some(word => WH.has(word) || word === 'that' || word === 'to')
  return BAD_END.has(last)
}

/** Whether it begins in the middle of a sentence: with a verb without its subject, or with a word that cannot be first. */
export function startsMidSentence(words: readonly string[]): boolean {
  const [first = '', second = ''] = words
  if (/^(of|than|nor|which|whom|whose|to|or|etcetera|etc|else|too|either)$/.test(first))
    return !(first === 'to' && verbForm(second) === 'base')
  if (
    /^(is|are|was|were|am|be|been|being|has|had|does|did|doesn't|didn't|isn't|wasn't|aren't|weren't|can't|won't|couldn't|wouldn't|would|could|should|will|may|might|must|can)$/.test(
      first,
    )
  )
    return true
  return (
    verbForm(first) === 'finite' &&
    /(s|ed)$/.test(first) &&
    !/^(based|given|compared|used|needed|located|inspired|related)$/.test(first)
  )
}

/** Whether it is a subordinate clause without a main clause: "When the user operates the TV". */
export function isDependent(words: readonly string[]): boolean {
  return SUBORDINATOR.has(words[0] ?? '') && words[0] !== 'that' && words[0] !== 'who' && countFiniteVerbs(words) < 2
}

const POINTER = wordSet(
  "he she they it this that these those his her their its him them he's she's they're it's that's they've he'd she'd he'll she'll they'll it'll they'd such there's here's both neither either",
)

/** Whether it begins with a reference to the previous sentence: "he", "that's", "and this". */
export function pointsBack(words: readonly string[]): boolean {
  const [first = '', second = '', third = ''] = words
  if (/^(it|it's|there's|this|that)$/.test(first) && isEmptySubject(first, second, third)) return false
  if (POINTER.has(first)) return true
  return (
    /^(but|because|if|when|and|for|to|with|by|in|of|as|then|so|while|after|before|since|on|at|from)$/.test(first) &&
    POINTER.has(second) &&
    !isNoun(third)
  )
}

/** "It is important that", "it takes ten minutes to", "there's a", "this video", "that day": no reference to another sentence. */
function isEmptySubject(first: string, second: string, third: string): boolean {
  if (first === "there's") return true
  if (first === 'this' || first === 'that')
    return /^(video|episode|talk|lecture|lesson|course|podcast|year|week|month|morning|afternoon|evening|meeting|session|presentation|conference)$/.test(
      second,
    )
  const adjective =
    /^(important|possible|impossible|necessary|easy|easier|hard|harder|difficult|clear|true|likely|unlikely|better|best|worth|essential|critical|interesting|common|time)$/
  return (
    adjective.test(second) ||
    ((second === 'is' || second === 'was' || second === 'would') && adjective.test(third)) ||
    /^(takes|took|turns|seems|makes)$/.test(second)
  )
}

const isNoun = (word: string) =>
  word !== '' && verbForm(word) === undefined && !AUXILIARY.has(word) && !SUBJECT.has(word) && !PREPOSITION.has(word)
