import type { FailureCode, NextStep } from './failures.ts'
import { nextSteps } from './generated/next-steps.ts'

const stepsByCode = new Map(
  nextSteps.flatMap(([codes, ...step]) => codes.split(' ').map(code => [code, step] as const)),
)

/**
 * The next step to offer for a failure code. Uses a generated table instead of the table of failures, to keep the sentences
 * out of the browser bundle: every response carries its own. For a summary with this code, `isWaiting` is true if we are
 * still waiting to retry (see `describeFailure`); omit it for failed calls and for previews.
 */
export function nextStep(code: FailureCode, isWaiting?: boolean): NextStep {
  const [next, afterGivingUp] = stepsByCode.get(code) ?? ['none']
  return afterGivingUp === undefined || isWaiting === undefined ? next : isWaiting ? 'wait' : afterGivingUp
}

/** A newer server may send codes that this client does not know. */
export const isFailureCode = (code: string | null | undefined): code is FailureCode => !!code && stepsByCode.has(code)
