import { ApiError, type FailureCode, isFailureCode, type NextStep, nextStep, type SummaryState } from '@recaps/contract'
import { isDemo } from '../device/page-facts.ts'

/** A failure as the user sees it: one sentence and the next step. */
export interface Problem {
  sentence: string
  code: FailureCode | null
  next: NextStep
}

const unreachable: Problem = {
  sentence: 'Couldn’t reach the service. Check your connection and try again.',
  code: null,
  next: 'retry',
}

const offline: Problem = {
  sentence: 'You’re offline. Connect to the internet and try again.',
  code: null,
  next: 'retry',
}

/** For a response that is not from the API, but for example from a proxy. */
const unexpected = 'Something went wrong.'

/** Converts any error of a call. Uses the server's sentence, because it can contain details such as a plan or a time. */
export function toProblem(error: unknown): Problem {
  if (!(error instanceof ApiError)) return navigator.onLine ? unreachable : offline
  const sentence = error.body?.error || unexpected
  const code = error.body?.code
  return { sentence, code: isFailureCode(code) ? code : null, next: error.next }
}

/** The demo's fake YouTube doesn't respond for videos it doesn't have, which looks like a network failure. */
const notInDemo = 'This demo doesn’t have that video. Search for a word to see what it has.'

/** Converts the failure of a summary or of a preview. */
export function toSummaryProblem(summary: {
  code: FailureCode | null
  error: string | null
  state?: SummaryState
}): Problem | null {
  if (!summary.code) return null
  if (summary.code === 'network' && isDemo()) return { sentence: notInDemo, code: null, next: 'check_link' }
  const sentence = summary.error || unexpected
  // A newer server may have more codes.
  if (!isFailureCode(summary.code)) return { sentence, code: null, next: 'retry' }
  // A preview has no state.
  const isWaiting = summary.state && summary.state === 'deferred'
  return { sentence, code: summary.code, next: nextStep(summary.code, isWaiting) }
}
