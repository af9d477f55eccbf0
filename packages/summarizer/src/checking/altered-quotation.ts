import { findOpposites } from './opposites.ts'
import type { Token } from './tokens.ts'

/**
 * Finds where a nearly literal quotation differs from its source: facts in other positions, words replaced by their opposites, and
 * omitted negations. `positions` is the alignment of the sentence with the source.
 */
export function findAlterations(
  sentence: readonly Token[],
  cited: readonly Token[],
  positions: readonly number[],
): string[] {
  const altered = sentence.filter((token, i) => {
    const [before, after] = neighbours(positions, i)
    const position = positions[i]!
    if (token.kind === 'word') return position < 0 && isReplacedByOpposite(token, cited, before, after)
    return position < 0 || !isNear(position, before, after) || isSwapped(token, position, cited, before, after)
  })
  return [...altered.map(token => token.written), ...droppedNegations(cited, positions)]
}

/** Source positions of the nearest matched words before and after word `i` of the sentence. */
const neighbours = (positions: readonly number[], i: number) =>
  [
    positions.slice(0, i).findLast(position => position >= 0),
    positions.slice(i + 1).find(position => position >= 0),
  ] as const

/** Distance in words from which two words of a quotation do not belong together. */
const FAR = 12

const isNear = (position: number, before = position, after = position) =>
  position - before <= FAR && after - position <= FAR

/** Whether the source has another number among the words skipped next to this one. */
function isSwapped(
  token: Token,
  position: number,
  cited: readonly Token[],
  before = position,
  after = position,
): boolean {
  if (token.kind !== 'number') return false
  // "One" is a pronoun as often as a number.
  const isOther = (other: Token) => other.kind === 'number' && other.form !== token.form && other.form !== '1'
  return cited.slice(before + 1, position).some(isOther) || cited.slice(position + 1, after).some(isOther)
}

/** Whether the source has the opposite of a word in its position. */
function isReplacedByOpposite(token: Token, cited: readonly Token[], before?: number, after?: number): boolean {
  const opposites = findOpposites(token.form)
  if (opposites.length === 0) return false
  const from = before === undefined ? (after ?? 0) - 2 : before + 1
  const skipped = cited.slice(Math.max(0, from), after ?? from + 2)
  return skipped.some(other => opposites.includes(other.written.toLowerCase()))
}

/** Negations of the source that the sentence omits next to a word that it keeps. */
function droppedNegations(cited: readonly Token[], positions: readonly number[]): string[] {
  const matched = positions.filter(position => position >= 0)
  return matched.flatMap((position, k) => {
    const before = matched[k - 1]
    const from = before === undefined ? negationStart(cited, position) : before + 1
    const at = cited
      .slice(from, position)
      .findLastIndex(
        (token, i) => isNegation(token, cited, from + i) && (position - from - i <= MAX_DISTANCE || i === 0),
      )
    return at >= 0 && !isRepeated(cited, from + at, position) ? [cited[from + at]!.written] : []
  })
}

/** Maximum distance in words between a negation and what it negates: "not, uh, really cold", "don't need need". */
const MAX_DISTANCE = 3

/** Where to start looking for negations that affect a sentence starting at `position`: "I don't think | it works". */
function negationStart(cited: readonly Token[], position: number): number {
  let from = position
  if (from > 0 && !cited[from - 1]!.endsSentence && /^(think|believe|say|mean|that)$/.test(cited[from - 1]!.form))
    from--
  return from > 0 && !cited[from - 1]!.endsSentence ? from - 1 : position
}

/** "No" is often an answer ("no we should"), so it counts as a negation only after words that take a noun. */
const isNegation = (token: Token, cited: readonly Token[], at: number) =>
  token.kind === 'negation' &&
  (token.form !== 'no' ||
    (BEFORE_NOUN.test(cited[at - 1]?.form ?? '') && !AFTER_ANSWER.test(cited[at + 1]?.form ?? '')))

const BEFORE_NOUN =
  /^(is|are|was|were|be|been|has|have|had|with|there's|of|in|at|by|under|lost|lose|make|makes|made|see|saw|get|got|need|needs|take|takes|find|found|show|shows|do|does|did|gave|give)$/
const AFTER_ANSWER = /^(i|you|he|she|it|we|they|this|that|there|no|not|because|but|so|and|longer|more)$/

/** Whether a negation occurs in a repetition ("do not do not think"), of which one copy may be dropped. */
function isRepeated(cited: readonly Token[], at: number, position: number): boolean {
  for (let length = 1; length <= 5; length++)
    for (let from = Math.max(0, at - length + 1); from <= at; from++) {
      const copy = joinForms(cited, from, length)
      if (from + length <= position && copy === joinForms(cited, from + length, length)) return true
      if (from >= length && copy === joinForms(cited, from - length, length)) return true
    }
  return false
}

const joinForms = (tokens: readonly Token[], from: number, length: number) =>
  tokens
    .slice(from, from + length)
    .map(token => token.form)
    .join(' ')
