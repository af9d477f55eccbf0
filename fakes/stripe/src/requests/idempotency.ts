import { ApiError } from '../errors.ts'

export interface Answer {
  status: number
  body: string
}

interface Kept {
  endpoint: string
  params: string
  at: number
  answer?: Answer
  requestId: string
}

const keptSeconds = 24 * 3600

/** The first answer under a key is the answer under this key, for a day; https://docs.stripe.com/api/idempotent_requests. */
export function idempotencyKeys(now: () => number) {
  const keys = new Map<string, Kept>()
  return {
    /** The answer given before, or undefined when this call is the first. */
    begin(
      key: string,
      endpoint: string,
      params: string,
      requestId: string,
    ): (Answer & { requestId: string }) | undefined {
      const kept = keys.get(key)
      if (!kept || kept.at + keptSeconds <= now()) {
        keys.set(key, { endpoint, params, at: now(), requestId })
        return undefined
      }
      if (kept.endpoint !== endpoint)
        throw conflict(
          400,
          `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${endpoint}' vs '${kept.endpoint}'). Try using a key other than '${key}' if you meant to execute a different request.`,
        )
      if (kept.params !== params)
        throw conflict(
          400,
          `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        )
      if (!kept.answer)
        throw conflict(
          409,
          `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
        )
      return { ...kept.answer, requestId: kept.requestId }
    },
    end(key: string, answer: Answer): void {
      const kept = keys.get(key)
      if (kept) kept.answer = answer
    },
    /** Nothing was done, so nothing is kept: the call may be made again as if it never was. */
    forget: (key: string): void => void keys.delete(key),
  }
}

const conflict = (status: number, message: string): ApiError =>
  new ApiError(status, {
    type: 'idempotency_error',
    message,
    ...(status === 409 ? { code: 'idempotency_key_in_use' } : {}),
  })
