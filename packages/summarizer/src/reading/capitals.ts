import { endsSentence, isAbbreviation } from '@recaps/domain/sentence-ends'
import { bareWord, STOP_WORDS } from '../choosing/terms.ts'
import type { CommonWords, Models } from '../models.ts'
import { predictCapitals } from './capital-model.ts'
import { isGivenName, isNamePair, knownName } from './known-names.ts'
import type { Word } from './turns.ts'

/**
 * Gives each word the capitals it should have; `words` are those of the whole recording, in order. `hints` are further names
 * of this recording in lower case.
 */
export function restoreCapitals(
  words: readonly Word[],
  { common, capitals: model }: Pick<Models, 'common' | 'capitals'>,
  hints: ReadonlySet<string>,
): void {
  const capitals = words.filter(word => isCapital(word.text)).length
  // A recogniser that knows no names writes at most "I" with a capital.
  const knowsNames = capitals > 0.02 * words.length
  const lowerElsewhere = knowsNames ? countLower(words) : new Map<string, number>()
  if (knowsNames) {
    for (const [i, word] of words.entries()) word.text = withoutWrongCapital(words, i, common, lowerElsewhere)
    return
  }
  capitaliseNames(words, { common, capitals: model }, hints)
}

/** Gives the names among words in lower case their capitals; of `words` only those that are `chosen`, where that is said. */
export function capitaliseNames(
  words: readonly Word[],
  { common, capitals: model }: Pick<Models, 'common' | 'capitals'>,
  hints: ReadonlySet<string>,
  chosen?: ReadonlySet<Word>,
): void {
  const bare = words.map(word => bareWord(word.text))
  const likely = predictCapitals(model, bare)
  const isOpen = (word: Word) => chosen === undefined || (chosen.has(word) && !/\p{Lu}/u.test(word.text))
  for (const [i, word] of words.entries()) {
    if (!isOpen(word)) continue
    const isLikely = likely[i]! > LIKELY && /^[a-z]/.test(bare[i]!)
    const isWritten = chosen !== undefined && knownName(bare[i]!.replace(/'s$/, '')) !== undefined
    word.text = isLikely && !isWritten ? capitalised(word.text) : withCapital(words, i, common, hints)
  }
}

/** From here on the model is more often right than wrong. */
const LIKELY = 0.5

export const capitalised = (text: string) => text.replace(/\p{Ll}/u, letter => letter.toUpperCase())

const isCapital = (text: string) => /^[^\p{L}\p{N}]*\p{Lu}/u.test(text) && !/^\W*I\b/.test(text)

function countLower(words: readonly Word[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) {
    const bare = bareWord(word.text)
    const step = isCapital(word.text) ? -1 : 1
    counts.set(bare, (counts.get(bare) ?? 0) + step)
  }
  return counts
}

/** "a very Rocky release": recognisers capitalise common words that stand alone. */
function withoutWrongCapital(
  words: readonly Word[],
  i: number,
  common: CommonWords,
  lower: ReadonlyMap<string, number>,
): string {
  const text = words[i]!.text
  if (!isCapital(text) || /\p{Lu}.*\p{Lu}/u.test(text)) return text
  const bare = bareWord(text)
  if (knownName(bare.replace(/'s$/, '')) !== undefined) return text
  if (STOP_WORDS.has(bare)) return text.toLowerCase()
  const isPlain = common.has(bare) || (lower.get(bare) ?? 0) > 0 || PRODUCTIVE.test(bare)
  return isPlain && !isAmongCapitals(words, i) ? text.toLowerCase() : text
}

/** Endings of words that are hardly ever names. */
const PRODUCTIVE =
  /(tion|sion|ment|ness|ity|ing|ed|ly|ance|ence|ism|ic|ical|ous|ive|able|ible|ful|less|al|ure|age|ship|scape|work|ware|line|side|way)s?$/

const isAmongCapitals = (words: readonly Word[], i: number) =>
  [words[i - 1], words[i + 1]].some(
    word => word !== undefined && isCapital(word.text) && !STOP_WORDS.has(bareWord(word.text)),
  )

const HONORIFIC = /^(mr|mrs|ms|dr|professor|senator|congressman|captain|saint)$/

function withCapital(words: readonly Word[], i: number, common: CommonWords, hints: ReadonlySet<string>): string {
  const { text } = words[i]!
  const bare = bareWord(text)
  const stem = bare.replace(/'s$/, '')
  const previous = bareWord(words[i - 1]?.text ?? '')
  const next = bareWord(words[i + 1]?.text ?? '').replace(/'s$/, '')
  const form = knownName(stem)
  if (form) return text.toLowerCase().replace(stem, form)
  const isFamilyName =
    (isGivenName(previous) || HONORIFIC.test(previous)) && !common.has(stem) && !STOP_WORDS.has(stem) && stem.length > 2
  const isName = isFamilyName || hints.has(stem) || isNamePair(stem, next) || isNamePair(previous, stem)
  return isName || isTheGod(stem, previous) ? capitalised(text) : text
}

/** "A god" and "the god of war" are of a kind; "god" alone is a name. */
const isTheGod = (word: string, previous: string) =>
  word === 'god' &&
  !/^(a|an|the|any|every|each|no|another|this|that|one|which|some|sun|sky|war|rain|thunder|greek|norse|pagan)$/.test(
    previous,
  )

/**
 * Names that the video's title and description give away: words with a capital inside a line that is not a headline all in
 * capitals, and that are not common ones.
 */
export function nameHints(texts: readonly (string | undefined)[], common: CommonWords): Set<string> {
  const hints = new Set<string>()
  const lines = texts.flatMap(text => (text ?? '').split('\n'))
  for (const line of lines) {
    const words = line.split(/\s+/).filter(word => /\p{L}/u.test(word))
    const later = words.filter((word, i) => i > 0 && !opensPart(words[i - 1]!, word))
    const capital = later.filter(word => /^["'(]*\p{Lu}\p{L}+/u.test(word))
    if (capital.length > MOSTLY * later.length) continue
    for (const word of capital) {
      const bare = bareWord(word).replace(/'s$/, '')
      if (!common.has(bare) && !STOP_WORDS.has(bare)) hints.add(bare)
    }
  }
  return hints
}

const opensPart = (before: string, word: string) =>
  /[:;|–—-]["')]*$/.test(before) ||
  (/[.!?]["')]*$/.test(before) && (!isAbbreviation(before) || endsSentence(before, word)))

/** "How To Build A Boat": where more of the words have capitals, they do not tell names. */
const MOSTLY = 0.6
