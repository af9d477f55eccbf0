import type { OutboundResponse } from '../outbound/fetch.ts'
import { OutboundError } from '../outbound/fetch.ts'
import { retryAfterMs } from '../outbound/retry-after.ts'

/**
 * Why a service returned no speech for a sentence: `busy` (overloaded, failing or unreachable), `late` (timed out), `unusable` (the response
 * isn't speech of this text), `refused` (the same request will never succeed), `resting` (not called, because it failed a moment ago).
 */
export type FailedCallReason = 'busy' | 'late' | 'unusable' | 'refused' | 'resting'

/** The message is for the operator and contains nothing from the request or the response. */
export class FailedCall extends Error {
  readonly reason: FailedCallReason
  /** From the Retry-After header of the service. */
  readonly waitMs: number | undefined

  constructor(reason: FailedCallReason, message: string, details: { waitMs?: number; cause?: unknown } = {}) {
    super(message, { cause: details.cause })
    this.name = 'FailedCall'
    this.reason = reason
    this.waitMs = details.waitMs
  }
}

export const unusable = (message: string, cause?: unknown): FailedCall => new FailedCall('unusable', message, { cause })

/** Throws `FailedCall` unless the status is 2xx. */
export function assertOkStatus({ status, headers }: OutboundResponse): void {
  if (status >= 200 && status < 300) return
  const isBusy = status === 408 || status === 425 || status === 429 || status >= 500
  // A Retry-After date is compared with the Date header of the response, because the clocks may differ.
  const waitMs = retryAfterMs(headers.get('retry-after'), new Date(headers.get('date') ?? Number.NaN))
  throw new FailedCall(isBusy ? 'busy' : 'refused', `HTTP ${status}`, waitMs === null ? {} : { waitMs })
}

export function toFailedCall(error: unknown): FailedCall {
  if (error instanceof FailedCall) return error
  if (!(error instanceof OutboundError)) return unusable('the response could not be read', error)
  if (error.reason === 'timeout') return new FailedCall('late', error.message, { cause: error })
  if (error.reason === 'too_large') return unusable(error.message, error)
  return new FailedCall('busy', error.message, { cause: error })
}
