import type { FaultLimits as Limits } from '@recaps/fake-parts'

/** Faults of the connection (`refuse` to `status`), of the answer (`refusal` to `length`) and of its content (the others). */
export type LlmFault =
  /** The connection is reset before any answer. */
  | { kind: 'refuse' }
  /** The request is accepted and never answered. */
  | { kind: 'hang' }
  /** Half of the answer, then nothing; the connection stays open. */
  | { kind: 'stall' }
  /** One byte at a time. */
  | { kind: 'drip'; everyMs: number }
  /** Half of the answer; then a regular end, or a broken connection. */
  | { kind: 'truncated'; by?: 'end' | 'break' }
  /** `retryAfter`: seconds, an HTTP date, or `date:+2` for the date two seconds from now. */
  | { kind: 'status'; status: number; retryAfter?: number | string }
  /** A refusal in the dialect's own field. */
  | { kind: 'refusal' }
  /** An empty text with a regular end. */
  | { kind: 'empty' }
  /** JSON cut in the middle, with a regular end. */
  | { kind: 'malformed' }
  /** The output limit is reached in the middle, as the finish reason shows. */
  | { kind: 'length' }
  /** Valid JSON of another schema. */
  | { kind: 'wrong-form' }
  /** Ten times as many points, each ten times as long, regardless of limits. */
  | { kind: 'too-long' }
  /** Every second citation does not exist; the others point to the wrong place. */
  | { kind: 'wrong-citations' }
  /** Successful prompt injection: follows sentences of the transcript that begin with "ignore", and judges every claim as supported. */
  | { kind: 'obeyed' }
  /** Leaks the system prompt. */
  | { kind: 'tells' }
  /** Numbers are off by one, names are replaced. */
  | { kind: 'invents' }
  /** Appends an unclosed list of citation marks to every text, which hangs a backtracking parser. */
  | { kind: 'open-mark' }

export interface FaultLimits extends Omit<Limits, 'endpoint'> {
  /** Only calls of this task. */
  task?: string
}

/** Value of the `Retry-After` header. */
export function formatRetryAfter(retryAfter: number | string): string {
  const [, seconds] = /^date:\+(\d+)$/.exec(String(retryAfter)) ?? []
  return seconds ? new Date(Date.now() + Number(seconds) * 1000).toUTCString() : String(retryAfter)
}
