import { ProviderError } from '../../../errors.ts'
import { OutboundError } from '../../outbound/fetch.ts'
import { retryAfterMs } from '../../outbound/retry-after.ts'
import type { AppleLibrary } from './library.ts'

interface Said {
  retryable: boolean
  detail: string
  retryAt?: Date
}

export const appleUnavailable = (said: Said): ProviderError =>
  new ProviderError({ provider: 'apple', code: 'payment_unavailable', ...said })

/** What a call threw, in our words. */
export function appleFailure(error: unknown, { APIException }: AppleLibrary): ProviderError {
  if (error instanceof ProviderError) return error
  if (error instanceof OutboundError)
    return appleUnavailable({ retryable: error.reason !== 'refused', detail: error.reason })
  if (error instanceof APIException) {
    const { httpStatusCode, apiError } = error
    const retryable = passing.has(httpStatusCode) || httpStatusCode >= 500 || passing.has(Number(apiError))
    return appleUnavailable({ retryable, detail: [httpStatusCode, apiError].filter(Boolean).join(' ') })
  }
  if (error instanceof Error && error.name === 'TimeoutError')
    return appleUnavailable({ retryable: true, detail: 'timeout' })
  return appleUnavailable({ retryable: true, detail: 'an answer that is not Apple’s' })
}

/** Whether Apple knows nobody who has bought by this number. */
export const isUnknown = (error: unknown, { APIException }: AppleLibrary): boolean =>
  error instanceof APIException && unknown.has(Number(error.apiError))

/**
 * https://developer.apple.com/documentation/appstoreserverapi/error-codes. A right key is refused at times, too
 * (https://github.com/apple/app-store-server-library-java/issues/92).
 */
const passing = new Set([401, 408, 4040002, 4040004, 4040006, 5000001])
const unknown = new Set([4000006, 4000008, 4040001, 4040005, 4040010])

const mostPauseMs = 3600_000

/** Too much was asked. Apple tells until when to wait as an instant in milliseconds, not as HTTP has it. */
export function tooMuch(retryAfter: string | null, now: Date): ProviderError {
  const isInstant = /^\d{13}$/.test(retryAfter ?? '')
  const pauseMs = isInstant ? Number(retryAfter) - now.getTime() : (retryAfterMs(retryAfter, now) ?? 0)
  const retryAt = new Date(now.getTime() + Math.min(Math.max(0, pauseMs), mostPauseMs))
  return appleUnavailable({ retryable: true, detail: '429', retryAt })
}
