import { porterStem } from '../choosing/porter.ts'
import { STOP_WORDS } from '../choosing/terms.ts'
import { oppositesOf } from './opposites.ts'
import type { Token } from './tokens.ts'

/** What a sentence in words of its own states and its source does not: facts, negations, opposites. */
export function unsaid(said: readonly Token[], cited: readonly Token[]): string[] {
  const forms = new Set(cited.map(token => token.form))
  const parts = new Set(cited.flatMap(token => token.form.split(/[-.]/)))
  const negated = cited.some(token => token.kind === 'negation')
  return said
    .filter(token => {
      if (token.kind === 'word') return !forms.has(token.form) && oppositesOf(token.form).some(o => forms.has(o))
      if (token.kind === 'number' && token.form === '1') return false
      if (token.kind === 'negation') return !negated
      return !forms.has(token.form) && !token.form.split(/[-.]/).every(part => parts.has(part))
    })
    .map(token => token.written)
}

/** Share of a sentence's content words that its source has, below which the citation points to another matter. */
const SAME_MATTER = 1 / 3

/** Whether hardly any content word of the sentence, by its stem, is said where it says it comes from. */
export function speaksOfOther(said: readonly Token[], cited: readonly Token[]): boolean {
  const own = stemsOf(said)
  const theirs = new Set(stemsOf(cited))
  return own.length >= 3 && own.filter(stem => theirs.has(stem)).length < SAME_MATTER * own.length
}

const stemsOf = (tokens: readonly Token[]) =>
  tokens.filter(({ form }) => form.length > 1 && !STOP_WORDS.has(form)).map(({ form }) => porterStem(form))
