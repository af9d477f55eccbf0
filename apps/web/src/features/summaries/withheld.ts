import { type FailureCode, nextStep, type Preview } from '@recaps/contract'
import { type Problem, toSummaryProblem } from '../../api/problem.ts'

/** Whether YouTube refuses to serve the video to us. Uploaded captions help, and so may another try. */
export const isWithheld = (code: FailureCode | null | undefined): boolean =>
  !!code && nextStep(code, false) === 'upload_captions' && nextStep(code, true) === 'wait'

/** Problem that prevents a summary of a previewed video. If YouTube only refuses for now, the summary can be requested and waits. */
export function problemOfPreview(preview: Preview): Problem | null {
  const problem = toSummaryProblem(preview)
  return problem?.next === 'retry' && isWithheld(problem.code) ? { ...problem, next: 'wait' } : problem
}
