import { type FailureCode, failures } from '@recaps/contract/failures'
import type { VideoDetails } from '@recaps/domain/video-details'

/** An outcome we expect and can explain: refused input, a missing thing, a limit. It becomes `{ error, code, requestId }`. */
export class AppError extends Error {
  readonly code: FailureCode
  readonly retryAfterSeconds: number | undefined
  /** The methods that the path takes, where another one was used. */
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
  /** Who failed, for the operator: `innertube/VISIONOS`, `timedtext`, `oembed`. */
  provider: string
  code: FailureCode
  /** Whether the same call may succeed later. */
  retryable: boolean
  /** The instant after which asking again makes sense: a stream begins, or we were told when to come back. */
  retryAt?: Date
  /** Somebody else who may know is not asked until then: worth waiting for once the tries at the others are used up. */
  othersRestUntil?: Date
  detail?: string
  /** What the other side answered, word for word. It may hold an address, so it goes into no log. */
  said?: string
  /** What was told about the video all the same. */
  video?: VideoDetails
  cause?: unknown
}

/** The outside world failed. The queue reads `retryable` and `retryAt`; the user reads the sentence of `code`. */
export class ProviderError extends Error {
  readonly provider: string
  readonly code: FailureCode
  readonly retryable: boolean
  readonly retryAt: Date | undefined
  readonly othersRestUntil: Date | undefined
  readonly detail: string | undefined
  readonly said: string | undefined
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
    this.othersRestUntil = failure.othersRestUntil
    this.detail = failure.detail
    this.said = failure.said
    this.video = failure.video
  }
}

/** Something outside the program keeps it from starting. The message is for the operator, who can mend it; no stack is shown. */
export class CannotStart extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'CannotStart'
  }
}

/** Whether the system refused for this reason, such as `ENOENT`. */
export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
