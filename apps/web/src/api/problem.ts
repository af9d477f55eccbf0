import { ApiError, type FailureCode, isFailureCode, type NextStep, nextStep, type SummaryState } from '@recaps/contract'
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

const offline: Problem = { sentence: 'You are offline. Connect, and try again.', code: null, next: 'retry' }

/** For an answer that is none of the API's, as that of a proxy before it. */
const unexpected = 'Something went wrong.'

/** Reads any error of a call. The sentence is the server's own: it may name the plan or the time. */
export function problemOf(error: unknown): Problem {
  if (!(error instanceof ApiError)) return navigator.onLine ? unreachable : offline
  const sentence = error.body?.error || unexpected
  const code = error.body?.code
  return { sentence, code: isFailureCode(code) ? code : null, next: error.next }
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
  if (summary.code === 'network' && isDemo()) return { sentence: notInDemo, code: null, next: 'check_link' }
  const sentence = summary.error || unexpected
  // A newer server may know more.
  if (!isFailureCode(summary.code)) return { sentence, code: null, next: 'retry' }
  // A preview has no state: nothing waits for it yet.
  const isWaiting = summary.state && summary.state === 'deferred'
  return { sentence, code: summary.code, next: nextStep(summary.code, isWaiting) }
}
