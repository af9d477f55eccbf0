import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../../../ports/clock.ts'
import { slots } from '../../llm/slots.ts'
import { type OutboundAnswer, OutboundError, type OutboundRequest } from '../../outbound/fetch.ts'
import { guardedFetch } from '../../outbound/guarded-fetch.ts'
import { retryAfterMs } from '../../outbound/retry-after.ts'

/** How long Stripe is waited for. */
export interface Patience {
  /** One attempt. */
  deadlineMs: number
  /** All attempts, and the pauses between them. */
  wholeMs: number
  pausesMs: readonly number[]
}

export const usualPatience: Patience = { deadlineMs: 12_000, wholeMs: 25_000, pausesMs: [300, 1_000, 2_500] }

const host = 'api.stripe.com'
const maxBytes = 4 * 1024 * 1024
/** In test mode Stripe takes 25 calls a second, and one look at a subscription makes several. */
const mostAtOnce = 12

/**
 * The fetch that Stripe's SDK calls by: to its one host, or to a stand-in at `url`. What may succeed when it is asked again is
 * asked again as it was, under the same idempotency key, so it has its effect once.
 */
export function stripeFetch(clock: Clock, url: string | undefined, patience: Patience): typeof fetch {
  const ask = guardedFetch({ hosts: new Set([host]), ...(url ? { fakeUrl: url } : {}) })
  const lines = slots(mostAtOnce)

  return async (input, init = {}) => {
    const signal = init.signal ?? new AbortController().signal
    const request = { ...asked(String(input), init), signal }
    const until = performance.now() + patience.wholeMs
    const left = () => Math.max(1, Math.ceil(until - performance.now()))
    for (let tries = 0; ; tries++) {
      const deadlineMs = Math.min(patience.deadlineMs, left())
      const outcome = await lines.run(() => ask({ ...request, deadlineMs }), signal).catch(failureOf)
      const pauseMs = mayHelp(outcome) ? pauseBefore(outcome, patience.pausesMs[tries], clock) : null
      if (pauseMs === null || pauseMs >= left()) {
        if (outcome instanceof OutboundError) throw outcome
        return responseOf(outcome)
      }
      await wait(pauseMs, undefined, { signal })
    }
  }
}

const asked = (url: string, init: RequestInit): Omit<OutboundRequest, 'deadlineMs' | 'signal'> => ({
  url,
  method: init.method === 'POST' || init.method === 'DELETE' ? init.method : 'GET',
  headers: Object.fromEntries(new Headers(init.headers)),
  ...(typeof init.body === 'string' && init.body !== '' ? { body: init.body } : {}),
  maxBytes,
})

function failureOf(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error
  throw error
}

/** Nobody answered, somebody else is at it, it was too much, or something went wrong over there; unless Stripe says that it is vain. */
function mayHelp(outcome: OutboundAnswer | OutboundError): boolean {
  if (outcome instanceof OutboundError) return outcome.reason === 'timeout' || outcome.reason === 'unreachable'
  const advice = outcome.headers.get('stripe-should-retry')
  if (advice === 'true' || advice === 'false') return advice === 'true'
  const { status } = outcome
  return status === 409 || status === 429 || status >= 500 || (status < 300 && jsonOf(outcome) === null)
}

function pauseBefore(outcome: OutboundAnswer | OutboundError, pauseMs: number | undefined, clock: Clock) {
  if (pauseMs === undefined) return null
  const askedForMs =
    outcome instanceof OutboundError ? null : retryAfterMs(outcome.headers.get('retry-after'), clock.now())
  // Not all of those that were put off together come back together.
  return Math.max(askedForMs ?? 0, pauseMs * (0.75 + 0.5 * Math.random()))
}

/** The SDK takes an answer without `error` for a success, whatever its status: a proxy's page must not become one. */
function responseOf(outcome: OutboundAnswer): Response {
  const { status, headers, body } = outcome
  const isNoError = status >= 300 && typeof jsonOf(outcome)?.error !== 'object'
  const error = { type: 'api_error', message: `HTTP ${status} that is not Stripe's` }
  const text = isNoError ? JSON.stringify({ error }) : Buffer.from(body).toString('utf8')
  return new Response(text, { status: status >= 300 && status < 400 ? 502 : status, headers })
}

function jsonOf({ body }: OutboundAnswer): { error?: unknown } | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString('utf8'))
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
