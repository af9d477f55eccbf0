import { ApiError } from '@recaps/contract'

/** Whom the service asks to wait longer is told so instead. */
const longestWaitSeconds = 90

/** After how many seconds the same may be asked again, where it was too much for this minute; null where that changes nothing. */
export function waitOf(error: unknown): number | null {
  const seconds = error instanceof ApiError && error.status === 429 ? error.retryAfterSeconds : null
  return seconds !== null && seconds <= longestWaitSeconds ? seconds : null
}
