import { bareWord } from '../choosing/terms.ts'
import type { Word } from './turns.ts'

/**
 * Removes hedges and discourse markers: "I guess the engine kind of failed" is scored as "the engine failed". Only for scoring: the
 * summary keeps them, because without them it would claim more than the speaker did.
 */
export function withoutHedges(words: readonly Word[]): Word[] {
  const remaining = [...words]
  dropInside(remaining)
  dropAtStart(remaining)
  dropAtEnd(remaining)
  return remaining
}

const phrases = (list: readonly string[]): string[][] =>
  list.map(phrase => phrase.split(' ')).sort((a, b) => b.length - a.length)

/** Removed if between pauses. */
const INSIDE = phrases([
  ...['i guess', 'i think', 'sort of', 'kind of', "let's say", 'actually', 'basically', 'literally', 'obviously'],
  ...['honestly', 'of course', 'so to speak', 'if you will', 'you know', 'i mean', 'maybe', 'perhaps', 'probably'],
])

const AT_START = phrases([
  ...[
    'i guess',
    'of course',
    'in fact',
    'i would say that',
    'i would say',
    'to be honest',
    'the thing is',
    'believe me',
  ],
  ...[
    'at the end of the day',
    'trust me',
    'for me',
    'i mean',
    'you know',
    'basically',
    'actually',
    'obviously',
    'then',
  ],
  ...[
    'honestly',
    'literally',
    'absolutely',
    'definitely',
    'well',
    'right',
    'no',
    'now',
    'like',
    'again',
    'also',
    'plus',
  ],
  ...['sure', 'see', 'look', 'listen', 'so', 'and', 'but', 'or'],
])

const AT_END = phrases([
  'i guess',
  'i think',
  'or something',
  'or whatever',
  'and stuff',
  'and everything',
  'or anything',
])

/** Minimum number of words that remain. */
const MIN_WORDS = 4

const isAt = (words: readonly Word[], at: number, parts: readonly string[]): boolean =>
  parts.every((part, k) => bareWord(words[at + k]?.text ?? '') === part)

const pauses = (word: Word | undefined): boolean => word === undefined || /[,.;:!?…-]["')]*$/.test(word.text)

function dropInside(words: Word[]): void {
  for (let i = 1; i < words.length && words.length > MIN_WORDS; i++) {
    const parts = INSIDE.find(phrase => isAt(words, i, phrase))
    if (!parts) continue
    const isEnclosed = pauses(words[i - 1]) && /,$/.test(words[i + parts.length - 1]!.text)
    if (!isEnclosed && !isHedge(words, i, parts)) continue
    words.splice(i, parts.length)
    i--
  }
}

/** Whether "sort of" or "kind of" is a hedge, unlike the nouns in "a kind of", "this sort of". */
const isHedge = (words: readonly Word[], i: number, parts: readonly string[]): boolean =>
  /^(kind|sort)$/.test(parts[0]!) && !DETERMINER.test(bareWord(words[i - 1]!.text))

const DETERMINER =
  /^(a|an|the|this|that|these|those|what|some|any|one|every|same|certain|which|of|other|another|new|different|all|each|right|wrong|first|last|only|best|worst|similar|special|particular|no|many|few)$/

function dropAtStart(words: Word[]): void {
  for (;;) {
    const parts = AT_START.find(phrase => isAt(words, 0, phrase))
    if (!parts || words.length - parts.length < MIN_WORDS) return
    words.splice(0, parts.length)
  }
}

function dropAtEnd(words: Word[]): void {
  const parts = AT_END.find(phrase => isAt(words, words.length - phrase.length, phrase))
  if (parts && words.length - parts.length >= MIN_WORDS) words.length -= parts.length
}
