import type { FailureCode, NextStep } from './failures.ts'
import { nextSteps } from './generated/next-steps.ts'

const stepOf = new Map(nextSteps.flatMap(([codes, ...step]) => codes.split(' ').map(code => [code, step] as const)))

/**
 * What may be done next about a failure, as the table of failures has it, without its sentences: every answer brings its
 * own. `isWaiting`: for a summary with this code, whether it is waited for still (`toldOf`); absent where none was asked for
 * yet.
 */
export function nextStep(code: FailureCode, isWaiting?: boolean): NextStep {
  const [next, passing] = stepOf.get(code) ?? ['none']
  if (passing === 'transient' && isWaiting === true) return 'wait'
  if (passing === 'refused' && isWaiting !== false) return 'wait'
  if (passing === 'deferred' && isWaiting === false) return 'retry'
  return next
}

/** A newer server may know codes that this client does not. */
export const isFailureCode = (code: string | null | undefined): code is FailureCode => !!code && stepOf.has(code)

/** Whether it is YouTube that withholds the video from this server: the user's own captions help, and so may another try. */
export function isWithheld(code: FailureCode): boolean {
  const [next, passing] = stepOf.get(code) ?? ['none']
  return next === 'upload_captions' && passing !== undefined
}
