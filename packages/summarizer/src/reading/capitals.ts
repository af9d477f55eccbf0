import { endsSentence, isAbbreviation } from '@recaps/domain/sentence-ends'
import { bareWord, STOP_WORDS } from '../choosing/terms.ts'
import type { CommonWords, Models } from '../models.ts'
import { predictCapitals } from './capital-model.ts'
import { findKnownName, isGivenName, isNamePair } from './known-names.ts'
import type { Word } from './turns.ts'

/**
 * Corrects the capitals of all words in place. `words` must be all words of the recording, in order. `hints` are additional lower-case
 * names for this recording.
 */
export function restoreCapitals(
  words: readonly Word[],
  { common, capitals: model }: Pick<Models, 'common' | 'capitals'>,
  hints: ReadonlySet<string>,
): void {
  const capitals = words.filter(word => isCapital(word.text)).length
  // A recogniser without name recognition capitalises at most "I".
  const hasNames = capitals > 0.02 * words.length
  const lowerElsewhere = hasNames ? countLower(words) : new Map<string, number>()
  if (hasNames) {
    for (const [i, word] of words.entries()) word.text = withoutWrongCapital(words, i, common, lowerElsewhere)
    return
  }
  capitaliseNames(words, { common, capitals: model }, hints)
}

/** Capitalises names among lower-case words in place. With `chosen`, changes only those words. */
export function capitaliseNames(
  words: readonly Word[],
  { common, capitals: model }: Pick<Models, 'common' | 'capitals'>,
  hints: ReadonlySet<string>,
  chosen?: ReadonlySet<Word>,
): void {
  const bare = words.map(word => bareWord(word.text))
  const probabilities = predictCapitals(model, bare)
  const mayChange = (word: Word) => chosen === undefined || (chosen.has(word) && !/\p{Lu}/u.test(word.text))
  for (const [i, word] of words.entries()) {
    if (!mayChange(word)) continue
    const isPredicted = probabilities[i]! > MIN_PROBABILITY && /^[a-z]/.test(bare[i]!)
    const isWritten = chosen !== undefined && findKnownName(bare[i]!.replace(/'s$/, '')) !== undefined
    word.text = isPredicted && !isWritten ? capitalise(word.text) : withCapital(words, i, common, hints)
  }
}

/** Minimum probability: above it, the model is right more often than wrong. */
const MIN_PROBABILITY = 0.5

export const capitalise = (text: string) => text.replace(/\p{Ll}/u, letter => letter.toUpperCase())

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

/** Lower-cases isolated common words that the recogniser capitalised: "a very Rocky release". */
function withoutWrongCapital(
  words: readonly Word[],
  i: number,
  common: CommonWords,
  lower: ReadonlyMap<string, number>,
): string {
  const text = words[i]!.text
  if (!isCapital(text) || /\p{Lu}.*\p{Lu}/u.test(text)) return text
  const bare = bareWord(text)
  if (findKnownName(bare.replace(/'s$/, '')) !== undefined) return text
  if (STOP_WORDS.has(bare)) return text.toLowerCase()
  const isPlain = common.has(bare) || (lower.get(bare) ?? 0) > 0 || COMMON_ENDING.test(bare)
  return isPlain && !isNextToCapital(words, i) ? text.toLowerCase() : text
}

/** Endings of words that are hardly ever names. */
const COMMON_ENDING =
  /(tion|sion|ment|ness|ity|ing|ed|ly|ance|ence|ism|ic|ical|ous|ive|able|ible|ful|less|al|ure|age|ship|scape|work|ware|line|side|way)s?$/

const isNextToCapital = (words: readonly Word[], i: number) =>
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
  const form = findKnownName(stem)
  if (form) return text.toLowerCase().replace(stem, form)
  const isFamilyName =
    (isGivenName(previous) || HONORIFIC.test(previous)) && !common.has(stem) && !STOP_WORDS.has(stem) && stem.length > 2
  const isName = isFamilyName || hints.has(stem) || isNamePair(stem, next) || isNamePair(previous, stem)
  return isName || isGodAsName(stem, previous) ? capitalise(text) : text
}

/** Whether "god" is a name, unlike in "a god" or "the god of war". */
const isGodAsName = (word: string, previous: string) =>
  word === 'god' &&
  !/^(a|an|the|any|every|each|no|another|this|that|one|which|some|sun|sky|war|rain|thunder|greek|norse|pagan)$/.test(
    previous,
  )

/**
 * Finds names in the title and description of the video: capitalised words inside a line, if they are not common and the line is not in
 * title case.
 */
export function collectNameHints(texts: readonly (string | undefined)[], common: CommonWords): Set<string> {
  const hints = new Set<string>()
  const lines = texts.flatMap(text => (text ?? '').split('\n'))
  for (const line of lines) {
    const words = line.split(/\s+/).filter(word => /\p{L}/u.test(word))
    const later = words.filter((word, i) => i > 0 && !beginsPart(words[i - 1]!, word))
    const capital = later.filter(word => /^["'(]*\p{Lu}\p{L}+/u.test(word))
    if (capital.length > MAX_CAPITAL_SHARE * later.length) continue
    for (const word of capital) {
      const bare = bareWord(word).replace(/'s$/, '')
      if (!common.has(bare) && !STOP_WORDS.has(bare)) hints.add(bare)
    }
  }
  return hints
}

const beginsPart = (before: string, word: string) =>
  /[:;|–—-]["')]*$/.test(before) ||
  (/[.!?]["')]*$/.test(before) && (!isAbbreviation(before) || endsSentence(before, word)))

/** If a larger share of words is capitalised ("How To Build A Boat"), capitals do not mark names. */
const MAX_CAPITAL_SHARE = 0.6
