import { createSupportChecker } from '../checking/support.ts'
import { tokenize } from '../checking/tokens.ts'
import type { Segment, Sentence, Span } from '../types.ts'
import { cleanSentence, type SpokenText } from './clean.ts'
import { locateMoments } from './locate.ts'
import { type Manuscript, passageNumber, passageText } from './manuscript.ts'

/** A sentence by a writer with the passages it cites, as `s123`. */
export interface Claim {
  text: string
  cites: string[]
}

/** A usable claim: cleaned text, valid citations. */
export interface CheckedClaim {
  text: string
  /** Indexes of the cited passages, sorted. */
  passages: number[]
  cites: Span[]
  /** Words that the cited text does not support, as in `SupportCheck`. For foreign passages, only numbers. */
  missing: string[]
  /** The `missing` words that do not occur anywhere in the recording, its title, description or chapters. */
  invented: string[]
  /** Cites passages in another language, so that only its numbers could be checked. */
  foreign: boolean
}

/** Creates a function that checks claims against a manuscript without a language model. It returns null for unusable claims. */
export function createClaimChecker(manuscript: Manuscript): (claim: Claim) => CheckedClaim | null {
  const { passages } = manuscript
  const source = toSpokenText(manuscript)
  const check = createSupportChecker(toSegments(manuscript))
  let knownForms: Set<string> | undefined
  const isKnown = (word: string) => {
    knownForms ??= collectForms(manuscript)
    return tokenize(word).every(({ form }) => knownForms!.has(form))
  }
  return ({ text, cites }) => {
    const cited = [...new Set(cites.map(cite => passageNumber(cite, passages)).filter(number => number !== null))]
    const clean = cleanSentence(text, source)
    if (clean === null || cited.length === 0) return null
    const spans = locateMoments(clean, cited, passages)
    const foreign = cited.some(number => passages[number]!.foreign)
    const missing = foreign ? missingNumbers(clean, cited, manuscript) : check({ text: clean, cites: spans }).missing
    const invented = missing.filter(word => word !== 'citation' && !isKnown(word))
    return { text: clean, passages: cited.sort((a, b) => a - b), cites: spans, missing, invented, foreign }
  }
}

/** Checks the sentences of an answer. Returns null for sentences that their passages do not support. */
export function checkAnswer(manuscript: Manuscript, sentences: readonly Claim[]): (Sentence | null)[] {
  const check = createClaimChecker(manuscript)
  return sentences.map(sentence => {
    const claim = check(sentence)
    if (!claim || claim.missing.length > 0) return null
    return { text: claim.text, cites: claim.cites, support: claim.foreign ? 'weak' : 'verified' }
  })
}

export const toSpokenText = ({ passages }: Manuscript): SpokenText => ({
  text: passages.map(passageText).join(' ').toLowerCase(),
})

/** Token forms of all words in the recording, its title, description and chapters. */
const collectForms = ({ passages, about }: Manuscript): Set<string> =>
  new Set([...passages.map(passageText), about].flatMap(text => tokenize(text, true).map(({ form }) => form)))

const toSegments = ({ passages }: Manuscript): Segment[] =>
  passages.flatMap(({ lines }) => lines.map(({ text, startMs, endMs }) => ({ text, startMs, endMs })))

/**
 * Numbers of a claim that are missing from its foreign passages. Digits are the same in every language. Passages without any digits may
 * spell their numbers out, so nothing is reported for them.
 */
function missingNumbers(text: string, cited: readonly number[], { passages }: Manuscript): string[] {
  const around = new Set(cited.flatMap(number => [number - 1, number, number + 1]))
  const spoken = [...around].map(number => (passages[number] ? passageText(passages[number]) : '')).join(' ')
  const spokenNumbers = new Set(numbersIn(spoken))
  return spokenNumbers.size === 0
    ? []
    : numbersIn(text).filter(number => number.length > 1 && !spokenNumbers.has(number))
}

const numbersIn = (text: string): string[] => (text.match(/\p{Nd}[\p{Nd}.,]*/gu) ?? []).map(n => n.replace(/[.,]/g, ''))
