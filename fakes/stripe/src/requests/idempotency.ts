import { ApiError } from '../errors.ts'

export interface StoredResponse {
  status: number
  body: string
}

interface StoredCall {
  endpoint: string
  params: string
  at: number
  answer?: StoredResponse
  requestId: string
}

const lifetimeSeconds = 24 * 3600

/** Stores the first response of each key for a day and replays it; https://docs.stripe.com/api/idempotent_requests */
export function createIdempotencyStore(now: () => number) {
  const keys = new Map<string, StoredCall>()
  return {
    /** The stored response, or undefined for the first call. */
    begin(
      key: string,
      endpoint: string,
      params: string,
      requestId: string,
    ): (StoredResponse & { requestId: string }) | undefined {
      const stored = keys.get(key)
      if (!stored || stored.at + lifetimeSeconds <= now()) {
        keys.set(key, { endpoint, params, at: now(), requestId })
        return undefined
      }
      if (stored.endpoint !== endpoint)
        throw conflict(
          400,
          `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${endpoint}' vs '${stored.endpoint}'). Try using a key other than '${key}' if you meant to execute a different request.`,
        )
      if (stored.params !== params)
        throw conflict(
          400,
          `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        )
      if (!stored.answer)
        throw conflict(
          409,
          `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
        )
      return { ...stored.answer, requestId: stored.requestId }
    },
    complete(key: string, answer: StoredResponse): void {
      const stored = keys.get(key)
      if (stored) stored.answer = answer
    },
    /** Frees the key of a call that had no effect. */
    release: (key: string): void => void keys.delete(key),
  }
}

const conflict = (status: number, message: string): ApiError =>
  new ApiError(status, {
    type: 'idempotency_error',
    message,
    ...(status === 409 ? { code: 'idempotency_key_in_use' } : {}),
  })
