import type { FaultLimits as Limits } from '@recaps/fake-parts'

/** What goes wrong. Those of the first group befall the connection, those of the second the answer, those of the third what is said. */
export type LlmFault =
  /** The connection is reset before a word. */
  | { kind: 'refuse' }
  /** The request is taken and never answered. */
  | { kind: 'hang' }
  /** Half of the answer, then silence. */
  | { kind: 'stall' }
  /** A byte at a time. */
  | { kind: 'drip'; everyMs: number }
  /** Half of the answer; then it ends as if it were whole, or the connection breaks. */
  | { kind: 'truncated'; by?: 'end' | 'break' }
  /** `retryAfter`: seconds, a date as HTTP writes it, or `date:+2` for the date two seconds from now. */
  | { kind: 'status'; status: number; retryAfter?: number | string }
  /** A refusal in the dialect's own field. */
  | { kind: 'refusal' }
  /** No words at all, and a good end. */
  | { kind: 'empty' }
  /** JSON cut in the middle, and a good end. */
  | { kind: 'malformed' }
  /** The most that may be said is reached in the middle, and the dialect says so. */
  | { kind: 'length' }
  /** Good JSON of another schema. */
  | { kind: 'wrong-form' }
  /** Ten times as many points, each ten times as long, whatever the limit. */
  | { kind: 'too-long' }
  /** Every second citation does not exist; the others point elsewhere. */
  | { kind: 'wrong-citations' }
  /** The model did what a sentence of the transcript beginning with "ignore" told it, and found everything supported. */
  | { kind: 'obeyed' }
  /** The model repeats its system prompt. */
  | { kind: 'tells' }
  /** Numbers are one more, names another. */
  | { kind: 'invents' }
  /** Appends an unclosed list of citation marks to every text, which hangs a backtracking parser. */
  | { kind: 'open-mark' }

export interface FaultLimits extends Omit<Limits, 'endpoint'> {
  /** Only calls of this task. */
  task?: string
}

/** As `Retry-After` is written. */
export function retryAfterOf(retryAfter: number | string): string {
  const [, seconds] = /^date:\+(\d+)$/.exec(String(retryAfter)) ?? []
  return seconds ? new Date(Date.now() + Number(seconds) * 1000).toUTCString() : String(retryAfter)
}
