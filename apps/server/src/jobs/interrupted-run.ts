import { isDatabaseUnavailable } from '../database/database-unavailable.ts'
import type { JobRun } from './queue.ts'

/** The run was aborted or lost its database. This does not count as a failure, so the queue runs the job again. */
export const isInterrupted = (error: unknown, run: JobRun): boolean =>
  run.signal.aborted || isDatabaseUnavailable(error)

/** A job fails for good after this many crashes of our process. */
export const maxRestarts = 40
