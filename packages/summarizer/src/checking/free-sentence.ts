import { porterStem } from '../choosing/porter.ts'
import { STOP_WORDS } from '../choosing/terms.ts'
import { unsaidAmounts } from './amounts.ts'
import { hasName } from './names.ts'
import { otherNegations } from './negations.ts'
import { oppositesOf } from './opposites.ts'
import type { Token } from './tokens.ts'

/**
 * What a sentence in words of its own states and its source does not: facts, negations, opposites. `currencies` are those
 * that the whole transcript names.
 */
export function unsaid(said: readonly Token[], cited: readonly Token[], currencies: ReadonlySet<string>): string[] {
  const forms = new Set(cited.map(token => token.form))
  const words = said.filter(token => {
    if (token.kind === 'name') return !hasName(token, cited)
    return token.kind === 'word' && !forms.has(token.form) && oppositesOf(token.form).some(other => forms.has(other))
  })
  return [
    ...words.map(token => token.written),
    ...unsaidAmounts(said, cited, currencies),
    ...otherNegations(said, cited),
  ]
}

/** Share of a sentence's content words that its source has, below which the citation points to another matter. */
const SAME_MATTER = 1 / 5

/** Whether hardly any content word of the sentence, by its stem, is said where it says it comes from. */
export function speaksOfOther(said: readonly Token[], cited: readonly Token[]): boolean {
  const own = stemsOf(said)
  const theirs = new Set(stemsOf(cited))
  return own.length >= 3 && own.filter(stem => theirs.has(stem)).length < SAME_MATTER * own.length
}

const stemsOf = (tokens: readonly Token[]) =>
  tokens.filter(({ form }) => form.length > 1 && !STOP_WORDS.has(form)).map(({ form }) => porterStem(form))
