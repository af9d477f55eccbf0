import { bareWord } from '../choosing/terms.ts'
import type { CommonWords } from '../models.ts'
import { dropRestarts, type WordInContext } from './restarts.ts'
import type { Word } from './turns.ts'

/**
 * Removes disfluencies: fillers, interrupted words, restarts, empty phrases ("you know") and discourse markers ("so, um, and"). Keeps
 * hedges ("kind of", "I guess", "basically") and deliberate repetitions. Never adds or reorders words. `common`: words known to be
 * complete.
 */
export function withoutDisfluencies(words: readonly Word[], common: CommonWords): Word[] {
  const remaining: WordInContext[] = []
  for (const [i, word] of words.entries()) {
    const bare = bareWord(word.text)
    if (bare !== '' && !isFiller(word, words[i - 1])) {
      remaining.push({ word, bare, pauses: /[,.;:!?…-]["')]*$/.test(word.text) })
      continue
    }
    const last = remaining.at(-1)
    if (!last) continue
    last.hesitates = true
    // "at the, um, station": the comma before the filler must be removed too.
    if (/,$/.test(word.text)) last.beforeFiller = true
  }
  dropRestarts(remaining, common)
  dropPhrases(remaining)
  dropLeadingMarkers(remaining)
  dropTrailingMarkers(remaining)
  return remaining.map(({ word, bare, beforeFiller }) =>
    (beforeFiller && HESITATION_BEFORE_NEXT.test(bare)) || NEEDS_NOUN.test(bare)
      ? { ...word, text: word.text.replace(/,$/, '') }
      : word,
  )
}

/** A comma after these words is never intended: "Our, BALS implementation". */
const NEEDS_NOUN = /^(the|a|an|my|your|our|its|their|of|at|from|into)$/

/** A pause after these words only means that the speaker is searching for the next word: "our, um, plan". */
const HESITATION_BEFORE_NEXT =
  /^(the|a|an|my|your|our|his|her|its|their|this|that|these|those|of|to|in|on|at|for|with|from|by|as|into|about|through|and|or|but|because|if|than|is|are|was|were|be|been|have|has|had|do|does|did|can|could|will|would|should|may|might|must|i|we|they|he|she|you|it|we're|they're|i'm|it's|that's|there's|we've|i've|very|more|most|some|any|all|also|just|like|really|which|who|where|when)$/

/** Hesitation and listening sounds. */
export const FILLER = /^(u+h+|u+m+|uhm|erm?|a+h+|hm+|m+|mhm|mm-?hm+|huh|uh-?huh|eh|ooh|oh)$/

/** Whether a word is a filler, unlike in "the ER", "HM Treasury", "M. Smith" and "ten mm". */
export function isFiller({ text }: Pick<Word, 'text'>, before: Pick<Word, 'text'> | undefined): boolean {
  const bare = bareWord(text)
  if (!FILLER.test(bare)) return false
  const letters = text.replace(/\P{L}/gu, '')
  if (/^\p{Lu}+$/u.test(letters) && (letters.length > 1 || letters === 'M')) return false
  return !(/^mm?$/.test(bare) && NUMBER.test(bareWord(before?.text ?? '')))
}

const NUMBER =
  /\d$|^(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|half|point)$/

/** Phrases without meaning when spoken between pauses. */
const PARENTHESES = [
  'you know what i mean',
  'you know',
  'i mean',
  'you see',
  'like',
  'okay',
  'right',
  'well',
  'yeah',
  'as you know',
  'as i said',
  'like i said',
].map(phrase => phrase.split(' '))

const BY_FIRST_WORD = Map.groupBy(PARENTHESES, parts => parts[0]!)

function dropPhrases(spoken: WordInContext[]): void {
  for (let i = 0; i < spoken.length; i++)
    for (const parts of BY_FIRST_WORD.get(spoken[i]!.bare) ?? []) {
      if (!parts.every((part, k) => spoken[i + k]?.bare === part)) continue
      const last = spoken[i + parts.length - 1]!
      const isEnclosed = (i === 0 || spoken[i - 1]!.pauses || spoken[i - 1]!.beforeFiller) && /,$/.test(last.word.text)
      if (!(isEnclosed && !isMeaningful(spoken, i, parts)) && !isEmptyYouKnow(spoken, i, parts)) continue
      spoken.splice(i, parts.length)
      i--
      break
    }
}

/** Whether a phrase between pauses is meaningful: "Yeah, yeah, yeah", "left, right, left", "it was, like, forty percent". */
function isMeaningful(spoken: readonly WordInContext[], i: number, parts: readonly string[]): boolean {
  const [word] = parts
  const [before, after] = [spoken[i - 1]?.bare ?? '', spoken[i + parts.length]?.bare ?? '']
  if (word === before || word === after) return true
  // A predicted comma does not separate "you know" from its object.
  if (word === 'you' && spoken[i]!.word.guess && OBJECT.test(after)) return true
  if (word === 'right' && parts.length === 1)
    return spoken.some(({ bare }) => /^(left|wrong|straight|up|down|top|bottom)$/.test(bare))
  return word === 'like' && parts.length === 1 && QUANTITY.test(after)
}

const OBJECT =
  /^(the|a|an|my|your|our|his|her|its|their|this|that|these|those|what|who|why|how|where|when|him|them|me|us)$/

/** First words of quantities. "Like" before them means "about". */
const QUANTITY =
  /^([$£€]?\d.*|a|an|half|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|billions?|most|many|all|every|almost|nearly|maybe|around|about)$/

/** Whether "you know" cannot begin a clause or take an object: "the, you know station", "it was you know cold". */
function isEmptyYouKnow(spoken: readonly WordInContext[], i: number, parts: readonly string[]): boolean {
  if (parts.join(' ') !== 'you know') return false
  const before = spoken[i - 1]?.bare ?? ''
  const after = spoken[i + 2]?.bare ?? ''
  return (
    /^(is|was|are|were|be|just|the|very|really|with|in|of|for|a|to|at|from|we're|it's)$/.test(before) &&
    !/^(what|how|that|who|why|where|when|if|about|the|your|all|as|will|can|could|would|is|was|are|were|and)?$/.test(
      after,
    )
  )
}

/** Conjunctions and interjections that only connect to the previous sentence. */
const LEADING = /^(so|and|but|or|okay|ok|alright|yeah|yes|yep|nope|nah|hey|hi|hello|wow|anyway|anyways)$/

/** Words that are discourse markers only before a pause or a subject, unlike in "well water" and "right wing". */
const LEADING_BEFORE_SUBJECT =
  /^(well|right|no|now|like|again|sure|cool|great|exactly|correct|good|also|plus|perfect|awesome|thanks|look|listen|see)$/

const SUBJECT =
  /^(i|you|he|she|it|we|they|there|this|that|these|those|the|a|an|my|your|our|his|her|its|their)$|^(i|you|he|she|it|we|they|there|that|here|what)'/

const LEADING_PHRASES = [
  'you know what',
  'you know',
  'i mean',
  'you see',
  'as i said',
  'like i said',
  'as you know',
  'all right',
  'let me see',
  'thank you very much',
  'thank you so much',
  'thank you',
  'that said',
  'having said that',
  'as i mentioned',
  'as we said',
  'long story short',
  'by the way',
  'i say',
  'because again',
  'let us say',
  'sorry',
  'excuse me',
  'uh huh',
].map(phrase => phrase.split(' '))

/** "Three, how to …": numbers of list items, meaningless without the list. */
const LIST_NUMBER =
  /^(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|firstly|secondly|thirdly|lastly|\d{1,2})$/

/** Forms of address: "Mr. Chair,", "Madam Speaker,". */
const FORM_OF_ADDRESS = /^((mr|mrs|ms|madam|mister) )?(sir|minister|chair|chairman|chairperson|speaker|president)$/

function dropLeadingMarkers(spoken: WordInContext[]): void {
  for (let hasMore = true; hasMore && spoken.length > 4; ) {
    const count = countLeadingMarkers(spoken)
    spoken.splice(0, count)
    hasMore = count > 0
  }
}

function countLeadingMarkers(spoken: readonly WordInContext[]): number {
  const [first, second] = [spoken[0]!, spoken[1]!]
  const phrase = LEADING_PHRASES.find(
    parts =>
      parts.every((part, k) => spoken[k]?.bare === part) &&
      spoken.length > parts.length + 3 &&
      isSeparate(spoken, parts),
  )
  if (phrase) return phrase.length
  // "No, no, no" is emphasis.
  if (first.bare === second.bare) return 0
  if (LEADING.test(first.bare)) return first.pauses || !KEEPS_MEANING.test(`${first.bare} ${second.bare}`) ? 1 : 0
  if (LEADING_BEFORE_SUBJECT.test(first.bare)) return precedesSubject(first, second) ? 1 : 0
  if (LIST_NUMBER.test(first.bare) && /,$/.test(first.word.text))
    return QUANTITY.test(second.bare) && !/^an?$/.test(second.bare) ? 0 : 1
  if (/,$/.test(first.word.text) && FORM_OF_ADDRESS.test(first.bare)) return 1
  return /,$/.test(second.word.text) && FORM_OF_ADDRESS.test(`${first.bare} ${second.bare}`) ? 2 : 0
}

/**
 * Whether a leading phrase is separate from the sentence: a pause follows ("You know, the man") or, without punctuation, a subject
 * ("I mean we", "thank you we"). "You know we" is not, because "we" may begin the object of "know".
 */
function isSeparate(spoken: readonly WordInContext[], parts: readonly string[]): boolean {
  const [last, next] = [spoken[parts.length - 1]!, spoken[parts.length]!]
  if (last.word.guess && parts[0] === 'you' && OBJECT.test(next.bare)) return false
  if (last.pauses) return !CLAUSE.test(next.bare)
  return !/^you (know|see)/.test(parts.join(' ')) && SUBJECT.test(next.bare)
}

function precedesSubject(first: WordInContext, second: WordInContext): boolean {
  if (first.bare === 'like' && QUANTITY.test(second.bare)) return false
  if (/^(see|now|again|also|plus)$/.test(first.bare) && !first.pauses) return false
  return first.pauses || (SUBJECT.test(second.bare) && !KEEPS_MEANING.test(`${first.bare} ${second.bare}`))
}

const CLAUSE = /^(what|how|that|who|why|where|when|if|about|for|to|is|was|are|were|will|can)$/

/** Beginnings that look like discourse markers but are not: "so far", "or else", "now that", "exactly the". */
const KEEPS_MEANING =
  /^(but (for|not|also|only)|so (far|many|much|long|called|few|that|little)|right (now|after|before|next|here|away|at|on|in|hand|side|click)|like (a|an|the|this|that|these|those|my|your|our|his|her)|now that|then there|or else|exactly (the|that|this)|good .+|great .+|thanks .+|look .+|listen .+|correct (the|this|it)|hello world|hey .+|yes and|wow .+)$/

function dropTrailingMarkers(spoken: WordInContext[]): void {
  for (let hasMore = true; hasMore && spoken.length > 4; ) {
    const last = spoken.at(-1)!
    const before = spoken.at(-2)!
    const isPhrase =
      /^(you know|i mean|you see|and so)$/.test(`${before.bare} ${last.bare}`) &&
      (spoken.at(-3)!.pauses || before.bare === 'and')
    hasMore = isTrailingMarker(spoken, last, before) || isPhrase
    if (!hasMore) break
    const end = last.word.text.match(/[.!?]+["')]*$/)?.[0]
    spoken.length -= isPhrase ? 2 : 1
    const tail = spoken.at(-1)!
    // Without "…, right?" the sentence is a statement again, so its question mark becomes a full stop.
    const text = tail.word.text.replace(/[,;:]+$/, '')
    spoken[spoken.length - 1] = {
      ...tail,
      word: { ...tail.word, text: end && !/[.!?]$/.test(text) ? `${text}.` : text },
    }
  }
}

function isTrailingMarker(spoken: readonly WordInContext[], last: WordInContext, before: WordInContext): boolean {
  if (last.bare === before.bare) return false
  if (/^(right|okay|ok|yeah|huh|correct|see|man|guys|sir|folks)$/.test(last.bare)) return before.pauses
  if (last.bare === 'so')
    return !/^(do|did|does|think|say|said|and|or|hope|believe|guess|even|ever|not|is|are|was|were|so)$/.test(
      before.bare,
    )
  // "What dreams are made of".
  if (last.bare === 'of') return !spoken.some(({ bare }) => /^(what|who|which|that|to|all)$/.test(bare))
  // "Vitamin A".
  if (last.bare === 'a') return !/^\p{Lu}/u.test(last.word.text)
  return /^(and|but|or|because|cause|cuz|the|an|which|um)$/.test(last.bare)
}
