import { FILLER } from '../reading/disfluencies.ts'
import { type Token, tokensOf } from './tokens.ts'

/** Passages in quotation marks that do not stand word for word in the cited text; marks, case and fillers aside. */
export function misquoted(text: string, cited: readonly Token[]): string[] {
  const spoken = cited.filter(({ form }) => !FILLER.test(form))
  return quotationsIn(text).filter(quotation =>
    // Dots stand for words left out.
    quotation.split(/…|\.{3}/).some(part => !holds(spoken, tokensOf(part, true))),
  )
}

const quotationsIn = (text: string): string[] => [...text.matchAll(QUOTATION)].map(match => match[1]! || match[2]!)

const QUOTATION = /"([^"]+)"|“([^”]+)”/g

function holds(spoken: readonly Token[], quoted: readonly Token[]): boolean {
  const said = quoted.filter(({ form }) => !FILLER.test(form))
  return spoken.some((_, i) => said.every((token, k) => spoken[i + k]?.form === token.form))
}
