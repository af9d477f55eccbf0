import { oppositesOf } from './opposites.ts'
import type { Token } from './tokens.ts'

/**
 * What a sentence that repeats its source nearly word for word says otherwise: facts that are not where the source has
 * them, words turned into their opposites, and negations left out. `places` is the sentence's alignment with the source.
 */
export function alteredQuotation(said: readonly Token[], cited: readonly Token[], places: readonly number[]): string[] {
  const altered = said.filter((token, i) => {
    const [before, after] = neighbours(places, i)
    const place = places[i]!
    if (token.kind === 'word') return place < 0 && standsOpposite(token, cited, before, after)
    return place < 0 || !isNear(place, before, after) || isSwapped(token, place, cited, before, after)
  })
  return [...altered.map(token => token.written), ...droppedNegations(cited, places)]
}

/** Places of the nearest words of the sentence, on either side, that the source has. */
const neighbours = (places: readonly number[], i: number) =>
  [places.slice(0, i).findLast(place => place >= 0), places.slice(i + 1).find(place => place >= 0)] as const

/** Words between two of a quotation from which they no longer belong together. */
const FAR = 12

const isNear = (place: number, before = place, after = place) => place - before <= FAR && after - place <= FAR

/** The source has another number where this one was found only by passing over words. */
function isSwapped(token: Token, place: number, cited: readonly Token[], before = place, after = place): boolean {
  if (token.kind !== 'number') return false
  // "One" stands for a thing as often as for a number.
  const isOther = (other: Token) => other.kind === 'number' && other.form !== token.form && other.form !== '1'
  return cited.slice(before + 1, place).some(isOther) || cited.slice(place + 1, after).some(isOther)
}

/** A word that the source does not have here, and its opposite stands in its place. */
function standsOpposite(token: Token, cited: readonly Token[], before?: number, after?: number): boolean {
  const opposites = oppositesOf(token.form)
  if (opposites.length === 0) return false
  const from = before === undefined ? (after ?? 0) - 2 : before + 1
  const passedOver = cited.slice(Math.max(0, from), after ?? from + 2)
  return passedOver.some(other => opposites.includes(other.written.toLowerCase()))
}

/** Negations of the source that the sentence passes over beside a word that it has. */
function droppedNegations(cited: readonly Token[], places: readonly number[]): string[] {
  const matched = places.filter(place => place >= 0)
  return matched.flatMap((place, k) => {
    const before = matched[k - 1]
    const from = before === undefined ? openingFrom(cited, place) : before + 1
    const at = cited
      .slice(from, place)
      .findLastIndex((token, i) => isNegation(token, cited, from + i) && (place - from - i <= BESIDE || i === 0))
    return at >= 0 && !isRepeated(cited, from + at, place) ? [cited[from + at]!.written] : []
  })
}

/** A negation may stand so many words before what it negates: "not, uh, really cold", "don't need need". */
const BESIDE = 3

/** From where a negation belongs to a sentence that starts at `place`: "I don't think | it works". */
function openingFrom(cited: readonly Token[], place: number): number {
  let from = place
  if (from > 0 && !cited[from - 1]!.closes && /^(think|believe|say|mean|that)$/.test(cited[from - 1]!.form)) from--
  return from > 0 && !cited[from - 1]!.closes ? from - 1 : place
}

/** "No" alone answers as often as it negates ("no we should"), so it only counts behind words that want a noun. */
const isNegation = (token: Token, cited: readonly Token[], at: number) =>
  token.kind === 'negation' &&
  (token.form !== 'no' || (WANTS_NOUN.test(cited[at - 1]?.form ?? '') && !ANSWERED.test(cited[at + 1]?.form ?? '')))

const WANTS_NOUN =
  /^(is|are|was|were|be|been|has|have|had|with|there's|of|in|at|by|under|lost|lose|make|makes|made|see|saw|get|got|need|needs|take|takes|find|found|show|shows|do|does|did|gave|give)$/
const ANSWERED = /^(i|you|he|she|it|we|they|this|that|there|no|not|because|but|so|and|longer|more)$/

/** "do not do not think": one copy may go, the first or the second. */
function isRepeated(cited: readonly Token[], at: number, place: number): boolean {
  for (let length = 1; length <= 5; length++)
    for (let from = Math.max(0, at - length + 1); from <= at; from++) {
      const copy = formsOf(cited, from, length)
      if (from + length <= place && copy === formsOf(cited, from + length, length)) return true
      if (from >= length && copy === formsOf(cited, from - length, length)) return true
    }
  return false
}

const formsOf = (tokens: readonly Token[], from: number, length: number) =>
  tokens
    .slice(from, from + length)
    .map(token => token.form)
    .join(' ')
