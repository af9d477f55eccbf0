import { failure, type VideoFailureCode } from '@recaps/contract/failures'
import type { VideoDetails } from '@recaps/domain/video-details'
import { ProviderError } from '../../errors.ts'

export interface FailureDetails {
  detail?: string
  video?: VideoDetails
  retryAt?: Date
  cause?: unknown
  /** Overrides the default of the code: an `unplayable` that only one client reported may be retried. */
  retryable?: boolean
}

/** `retryable` follows from the kind of the code, unless `details` override it. */
export const videoFailure = (provider: string, code: VideoFailureCode, details: FailureDetails = {}): ProviderError =>
  new ProviderError({ provider, code, retryable: failure(code).kind !== 'permanent', ...details })

/**
 * Merges the failures of several providers into one; undefined if there are none. Reports the first failure, with the earliest
 * time at which any of the providers may be queried again, so that a paused provider does not delay the others.
 */
export const mergeFailures = ([first, ...others]: readonly ProviderError[]): ProviderError | undefined => {
  if (first === undefined || others.length === 0) return first
  const all = [first, ...others]
  const times = all
    .flatMap(({ retryAt, fallbacksBlockedUntil }) => [retryAt, fallbacksBlockedUntil])
    .filter(time => time !== undefined)
    .toSorted((one, other) => one.getTime() - other.getTime())
  const mayRetryNow = all.some(({ retryAt }) => retryAt === undefined)
  const { provider, code, retryable, detail, video } = first
  const when = mayRetryNow ? { fallbacksBlockedUntil: times[0] } : { retryAt: times[0] }
  return new ProviderError({ provider, code, retryable, detail, video, cause: first, ...when })
}

/** True for failures that say nothing about the video: YouTube was unreachable or refused to answer. */
export const isTransient = (error: ProviderError): boolean => failure(error.code).kind === 'transient'
