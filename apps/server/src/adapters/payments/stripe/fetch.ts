import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../../../ports/clock.ts'
import { taskLimiter } from '../../llm/task-limiter.ts'
import { OutboundError, type OutboundRequest, type OutboundResponse } from '../../outbound/fetch.ts'
import { guardedFetch } from '../../outbound/guarded-fetch.ts'
import { retryAfterMs } from '../../outbound/retry-after.ts'

/** Timeouts and delays of calls to Stripe, in milliseconds. */
export interface RetryPolicy {
  /** For one attempt. */
  deadlineMs: number
  /** For all attempts and the delays between them. */
  totalMs: number
  delaysMs: readonly number[]
}

export const defaultRetryPolicy: RetryPolicy = { deadlineMs: 12_000, totalMs: 25_000, delaysMs: [300, 1_000, 2_500] }

const host = 'api.stripe.com'
const maxBytes = 4 * 1024 * 1024
/** In test mode, Stripe allows 25 calls a second. Fetching one subscription takes several. */
const maxConcurrent = 12

/**
 * The `fetch` for Stripe's SDK. It calls only Stripe's API host, or a fake at `url`. It retries temporary failures with the same
 * idempotency key, so that they take effect once.
 */
export function stripeFetch(clock: Clock, url: string | undefined, retryPolicy: RetryPolicy): typeof fetch {
  const send = guardedFetch({ hosts: new Set([host]), ...(url ? { fakeUrl: url } : {}) })
  const limiter = taskLimiter(maxConcurrent)

  return async (input, init = {}) => {
    const signal = init.signal ?? new AbortController().signal
    const request = { ...toRequest(String(input), init), signal }
    const deadlineAt = performance.now() + retryPolicy.totalMs
    const remainingMs = () => Math.max(1, Math.ceil(deadlineAt - performance.now()))
    for (let attempt = 0; ; attempt++) {
      const deadlineMs = Math.min(retryPolicy.deadlineMs, remainingMs())
      const outcome = await limiter.run(() => send({ ...request, deadlineMs }), signal).catch(returnOutboundError)
      const delayMs = isRetryable(outcome) ? retryDelayMs(outcome, retryPolicy.delaysMs[attempt], clock) : null
      if (delayMs === null || delayMs >= remainingMs()) {
        if (outcome instanceof OutboundError) throw outcome
        return responseOf(outcome)
      }
      await wait(delayMs, undefined, { signal })
    }
  }
}

const toRequest = (url: string, init: RequestInit): Omit<OutboundRequest, 'deadlineMs' | 'signal'> => ({
  url,
  method: init.method === 'POST' || init.method === 'DELETE' ? init.method : 'GET',
  headers: Object.fromEntries(new Headers(init.headers)),
  ...(typeof init.body === 'string' && init.body !== '' ? { body: init.body } : {}),
  maxBytes,
})

function returnOutboundError(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error
  throw error
}

/** No response, a conflicting call, a rate limit or a server error, unless Stripe's header advises otherwise. */
function isRetryable(outcome: OutboundResponse | OutboundError): boolean {
  if (outcome instanceof OutboundError) return outcome.reason === 'timeout' || outcome.reason === 'unreachable'
  const advice = outcome.headers.get('stripe-should-retry')
  if (advice === 'true' || advice === 'false') return advice === 'true'
  const { status } = outcome
  return status === 409 || status === 429 || status >= 500 || (status < 300 && parseJson(outcome) === null)
}

function retryDelayMs(outcome: OutboundResponse | OutboundError, baseDelayMs: number | undefined, clock: Clock) {
  if (baseDelayMs === undefined) return null
  const retryAfter =
    outcome instanceof OutboundError ? null : retryAfterMs(outcome.headers.get('retry-after'), clock.now())
  // Jitter, so that calls that failed together are not retried together.
  return Math.max(retryAfter ?? 0, baseDelayMs * (0.75 + 0.5 * Math.random()))
}

/** The SDK treats every response without `error` as a success, whatever its status, so a proxy's error page would become one. */
function responseOf(outcome: OutboundResponse): Response {
  const { status, headers, body } = outcome
  const isForeignError = status >= 300 && typeof parseJson(outcome)?.error !== 'object'
  const error = { type: 'api_error', message: `HTTP ${status}, not from Stripe` }
  const text = isForeignError ? JSON.stringify({ error }) : Buffer.from(body).toString('utf8')
  return new Response(text, { status: status >= 300 && status < 400 ? 502 : status, headers })
}

function parseJson({ body }: OutboundResponse): { error?: unknown } | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString('utf8'))
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
