import type { Segment, Sentence, Support } from '../types.ts'

export interface SupportCheck {
  support: Support
  /** What the cited text does not bear out, in the words of the sentence. */
  missing: string[]
}

export function checkSupport(sentence: Pick<Sentence, 'text' | 'cites'>, segments: readonly Segment[]): SupportCheck {
  const inside = sentence.cites.length > 0 && segments.length > 0
  return { support: inside ? 'verified' : 'weak', missing: [] }
}
