import { FILLER } from '../reading/disfluencies.ts'
import { type Token, tokenize } from './tokens.ts'

/** Finds passages in quotation marks that are not in the cited text word for word. Ignores punctuation, case and fillers. */
export function findMisquotations(text: string, cited: readonly Token[]): string[] {
  const spoken = cited.filter(({ form }) => !FILLER.test(form))
  return quotationsIn(text).filter(quotation =>
    // An ellipsis marks omitted words.
    quotation.split(/…|\.{3}/).some(part => !contains(spoken, tokenize(part, true))),
  )
}

const quotationsIn = (text: string): string[] => [...text.matchAll(QUOTATION)].map(match => match[1]! || match[2]!)

const QUOTATION = /"([^"]+)"|“([^”]+)”/g

function contains(spoken: readonly Token[], quoted: readonly Token[]): boolean {
  const words = quoted.filter(({ form }) => !FILLER.test(form))
  return spoken.some((_, i) => words.every((token, k) => spoken[i + k]?.form === token.form))
}
