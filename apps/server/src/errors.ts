import { type FailureCode, failures } from '@recaps/contract/failures'
import type { VideoDetails } from '@recaps/domain/video-details'

/** An expected error for the user: invalid input, something not found, a limit. The API answers `{ error, code, requestId }`. */
export class AppError extends Error {
  readonly code: FailureCode
  readonly retryAfterSeconds: number | undefined
  /** The methods that the path supports, for 405 responses. */
  readonly allow: readonly string[] | undefined

  constructor(
    code: FailureCode,
    message: string = failures[code].sentence,
    details: { retryAfterSeconds?: number; allow?: readonly string[] } = {},
  ) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.retryAfterSeconds = details.retryAfterSeconds
    this.allow = details.allow
  }
}

export interface ProviderFailure {
  /** The provider that failed, for logs: `innertube/VISIONOS`, `timedtext`, `oembed`. */
  provider: string
  code: FailureCode
  /** Whether the same call may succeed later. */
  retryable: boolean
  /** Earliest useful retry: the start of a live stream, or the time that the provider gave us. */
  retryAt?: Date
  /** When another provider, which is currently rate-limited, can be tried again. Worth waiting for when all other attempts have failed. */
  fallbacksBlockedUntil?: Date
  detail?: string
  /** The provider's answer, verbatim. Never logged: it may contain an email address. */
  providerMessage?: string
  /** Details of the video that the provider returned despite the failure. */
  video?: VideoDetails
  cause?: unknown
}

/** An external service failed. The queue uses `retryable` and `retryAt`; users see the sentence of `code`. */
export class ProviderError extends Error {
  readonly provider: string
  readonly code: FailureCode
  readonly retryable: boolean
  readonly retryAt: Date | undefined
  readonly fallbacksBlockedUntil: Date | undefined
  readonly detail: string | undefined
  readonly providerMessage: string | undefined
  readonly video: VideoDetails | undefined

  constructor(failure: ProviderFailure) {
    super(`${failure.provider}: ${failure.code}${failure.detail ? ` (${failure.detail})` : ''}`, {
      cause: failure.cause,
    })
    this.name = 'ProviderError'
    this.provider = failure.provider
    this.code = failure.code
    this.retryable = failure.retryable
    this.retryAt = failure.retryAt
    this.fallbacksBlockedUntil = failure.fallbacksBlockedUntil
    this.detail = failure.detail
    this.providerMessage = failure.providerMessage
    this.video = failure.video
  }
}

/** The program cannot start because of its environment. The message tells the operator how to fix it and is shown without a stack trace. */
export class StartupError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'StartupError'
  }
}

/** Whether this is a system error with the code, such as `ENOENT`. */
export const hasErrorCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
