import type { OutboundAnswer } from '../outbound/fetch.ts'
import { OutboundError } from '../outbound/fetch.ts'
import { retryAfterMs } from '../outbound/retry-after.ts'

/**
 * Why a service gave no sound for a sentence: `busy` (sent away, broken, not reached), `late`, `unusable` (an answer that is no speech of
 * this text), `refused` (the same request will never succeed), `resting` (not asked: it failed a moment ago).
 */
export type FailedCallReason = 'busy' | 'late' | 'unusable' | 'refused' | 'resting'

/** The message is for the operator. It holds nothing of what was asked or answered. */
export class FailedCall extends Error {
  readonly reason: FailedCallReason
  /** What we were told to wait. */
  readonly waitMs: number | undefined

  constructor(reason: FailedCallReason, message: string, details: { waitMs?: number; cause?: unknown } = {}) {
    super(message, { cause: details.cause })
    this.name = 'FailedCall'
    this.reason = reason
    this.waitMs = details.waitMs
  }
}

export const unusable = (message: string, cause?: unknown): FailedCall => new FailedCall('unusable', message, { cause })

/** Throws for an answer that is not the right one by its status. */
export function refuseStatus({ status, headers }: OutboundAnswer): void {
  if (status >= 200 && status < 300) return
  const isBusy = status === 408 || status === 425 || status === 429 || status >= 500
  // A date is compared with the date of the answer: our clocks may differ.
  const waitMs = retryAfterMs(headers.get('retry-after'), new Date(headers.get('date') ?? Number.NaN))
  throw new FailedCall(isBusy ? 'busy' : 'refused', `answered ${status}`, waitMs === null ? {} : { waitMs })
}

/** What went wrong before there was an answer. */
export function asFailedCall(error: unknown): FailedCall {
  if (error instanceof FailedCall) return error
  if (!(error instanceof OutboundError)) return unusable('could not be read', error)
  if (error.reason === 'timeout') return new FailedCall('late', error.message, { cause: error })
  if (error.reason === 'too_large') return unusable(error.message, error)
  return new FailedCall('busy', error.message, { cause: error })
}
