import { ApiError } from '@recaps/contract'

/** Longest wait for an automatic retry. For longer ones the error is shown instead. */
const longestWaitSeconds = 90

/** Seconds to wait before retrying a rate-limited request (429), or null if a retry makes no sense. */
export function retryDelaySeconds(error: unknown): number | null {
  const seconds = error instanceof ApiError && error.status === 429 ? error.retryAfterSeconds : null
  return seconds !== null && seconds <= longestWaitSeconds ? seconds : null
}
