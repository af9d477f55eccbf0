import { ApiError, type FailureCode, failures, type NextStep, type SummaryState, toldOf } from '@recaps/contract'
import { isDemo } from '../device/page-facts.ts'

/** A failure as the user sees it: one sentence, and what may be done next. */
export interface Problem {
  sentence: string
  code: FailureCode | null
  next: NextStep
}

const unreachable: Problem = {
  sentence: 'The service could not be reached. Check your connection and try again.',
  code: null,
  next: 'retry',
}

/** Reads any error of a call. The server's own sentence is preferred: it may name the plan or the time. */
export function problemOf(error: unknown): Problem {
  if (!(error instanceof ApiError)) return unreachable
  const code = error.body?.code ?? null
  const known = code ? failures[code] : undefined
  if (!known) return { sentence: error.body?.error ?? failures.internal.sentence, code: null, next: 'retry' }
  return { sentence: error.body?.error || known.sentence, code, next: known.next }
}

/** The demo's stand-in answers nothing about videos it has no talk or recording of, which looks like a broken network. */
const notInDemo = 'This demo has nothing about that video. Search for a word to see what it has.'

/** The failure that a summary carries in itself. */
export function problemOfSummary(summary: {
  code: FailureCode | null
  error: string | null
  state?: SummaryState
}): Problem | null {
  if (!summary.code) return null
  if (summary.code === 'network' && isDemo()) return { sentence: notInDemo, code: summary.code, next: 'check_link' }
  const { sentence, next } =
    summary.state === undefined ? failures[summary.code] : toldOf(summary.code, summary.state === 'deferred')
  return { sentence: summary.error || sentence, code: summary.code, next }
}
