import { ProviderError } from '../../../errors.ts'
import { OutboundError } from '../../outbound/fetch.ts'
import { retryAfterMs } from '../../outbound/retry-after.ts'
import type { AppleLibrary } from './library.ts'

interface Failure {
  retryable: boolean
  detail: string
  retryAt?: Date
}

export const appleUnavailable = (failure: Failure): ProviderError =>
  new ProviderError({ provider: 'apple', code: 'payment_unavailable', ...failure })

/** Converts the error of an API call to a `ProviderError`. */
export function fromAppleError(error: unknown, { APIException }: AppleLibrary): ProviderError {
  if (error instanceof ProviderError) return error
  if (error instanceof OutboundError)
    return appleUnavailable({ retryable: error.reason !== 'refused', detail: error.reason })
  if (error instanceof APIException) {
    const { httpStatusCode, apiError } = error
    const retryable =
      retryableCodes.has(httpStatusCode) || httpStatusCode >= 500 || retryableCodes.has(Number(apiError))
    return appleUnavailable({ retryable, detail: [httpStatusCode, apiError].filter(Boolean).join(' ') })
  }
  if (error instanceof Error && error.name === 'TimeoutError')
    return appleUnavailable({ retryable: true, detail: 'timeout' })
  return appleUnavailable({ retryable: true, detail: 'unexpected response' })
}

/** Whether Apple reports that the transaction id is unknown. */
export const isUnknownTransaction = (error: unknown, { APIException }: AppleLibrary): boolean =>
  error instanceof APIException && unknownIdCodes.has(Number(error.apiError))

/**
 * https://developer.apple.com/documentation/appstoreserverapi/error-codes. 401 is retryable because Apple sometimes rejects valid keys
 * (https://github.com/apple/app-store-server-library-java/issues/92).
 */
const retryableCodes = new Set([401, 408, 4040002, 4040004, 4040006, 5000001])
const unknownIdCodes = new Set([4000006, 4000008, 4040001, 4040005, 4040010])

const maxDelayMs = 3600_000

/** The error for a rate limit. Apple's `Retry-After` is a timestamp in milliseconds, unlike in HTTP. */
export function rateLimitError(retryAfter: string | null, now: Date): ProviderError {
  const isTimestamp = /^\d{13}$/.test(retryAfter ?? '')
  const delayMs = isTimestamp ? Number(retryAfter) - now.getTime() : (retryAfterMs(retryAfter, now) ?? 0)
  const retryAt = new Date(now.getTime() + Math.min(Math.max(0, delayMs), maxDelayMs))
  return appleUnavailable({ retryable: true, detail: '429', retryAt })
}
