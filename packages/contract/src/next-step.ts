import type { FailureCode, NextStep } from './failures.ts'
import { nextSteps } from './generated/next-steps.ts'

const stepOf = new Map(nextSteps.flatMap(([codes, ...step]) => codes.split(' ').map(code => [code, step] as const)))

/**
 * What may be done next about a failure, as the table of failures has it, without its sentences: every answer brings its
 * own. `isWaiting`: for a summary with this code, whether it is waited for still (`toldOf`); absent for calls and where none
 * was asked for yet.
 */
export function nextStep(code: FailureCode, isWaiting?: boolean): NextStep {
  const [next, inVain] = stepOf.get(code) ?? ['none']
  return inVain === undefined || isWaiting === undefined ? next : isWaiting ? 'wait' : inVain
}

/** A newer server may know codes that this client does not. */
export const isFailureCode = (code: string | null | undefined): code is FailureCode => !!code && stepOf.has(code)
