import { supportChecker } from '../checking/support.ts'
import { tokensOf } from '../checking/tokens.ts'
import type { Segment, Sentence, Span } from '../types.ts'
import { cleanSentence, type Source } from './clean.ts'
import { locate } from './locate.ts'
import { type Manuscript, passageNumber, textOf } from './manuscript.ts'

/** A sentence as a writer gives it, with the numbers of the passages it rests on: `s123`. */
export interface Claim {
  text: string
  cites: string[]
}

/** A sentence that may be used: clean, with citations that exist. */
export interface CheckedClaim {
  text: string
  /** Indices of the passages it cites, in order. */
  passages: number[]
  cites: Span[]
  /** What the cited text does not bear out, as `checkSupport` tells it; nothing is told of passages in another language. */
  missing: string[]
  /** Those of them that stand nowhere in the recording, nor in what is told about it. */
  invented: string[]
  /** Rests on passages in another language: numbers alone could be checked. */
  foreign: boolean
}

/** Checks claims against a manuscript without a model; null for those that cannot be used at all. */
export function claimChecker(manuscript: Manuscript): (claim: Claim) => CheckedClaim | null {
  const { passages } = manuscript
  const source = sourceOf(manuscript)
  const check = supportChecker(segmentsOf(manuscript))
  let known: Set<string> | undefined
  const isKnown = (word: string) => {
    known ??= formsIn(manuscript)
    return tokensOf(word).every(({ form }) => known!.has(form))
  }
  return ({ text, cites }) => {
    const cited = [...new Set(cites.map(cite => passageNumber(cite, passages)).filter(number => number !== null))]
    const clean = cleanSentence(text, source)
    if (clean === null || cited.length === 0) return null
    const spans = locate(clean, cited, passages)
    const foreign = cited.some(number => passages[number]!.foreign)
    const missing = foreign ? otherNumbers(clean, cited, manuscript) : check({ text: clean, cites: spans }).missing
    const invented = missing.filter(word => word !== 'citation' && !isKnown(word))
    return { text: clean, passages: cited.sort((a, b) => a - b), cites: spans, missing, invented, foreign }
  }
}

/** Sentences of an answer as they may be shown; null for those that say what their passages do not. */
export function checkAnswer(manuscript: Manuscript, sentences: readonly Claim[]): (Sentence | null)[] {
  const check = claimChecker(manuscript)
  return sentences.map(sentence => {
    const claim = check(sentence)
    if (!claim || claim.missing.length > 0) return null
    return { text: claim.text, cites: claim.cites, support: claim.foreign ? 'weak' : 'verified' }
  })
}

export const sourceOf = ({ passages }: Manuscript): Source => ({
  said: passages.map(textOf).join(' ').toLowerCase(),
})

/** Every word of the recording, and of what is told about it, in the form in which words are compared. */
const formsIn = ({ passages, about }: Manuscript): Set<string> =>
  new Set([...passages.map(textOf), about].flatMap(text => tokensOf(text, true).map(({ form }) => form)))

/** What the checker reads: the lines of the passages, in order. */
const segmentsOf = ({ passages }: Manuscript): Segment[] =>
  passages.flatMap(({ lines }) => lines.map(({ text, startMs, endMs }) => ({ text, startMs, endMs })))

/** Numbers in digits are the same in every language; the source may say them in words, but then it has none of its own. */
function otherNumbers(text: string, cited: readonly number[], { passages }: Manuscript): string[] {
  const around = new Set(cited.flatMap(number => [number - 1, number, number + 1]))
  const said = [...around].map(number => (passages[number] ? textOf(passages[number]) : '')).join(' ')
  const known = new Set(numbersIn(said))
  return known.size === 0 ? [] : numbersIn(text).filter(number => number.length > 1 && !known.has(number))
}

const numbersIn = (text: string): string[] => (text.match(/\p{Nd}[\p{Nd}.,]*/gu) ?? []).map(n => n.replace(/[.,]/g, ''))
