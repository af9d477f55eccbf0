import { bareWord } from '../choosing/terms.ts'
import type { Word } from './turns.ts'

/**
 * What a speaker meant to say: fillers, repeated words, broken-off words, empty parentheses and the markers that only
 * hold the floor ("so, um, and") are gone. Nothing is added or reordered, so every word left was said.
 */
export function withoutDisfluencies(words: readonly Word[]): Word[] {
  const kept = words.filter(word => !FILLER.test(bareWord(word.text)))
  dropPhrases(kept)
  dropBrokenWords(kept)
  dropRepeats(kept)
  dropLeading(kept)
  dropTrailing(kept)
  return kept
}

/** Sounds that hold the floor or show that somebody listens. */
export const FILLER = /^(u+h+|u+m+|uhm|erm?|a+h+|hm+|m+|mhm|mm-?hm+|huh|uh-?huh|eh|ooh|oh)$/

/** Said between commas (or doubled with "like") these add nothing. */
const PARENTHESES = [
  'you know',
  'i mean',
  'you see',
  'like',
  'i guess',
  'sort of',
  'kind of',
  'okay',
  'right',
  'you know what i mean',
  "let's say",
  'well',
  'actually',
  'basically',
  'literally',
  'obviously',
  'honestly',
]

const bare = (word: Word | undefined) => (word ? bareWord(word.text) : '')
const pauses = (word: Word | undefined) => word === undefined || /[,.;:!?…-]$/.test(word.text)

function dropPhrases(words: Word[]): void {
  for (let i = 0; i < words.length; i++) {
    for (const phrase of PARENTHESES) {
      const parts = phrase.split(' ')
      if (!parts.every((part, k) => bare(words[i + k]) === part)) continue
      const last = words[i + parts.length - 1]!
      const enclosed = pauses(words[i - 1]) && /,$/.test(last.text)
      if (!enclosed && !isHedge(words, i, parts)) continue
      words.splice(i, parts.length)
      i--
      break
    }
  }
}

/** "sort of" and "kind of" as hedges; in "a kind of", "this sort of" they are nouns. */
function isHedge(words: Word[], i: number, parts: string[]): boolean {
  if (parts[1] !== 'of' || parts.length !== 2) return false
  return (
    i > 0 &&
    !/^(a|an|the|this|that|these|those|what|some|any|one|every|same|certain|which|of|other|another|new|different|all|each)$/.test(
      bare(words[i - 1]),
    )
  )
}

function dropBrokenWords(words: Word[]): void {
  for (let i = words.length - 2; i >= 0; i--) {
    const text = words[i]!.text
    const next = bare(words[i + 1])
    const letter = /^[b-hj-np-z]$/.test(text) && next.startsWith(text) && next.length > 1
    const broken = /^[A-Za-z]+-+,?$/.test(text) && next.startsWith(bareWord(text).slice(0, 1))
    if (letter || broken) words.splice(i, 1)
  }
}

function dropRepeats(words: Word[]): void {
  for (let length = 5; length >= 1; length--) {
    for (let i = words.length - 2 * length; i >= 0; i--) {
      let same = true
      for (let k = 0; k < length && same; k++) same = repeats(words[i + k]!, words[i + length + k]!, length)
      if (same) {
        words.splice(i, length)
        // What follows has moved here: compare it only as far as there still are two copies' worth of words.
        i = Math.min(i, words.length - 2 * length + 1)
      }
    }
  }
}

function repeats(first: Word, second: Word, length: number): boolean {
  const a = bareWord(first.text)
  const b = bareWord(second.text)
  if (/[.?!]$/.test(first.text)) return false
  if (a === b) return a !== '' && !/\d/.test(a) && !(length === 1 && (a === 'had' || a === 'that'))
  // "it it's", "we we're": the contraction is the word the speaker went on with.
  return length === 1 && /^(i|it|he|she|we|you|they|that|there|what)$/.test(a) && b.startsWith(`${a}'`)
}

const LEADING =
  /^(so|and|well|okay|ok|alright|right|yeah|yes|yep|no|nope|oh|now|like|anyway|anyways|basically|actually|again|sure|cool|great|exactly|correct|good|hey|also|then|or|obviously|honestly|literally|um|uh)$/
const LEADING_PHRASES = [
  'you know',
  'i mean',
  'i think that',
  'i guess',
  'of course',
  'you see',
  'as i said',
  'like i said',
  'as you know',
  'all right',
  'in fact',
  'i would say',
  'let me see',
  'thank you',
]

function dropLeading(words: Word[]): void {
  for (let again = true; again && words.length > 3; ) {
    again = false
    const first = bare(words[0])
    const second = bare(words[1])
    if (LEADING.test(first) && !KEEPS_MEANING.test(`${first} ${second}`)) {
      words.shift()
      again = true
      continue
    }
    for (const phrase of LEADING_PHRASES) {
      const parts = phrase.split(' ')
      if (parts.every((part, k) => bare(words[k]) === part) && words.length > parts.length + 3) {
        words.splice(0, parts.length)
        again = true
        break
      }
    }
  }
}

/** Beginnings that only look like markers: "so far", "right now", "no one", "well known", "like many", "now that". */
const KEEPS_MEANING =
  /^(so (far|many|much|long|called|few)|right (now|after|before|next|here|away|at|on|in)|no (one|matter|longer|other|more|new|person|problem|way|ego)|well known|like (many|most|any|all|every)|now that|good \w+|great \w+|sure enough|also known|then (again|there)|or else|no [a-z]+)$/

function dropTrailing(words: Word[]): void {
  for (let again = true; again && words.length > 3; ) {
    const last = bare(words.at(-1))
    const before = words.at(-2)
    const marker =
      /^(so|and|but|or|um|uh|because|like|the|a|an|to|of|okay|yeah)$/.test(last) &&
      !(last === 'so' && /^(do|did|does|think|say|and|or)$/.test(bare(before)))
    const tag = /^(right|okay|ok|yeah|huh|correct|see)$/.test(last) && pauses(before)
    const known = last === 'know' && bare(before) === 'you' && pauses(words.at(-3))
    again = marker || tag || known
    if (again) {
      const end = words.pop()!.text.match(/[.!?]+$/)?.[0]
      if (known) words.pop()
      const tail = words.at(-1)!
      // "…, right?" makes no question of a statement.
      words[words.length - 1] = {
        ...tail,
        text: tail.text.replace(/[,;:]+$/, '') + (end && !/[.!?]$/.test(tail.text) ? '.' : ''),
      }
    }
  }
}
