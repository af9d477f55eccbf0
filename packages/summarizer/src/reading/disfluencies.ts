import { bareWord } from '../choosing/terms.ts'
import type { CommonWords } from '../models.ts'
import type { Word } from './turns.ts'

/**
 * What a speaker meant to say: fillers, repeated words, broken-off words, false starts, empty parentheses and the markers
 * that only hold the floor ("so, um, and") are gone. Nothing is added or reordered, so every word left was said.
 * `common` holds words known to be whole.
 */
export function withoutDisfluencies(words: readonly Word[], common: CommonWords): Word[] {
  const kept: Said[] = []
  for (const word of words) {
    const bare = bareWord(word.text)
    if (bare !== '' && !FILLER.test(bare)) kept.push({ word, bare, pauses: /[,.;:!?…-]["')]*$/.test(word.text) })
    // "at the, um, station": the filler takes the comma before it along.
    else if (kept.length > 0 && /,$/.test(word.text)) kept.at(-1)!.beforeFiller = true
  }
  dropBrokenWords(kept, common)
  dropRepeats(kept)
  dropFalseStarts(kept)
  dropPhrases(kept)
  dropLeading(kept)
  dropTrailing(kept)
  return kept.map(({ word, bare, beforeFiller }) =>
    (beforeFiller && LEADS_ON.test(bare)) || NEEDS_NOUN.test(bare)
      ? { ...word, text: word.text.replace(/,$/, '') }
      : word,
  )
}

/** "Our, BALS implementation": no comma is ever meant behind these. */
const NEEDS_NOUN = /^(the|a|an|my|your|our|its|their|of|at|from|into)$/

/** Words behind which nobody pauses but to find the next: "our, um, plan". */
const LEADS_ON =
  /^(the|a|an|my|your|our|his|her|its|their|this|that|these|those|of|to|in|on|at|for|with|from|by|as|into|about|through|and|or|but|because|if|than|is|are|was|were|be|been|have|has|had|do|does|did|can|could|will|would|should|may|might|must|i|we|they|he|she|you|it|we're|they're|i'm|it's|that's|there's|we've|i've|very|more|most|some|any|all|also|just|like|really|which|who|where|when)$/

interface Said {
  word: Word
  bare: string
  /** Punctuation follows. */
  pauses: boolean
  beforeFiller?: boolean
}

/** Sounds that hold the floor or show that somebody listens. */
export const FILLER = /^(u+h+|u+m+|uhm|erm?|a+h+|hm+|m+|mhm|mm-?hm+|huh|uh-?huh|eh|ooh|oh)$/

/** "pro of the project", "tr one is true", "p picking", "th-": beginnings of a word that comes whole a little later. */
function dropBrokenWords(said: Said[], common: CommonWords): void {
  for (let i = said.length - 2; i >= 0; i--) {
    const { bare, word } = said[i]!
    const later = said.slice(i + 1, i + 5).map(other => other.bare)
    const starts = (other: string) => other.length > bare.length && other.startsWith(bare)
    const cutOff = /^[A-Za-z']+-+,?$/.test(word.text) && later.some(other => other[0] === bare[0])
    const letter = /^[b-hj-z]$/.test(word.text) && later.slice(0, 2).some(starts)
    const part =
      /^[a-z]{2,5}$/.test(bare) &&
      !common.has(bare) &&
      !KNOWN_SHORT.test(bare) &&
      /^\p{Ll}/u.test(word.text) &&
      later.some(starts)
    if (cutOff || letter || part) said.splice(i, 1)
  }
}

/** Short words that the list of common words may not hold. */
const KNOWN_SHORT =
  /^(an?|as|at|be|by|do|go|he|if|in|is|it|me|my|no|of|on|or|so|to|up|us|we|the|and|for|not|you|all|any|can|had|her|was|one|our|out|are|but|his|how|new|now|see|two|way|who|get|has|him|let|say|she|too|use|own|off|per|that|then|they|this|what|with|have|from|some|like|into|over|more|than|them|when|your|just|each)$/

function dropRepeats(said: Said[]): void {
  // "that that" may be meant, "that that that" is not.
  for (let i = said.length - 3; i >= 0; i--)
    if (said[i]!.bare === said[i + 1]!.bare && said[i]!.bare === said[i + 2]!.bare && !/\d/.test(said[i]!.bare))
      said.splice(i, 1)
  for (let length = 6; length >= 1; length--)
    for (let i = said.length - 2 * length; i >= 0; i--) {
      let same = true
      for (let k = 0; k < length && same; k++) same = repeats(said[i + k]!, said[i + length + k]!, length)
      if (!same) continue
      said.splice(i, length)
      // What follows has moved here: compare it only as far as there still are two copies' worth of words.
      i = Math.min(i, said.length - 2 * length + 1)
    }
}

function repeats(first: Said, second: Said, length: number): boolean {
  if (/[.?!]$/.test(first.word.text)) return false
  if (first.bare === second.bare)
    return (
      !/\d/.test(first.bare) &&
      !(length === 1 && /^(had|that|very|really|no|so|far|more|many|again|bye)$/.test(first.bare) && !first.pauses)
    )
  // "it it's", "we we're", "is isn't": the contraction is the word the speaker went on with.
  return (
    length === 1 &&
    /^(i|it|he|she|we|you|they|that|there|what|is|do|does|did|was|can|have|has)$/.test(first.bare) &&
    new RegExp(`^${first.bare}(n't|'\\w+)$`).test(second.bare)
  )
}

/** "it was a, it was the": two words that come again after at most one or two others start the sentence afresh. */
function dropFalseStarts(said: Said[]): void {
  for (let i = said.length - 4; i >= 0; i--)
    for (const k of [3, 2]) {
      if (i + k + 1 >= said.length) continue
      const again = said[i]!.bare === said[i + k]!.bare && said[i + 1]!.bare === said[i + k + 1]!.bare
      const between = said.slice(i, i + k)
      if (
        !again ||
        between.some(
          ({ bare, word }) =>
            /^(and|or|but|than|by|to|as|not|no|never|nor|without)$/.test(bare) ||
            bare.endsWith("n't") ||
            /[.?!;:]$/.test(word.text) ||
            /\d/.test(bare),
        )
      )
        continue
      said.splice(i, k)
      break
    }
}

/** Said between pauses these add nothing. */
const PARENTHESES = [
  'you know what i mean',
  'you know',
  'i mean',
  'you see',
  'i guess',
  'sort of',
  'kind of',
  "let's say",
  'like',
  'okay',
  'right',
  'well',
  'yeah',
  'actually',
  'basically',
  'literally',
  'obviously',
  'honestly',
  'of course',
  'as you know',
  'so to speak',
  'if you will',
  'as i said',
  'like i said',
].map(phrase => phrase.split(' '))

const BY_FIRST_WORD = Map.groupBy(PARENTHESES, parts => parts[0]!)

function dropPhrases(said: Said[]): void {
  for (let i = 0; i < said.length; i++)
    for (const parts of BY_FIRST_WORD.get(said[i]!.bare) ?? []) {
      if (!parts.every((part, k) => said[i + k]?.bare === part)) continue
      const last = said[i + parts.length - 1]!
      const enclosed = (i === 0 || said[i - 1]!.pauses || said[i - 1]!.beforeFiller) && /,$/.test(last.word.text)
      if (!enclosed && !isHedge(said, i, parts) && !isEmptyYouKnow(said, i, parts)) continue
      said.splice(i, parts.length)
      i--
      break
    }
}

/** "sort of" and "kind of" as hedges; in "a kind of", "this sort of" they are nouns. */
function isHedge(said: Said[], i: number, parts: readonly string[]): boolean {
  if (parts[1] !== 'of' || parts.length !== 2 || i === 0) return false
  return !/^(a|an|the|this|that|these|those|what|some|any|one|every|same|certain|which|of|other|another|new|different|all|each|right|wrong|first|last|only|best|worst|similar|special|particular|no|many|few)$/.test(
    said[i - 1]!.bare,
  )
}

/** "you know" that no clause hangs on: after a conjunction, or before a new subject. */
function isEmptyYouKnow(said: Said[], i: number, parts: readonly string[]): boolean {
  if (parts.join(' ') !== 'you know') return false
  const before = said[i - 1]?.bare ?? ''
  const after = said[i + 2]?.bare ?? ''
  if (
    /^(do|did|if|as|that|let|think|how|what|when|because|will|would|should|to|before|until|don't|already|all|until|once|sure|things|everything|anything|something|thing|people)$/.test(
      before,
    )
  )
    return false
  return (
    /^(and|but|so|or|like|is|was|just|the|very|really|then|with|in|of|for|a|to|at|from|be|are|we're|it's)$/.test(
      before,
    ) && !/^(what|how|that|who|why|where|when|if|about|the|your|all)$/.test(after)
  )
}

const LEADING =
  /^(so|and|but|well|okay|ok|alright|right|yeah|yes|yep|no|nope|nah|now|like|anyway|anyways|basically|actually|again|sure|cool|great|exactly|correct|good|hey|hi|hello|also|then|or|obviously|honestly|literally|absolutely|definitely|plus|perfect|awesome|thanks|please|look|listen|wow|see)$/
const LEADING_PHRASES = [
  'you know what',
  'you know',
  'i mean',
  'i guess',
  'of course',
  'you see',
  'as i said',
  'like i said',
  'as you know',
  'all right',
  'in fact',
  'i would say that',
  'i would say',
  'let me see',
  'thank you very much',
  'thank you so much',
  'thank you',
  'that said',
  'having said that',
  'as i mentioned',
  'as we said',
  'to be honest',
  'the thing is',
  'at the end of the day',
  'long story short',
  'believe me',
  'trust me',
  'by the way',
  'for me',
  'i say',
  'because again',
  'let us say',
  'sorry',
  'excuse me',
  'uh huh',
].map(phrase => phrase.split(' '))

/** "Three, how to …": the number of a point whose list is not told. */
const ENUMERATED =
  /^(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|firstly|secondly|thirdly|lastly|\d{1,2})$/

/** "Mr. Chair,", "Madam Speaker,": who is spoken to. */
const ADDRESSED = /^(mr|mrs|ms|madam|sir|minister|chair|chairman|chairperson|speaker|mister)$/

function dropLeading(said: Said[]): void {
  for (let again = true; again && said.length > 4; ) {
    const [first, second] = [said[0]!, said[1]!]
    let drop = 0
    if (LEADING.test(first.bare) && (first.pauses || !KEEPS_MEANING.test(`${first.bare} ${second.bare}`))) drop = 1
    else if (ENUMERATED.test(first.bare) && /,$/.test(first.word.text)) drop = 1
    else if (ADDRESSED.test(first.bare)) drop = said.slice(0, 4).findIndex(({ word }) => /,$/.test(word.text)) + 1
    for (const parts of LEADING_PHRASES)
      if (
        parts.every((part, k) => said[k]?.bare === part) &&
        said.length > parts.length + 3 &&
        !CLAUSE.test(said[parts.length]!.bare)
      )
        drop = Math.max(drop, parts.length)
    said.splice(0, drop)
    again = drop > 0
  }
}

const CLAUSE = /^(what|how|that|who|why|where|when|if|about|for|to)$/

/** Beginnings that only look like markers: "so far", "right now", "no one", "well known", "like many", "now that". */
const KEEPS_MEANING =
  /^(but (for|not|also|only)|so (far|many|much|long|called|few|that|little)|right (now|after|before|next|here|away|at|on|in|hand|side|click)|no (one|matter|longer|other|more|new|person|problem|way|single|part|amount|evidence|reason|doubt|need|place|point|\w+ (is|was|has|can|will))|well known|like (many|most|any|all|every|a|an|the)|now that|good \w+|great \w+|cool \w+|sure \w+|perfect \w+|also known|then (again|there)|or else|exactly (what|how|the|one|two|three|that)|look (at|for|into|up|like|forward)|see (the|how|what|if|that|a|you)|listen to|please \w+|thanks to|no [a-z]+|basically (a|the)|correct (the|this|it)|absolutely no|hello world|see [a-z]+)$/

function dropTrailing(said: Said[]): void {
  for (let again = true; again && said.length > 4; ) {
    const last = said.at(-1)!
    const before = said.at(-2)!
    const marker =
      /^(so|and|but|or|because|cause|cuz|the|a|an|of|okay|yeah|which|um)$/.test(last.bare) &&
      !(
        last.bare === 'so' && /^(do|did|does|think|say|said|and|or|hope|believe|guess|even|ever|not)$/.test(before.bare)
      )
    const tag = /^(right|okay|ok|yeah|huh|correct|see|man|guys|sir|folks)$/.test(last.bare) && before.pauses
    const known =
      /^(you know|i mean|you see|i guess|or something|or whatever|and stuff|and everything|or anything|and so)$/.test(
        `${before.bare} ${last.bare}`,
      ) &&
      (said.at(-3)!.pauses || /^(or|and)$/.test(before.bare))
    again = marker || tag || known
    if (!again) break
    const end = last.word.text.match(/[.!?]+["')]*$/)?.[0]
    said.length -= known ? 2 : 1
    const tail = said.at(-1)!
    // "…, right?" makes no question of a statement.
    const text = tail.word.text.replace(/[,;:]+$/, '')
    said[said.length - 1] = { ...tail, word: { ...tail.word, text: end && !/[.!?]$/.test(text) ? `${text}.` : text } }
  }
}
