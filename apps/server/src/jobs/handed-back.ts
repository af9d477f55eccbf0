import { isLostConnection } from '../database/lost-connection.ts'
import type { JobRun } from './queue.ts'

/** Stopped, or without a database to write to: no fault of the step, so the queue has it run again. */
export const isHandedBack = (error: unknown, run: JobRun): boolean => run.signal.aborted || isLostConnection(error)

/** Work under which our own process died so often will not succeed by dying again. */
export const restartsAllowed = 40
