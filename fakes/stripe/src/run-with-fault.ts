import type { ServerResponse } from 'node:http'
import { type ApiResponse, type PreparedCall, toErrorResponse } from './api.ts'
import { ApiError } from './errors.ts'
import type { Fault } from './faults.ts'

/** Runs a call with its fault. `hang` and `cut`: send no response, and keep the connection open or reset it. */
export function runWithFault(
  fault: Fault | undefined,
  call: PreparedCall,
  requestId: string,
): ApiResponse | 'hang' | 'cut' {
  if (!fault) return call.run()
  if ('when' in fault && fault.when === 'after') call.run()
  switch (fault.kind) {
    case 'error':
      return call.fail()
    case 'hang':
    case 'cut':
    case 'garbage':
      if (fault.when === 'before') call.releaseKey()
      if (fault.kind !== 'garbage') return fault.kind
      return { status: 200, body: '<html>Bad gateway', headers: { 'content-type': 'text/html' } }
    default:
      call.releaseKey()
      return withRetryHeader(fault.kind, toErrorResponse(errors[fault.kind], requestId))
  }
}

/** Stripe marks lock timeouts as safe to retry, and the SDK retries them. */
const withRetryHeader = (kind: string, answer: ApiResponse): ApiResponse =>
  kind === 'lock_timeout' ? { ...answer, headers: { ...answer.headers, 'stripe-should-retry': 'true' } } : answer

const errors = {
  rate_limit: new ApiError(429, {
    type: 'invalid_request_error',
    code: 'rate_limit',
    message: 'Request rate limit exceeded. Learn more about rate limits here https://docs.stripe.com/rate-limits.',
  }),
  lock_timeout: new ApiError(429, {
    type: 'invalid_request_error',
    code: 'lock_timeout',
    message:
      'This object cannot be accessed right now because another API request or Stripe process is currently accessing it. If you see this error intermittently, retry the request. If you see this error frequently and are making multiple concurrent requests to a single object, make your requests serially or at a lower rate.',
  }),
  conflict: new ApiError(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: 'There is currently another in-progress request using this Idempotent Key. Please try again later.',
  }),
}

export function sendResponse(response: ServerResponse, answer: ApiResponse | 'hang' | 'cut'): void {
  if (answer === 'hang') return
  if (answer === 'cut') return void response.socket?.resetAndDestroy()
  const { status, headers, body } = answer
  response.writeHead(status, { 'content-type': 'application/json', 'stripe-version': '2026-10-28.endive', ...headers })
  response.end(body)
}
