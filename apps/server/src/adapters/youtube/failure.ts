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

/** True for failures that say nothing about the video: YouTube could not be asked, or did not want to answer. */
export const isTransient = (error: ProviderError): boolean => failure(error.code).kind === 'transient'
