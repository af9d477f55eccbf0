import { bareWord } from '../choosing/terms.ts'
import type { CommonWords } from '../models.ts'
import { dropRestarts, type Said } from './restarts.ts'
import type { Word } from './turns.ts'

/**
 * What a speaker meant to say: fillers, words broken off, restarts, empty parentheses ("you know") and the markers that only
 * hold the floor ("so, um, and") are gone. Words that say how sure or how exact the speaker is stay ("kind of", "I guess",
 * "basically"), and so does what is repeated on purpose. Nothing is added or reordered. `common` holds words known to be
 * whole.
 */
export function withoutDisfluencies(words: readonly Word[], common: CommonWords): Word[] {
  const kept: Said[] = []
  for (const [i, word] of words.entries()) {
    const bare = bareWord(word.text)
    if (bare !== '' && !isFiller(word, words[i - 1])) {
      kept.push({ word, bare, pauses: /[,.;:!?…-]["')]*$/.test(word.text) })
      continue
    }
    const last = kept.at(-1)
    if (!last) continue
    last.hesitates = true
    // "at the, um, station": the filler takes the comma before it along.
    if (/,$/.test(word.text)) last.beforeFiller = true
  }
  dropRestarts(kept, common)
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

/** Sounds that hold the floor or show that somebody listens. */
export const FILLER = /^(u+h+|u+m+|uhm|erm?|a+h+|hm+|m+|mhm|mm-?hm+|huh|uh-?huh|eh|ooh|oh)$/

/** "The ER", "HM Treasury", "M. Smith" and "ten mm" are none. */
export function isFiller({ text }: Pick<Word, 'text'>, before: Pick<Word, 'text'> | undefined): boolean {
  const bare = bareWord(text)
  if (!FILLER.test(bare)) return false
  const letters = text.replace(/\P{L}/gu, '')
  if (/^\p{Lu}+$/u.test(letters) && (letters.length > 1 || letters === 'M')) return false
  return !(/^mm?$/.test(bare) && MEASURED.test(bareWord(before?.text ?? '')))
}

const MEASURED =
  /\d$|^(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|half|point)$/

/** Said between pauses these hold the floor and say nothing. */
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

function dropPhrases(said: Said[]): void {
  for (let i = 0; i < said.length; i++)
    for (const parts of BY_FIRST_WORD.get(said[i]!.bare) ?? []) {
      if (!parts.every((part, k) => said[i + k]?.bare === part)) continue
      const last = said[i + parts.length - 1]!
      const enclosed = (i === 0 || said[i - 1]!.pauses || said[i - 1]!.beforeFiller) && /,$/.test(last.word.text)
      if (!(enclosed && !isMeant(said, i, parts)) && !isEmptyYouKnow(said, i, parts)) continue
      said.splice(i, parts.length)
      i--
      break
    }
}

/** "Yeah, yeah, yeah", "left, right, left", "it was, like, forty percent". */
function isMeant(said: readonly Said[], i: number, parts: readonly string[]): boolean {
  const [word] = parts
  const [before, after] = [said[i - 1]?.bare ?? '', said[i + parts.length]?.bare ?? '']
  if (word === before || word === after) return true
  // A comma that had to be guessed does not part "you know" from what is known.
  if (word === 'you' && said[i]!.word.guess && OBJECT.test(after)) return true
  if (word === 'right' && parts.length === 1)
    return said.some(({ bare }) => /^(left|wrong|straight|up|down|top|bottom)$/.test(bare))
  return word === 'like' && parts.length === 1 && QUANTITY.test(after)
}

const OBJECT =
  /^(the|a|an|my|your|our|his|her|its|their|this|that|these|those|what|who|why|how|where|when|him|them|me|us)$/

/** How a quantity begins: "like" before it means "about". */
const QUANTITY =
  /^([$£€]?\d.*|a|an|half|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|billions?|most|many|all|every|almost|nearly|maybe|around|about)$/

/** "You know" where no clause and no object can begin: "the, you know station", "it was you know cold". */
function isEmptyYouKnow(said: readonly Said[], i: number, parts: readonly string[]): boolean {
  if (parts.join(' ') !== 'you know') return false
  const before = said[i - 1]?.bare ?? ''
  const after = said[i + 2]?.bare ?? ''
  return (
    /^(is|was|are|were|be|just|the|very|really|with|in|of|for|a|to|at|from|we're|it's)$/.test(before) &&
    !/^(what|how|that|who|why|where|when|if|about|the|your|all|as|will|can|could|would|is|was|are|were|and)?$/.test(
      after,
    )
  )
}

/** Conjunctions and interjections that only lead over. */
const LEADING = /^(so|and|but|or|okay|ok|alright|yeah|yes|yep|nope|nah|hey|hi|hello|wow|anyway|anyways)$/

/** Words that only lead over before a pause, or before a subject: "well water" and "right wing" are none. */
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

/** "Three, how to …": the number of a point whose list is not told. */
const ENUMERATED =
  /^(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|firstly|secondly|thirdly|lastly|\d{1,2})$/

/** "Mr. Chair,", "Madam Speaker,": who is spoken to. */
const ADDRESSED = /^((mr|mrs|ms|madam|mister) )?(sir|minister|chair|chairman|chairperson|speaker|president)$/

function dropLeading(said: Said[]): void {
  for (let again = true; again && said.length > 4; ) {
    const count = leadingMarkers(said)
    said.splice(0, count)
    again = count > 0
  }
}

/** How many words at the start only lead over. */
function leadingMarkers(said: readonly Said[]): number {
  const [first, second] = [said[0]!, said[1]!]
  const phrase = LEADING_PHRASES.find(
    parts =>
      parts.every((part, k) => said[k]?.bare === part) && said.length > parts.length + 3 && isSetOff(said, parts),
  )
  if (phrase) return phrase.length
  // "No, no, no" insists.
  if (first.bare === second.bare) return 0
  if (LEADING.test(first.bare)) return first.pauses || !KEEPS_MEANING.test(`${first.bare} ${second.bare}`) ? 1 : 0
  if (LEADING_BEFORE_SUBJECT.test(first.bare)) return leadsToSubject(first, second) ? 1 : 0
  if (ENUMERATED.test(first.bare) && /,$/.test(first.word.text))
    return QUANTITY.test(second.bare) && !/^an?$/.test(second.bare) ? 0 : 1
  if (/,$/.test(first.word.text) && ADDRESSED.test(first.bare)) return 1
  return /,$/.test(second.word.text) && ADDRESSED.test(`${first.bare} ${second.bare}`) ? 2 : 0
}

/** "You know, the man": a pause follows. Where nobody wrote pauses, "I mean we" and "thank you we" lead to a subject; "you know we" may tell what is known. */
function isSetOff(said: readonly Said[], parts: readonly string[]): boolean {
  const [last, next] = [said[parts.length - 1]!, said[parts.length]!]
  if (last.word.guess && parts[0] === 'you' && OBJECT.test(next.bare)) return false
  if (last.pauses) return !CLAUSE.test(next.bare)
  return !/^you (know|see)/.test(parts.join(' ')) && SUBJECT.test(next.bare)
}

function leadsToSubject(first: Said, second: Said): boolean {
  if (first.bare === 'like' && QUANTITY.test(second.bare)) return false
  if (/^(see|now|again|also|plus)$/.test(first.bare) && !first.pauses) return false
  return first.pauses || (SUBJECT.test(second.bare) && !KEEPS_MEANING.test(`${first.bare} ${second.bare}`))
}

const CLAUSE = /^(what|how|that|who|why|where|when|if|about|for|to|is|was|are|were|will|can)$/

/** Beginnings that only look like markers: "so far", "or else", "now that", "exactly the". */
const KEEPS_MEANING =
  /^(but (for|not|also|only)|so (far|many|much|long|called|few|that|little)|right (now|after|before|next|here|away|at|on|in|hand|side|click)|like (a|an|the|this|that|these|those|my|your|our|his|her)|now that|then there|or else|exactly (the|that|this)|good .+|great .+|thanks .+|look .+|listen .+|correct (the|this|it)|hello world|hey .+|yes and|wow .+)$/

function dropTrailing(said: Said[]): void {
  for (let again = true; again && said.length > 4; ) {
    const last = said.at(-1)!
    const before = said.at(-2)!
    const known =
      /^(you know|i mean|you see|and so)$/.test(`${before.bare} ${last.bare}`) &&
      (said.at(-3)!.pauses || before.bare === 'and')
    again = isTrailingMarker(said, last, before) || known
    if (!again) break
    const end = last.word.text.match(/[.!?]+["')]*$/)?.[0]
    said.length -= known ? 2 : 1
    const tail = said.at(-1)!
    // "…, right?" makes no question of a statement.
    const text = tail.word.text.replace(/[,;:]+$/, '')
    said[said.length - 1] = { ...tail, word: { ...tail.word, text: end && !/[.!?]$/.test(text) ? `${text}.` : text } }
  }
}

function isTrailingMarker(said: readonly Said[], last: Said, before: Said): boolean {
  if (last.bare === before.bare) return false
  if (/^(right|okay|ok|yeah|huh|correct|see|man|guys|sir|folks)$/.test(last.bare)) return before.pauses
  if (last.bare === 'so')
    return !/^(do|did|does|think|say|said|and|or|hope|believe|guess|even|ever|not|is|are|was|were|so)$/.test(
      before.bare,
    )
  // "What dreams are made of".
  if (last.bare === 'of') return !said.some(({ bare }) => /^(what|who|which|that|to|all)$/.test(bare))
  // "Vitamin A".
  if (last.bare === 'a') return !/^\p{Lu}/u.test(last.word.text)
  return /^(and|but|or|because|cause|cuz|the|an|which|um)$/.test(last.bare)
}
