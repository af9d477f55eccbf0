import type { ServerResponse } from 'node:http'
import { type ApiResponse, errorResponse } from './responses.ts'

/** How a call fails, before or after it took effect. */
export type Fault =
  | { kind: 'error'; when: 'before' | 'after' }
  /** No response; the connection stays open. */
  | { kind: 'hang'; when: 'before' | 'after' }
  /** The connection is reset. */
  | { kind: 'cut'; when: 'before' | 'after' }
  /** A response that is not JSON. */
  | { kind: 'garbage'; when: 'before' | 'after' }
  | { kind: 'rate_limit'; retryAfterSeconds?: number }
  /** The service account lacks the permission, or does not have it yet. */
  | { kind: 'forbidden' }
  /** Another request is changing the same purchase. */
  | { kind: 'conflict' }
  /** Responds with this status and an empty object. */
  | { kind: 'status'; status: number }

/** Runs a call with its fault. `hang` and `cut`: send no response, and keep the connection open or reset it. */
export async function runWithFault(
  fault: Fault | undefined,
  run: () => ApiResponse | Promise<ApiResponse>,
): Promise<ApiResponse | 'hang' | 'cut'> {
  if (!fault) return await run()
  if ('when' in fault && fault.when === 'after') await run()
  switch (fault.kind) {
    case 'error':
      return errorResponse(500, 'backendError', 'Internal error encountered.')
    case 'hang':
    case 'cut':
      return fault.kind
    case 'garbage':
      return { status: 200, body: '<html>Bad gateway', headers: { 'content-type': 'text/html' } }
    case 'rate_limit': {
      const headers = { 'retry-after': String(fault.retryAfterSeconds ?? 1) }
      return { ...errorResponse(429, 'rateLimitExceeded', 'Quota exceeded for quota metric.'), headers }
    }
    case 'forbidden':
      return errorResponse(
        403,
        'permissionDenied',
        'The current user has insufficient permissions to perform the requested operation.',
      )
    case 'conflict':
      return errorResponse(409, 'concurrentUpdate', 'The purchase is being changed by another request.')
    case 'status':
      return { status: fault.status, body: {} }
  }
}

export function sendResponse(response: ServerResponse, answer: ApiResponse | 'hang' | 'cut'): void {
  if (answer === 'hang') return
  if (answer === 'cut') return void response.socket?.resetAndDestroy()
  const { status, headers, body } = answer
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers })
  response.end(body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body))
}
