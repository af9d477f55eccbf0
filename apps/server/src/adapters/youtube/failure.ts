import { failure, type VideoFailureCode } from '@recaps/contract/failures'
import type { VideoDetails } from '@recaps/domain/video-details'
import { ProviderError } from '../../errors.ts'

export interface FailureDetails {
  detail?: string
  video?: VideoDetails
  retryAt?: Date
  cause?: unknown
  /** Against the table: an `unplayable` that only one client has seen may be retried. */
  retryable?: boolean
}

/** A failure of the closed list; whether a retry helps follows from its kind there. */
export const videoFailure = (provider: string, code: VideoFailureCode, details: FailureDetails = {}): ProviderError =>
  new ProviderError({ provider, code, retryable: failure(code).kind !== 'permanent', ...details })

/**
 * Failures of several who could not be asked, as one; undefined for none. It says what the first suffered, and may be
 * retried as soon as the first of them may be asked, so that one who rests holds nobody up.
 */
export const together = ([first, ...others]: readonly ProviderError[]): ProviderError | undefined => {
  if (first === undefined || others.length === 0) return first
  const all = [first, ...others]
  const instants = all
    .flatMap(({ retryAt, othersRestUntil }) => [retryAt, othersRestUntil])
    .filter(instant => instant !== undefined)
    .toSorted((one, other) => one.getTime() - other.getTime())
  const mayRetryNow = all.some(({ retryAt }) => retryAt === undefined)
  const { provider, code, retryable, detail, video } = first
  const when = mayRetryNow ? { othersRestUntil: instants[0] } : { retryAt: instants[0] }
  return new ProviderError({ provider, code, retryable, detail, video, cause: first, ...when })
}

/** True for failures that say nothing about the video: YouTube could not be asked, or did not want to answer. */
export const isTransient = (error: ProviderError): boolean => failure(error.code).kind === 'transient'
