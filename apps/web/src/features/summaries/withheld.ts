import { type FailureCode, nextStep, type Preview } from '@recaps/contract'
import { type Problem, problemOfSummary } from '../../api/problem.ts'

/** Whether it is YouTube that withholds the video from this server: the user's own captions help, and so may another try. */
export const isWithheld = (code: FailureCode | null | undefined): boolean =>
  !!code && nextStep(code, false) === 'upload_captions' && nextStep(code, true) === 'wait'

/** What stands in the way of a summary that nobody has asked for yet. While YouTube only refuses for now, it can be asked for. */
export function problemOfPreview(preview: Preview): Problem | null {
  const problem = problemOfSummary(preview)
  return problem?.next === 'retry' && isWithheld(problem.code) ? { ...problem, next: 'wait' } : problem
}
