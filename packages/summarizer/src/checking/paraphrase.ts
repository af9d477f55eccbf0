import { porterStem } from '../choosing/porter.ts'
import { STOP_WORDS } from '../choosing/terms.ts'
import { findUnsupportedAmounts } from './amounts.ts'
import { containsName } from './names.ts'
import { findChangedNegations } from './negations.ts'
import { findOpposites } from './opposites.ts'
import type { Token } from './tokens.ts'

/**
 * Finds what a paraphrase states and its source does not: names, numbers, negations, opposites. `currencies` are all those named
 * in the transcript.
 */
export function findUnsupportedWords(
  sentence: readonly Token[],
  cited: readonly Token[],
  currencies: ReadonlySet<string>,
): string[] {
  const forms = new Set(cited.map(token => token.form))
  const words = sentence.filter(token => {
    if (token.kind === 'name') return !containsName(token, cited)
    return token.kind === 'word' && !forms.has(token.form) && findOpposites(token.form).some(other => forms.has(other))
  })
  return [
    ...words.map(token => token.written),
    ...findUnsupportedAmounts(sentence, cited, currencies),
    ...findChangedNegations(sentence, cited),
  ]
}

/** If the source contains less than this share of the sentence's content words, the citation is wrong. */
const MIN_SHARED = 1 / 5

/** Whether the cited text contains hardly any content word of the sentence, compared by stem. */
export function isUnrelated(sentence: readonly Token[], cited: readonly Token[]): boolean {
  const sentenceStems = contentStems(sentence)
  const citedStems = new Set(contentStems(cited))
  return (
    sentenceStems.length >= 3 &&
    sentenceStems.filter(stem => citedStems.has(stem)).length < MIN_SHARED * sentenceStems.length
  )
}

const contentStems = (tokens: readonly Token[]) =>
  tokens.filter(({ form }) => form.length > 1 && !STOP_WORDS.has(form)).map(({ form }) => porterStem(form))
