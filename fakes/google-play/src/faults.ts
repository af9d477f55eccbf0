import type { ServerResponse } from 'node:http'
import { type Answer, refused } from './answers.ts'

/** What goes wrong with a call, before anything was done or after all of it was. */
export type Fault =
  | { kind: 'error'; when: 'before' | 'after' }
  /** No answer; the connection stays open. */
  | { kind: 'hang'; when: 'before' | 'after' }
  /** The connection is reset. */
  | { kind: 'cut'; when: 'before' | 'after' }
  /** An answer that is no JSON. */
  | { kind: 'garbage'; when: 'before' | 'after' }
  | { kind: 'rate_limit'; retryAfterSeconds?: number }
  /** The service account may not do it, or not yet. */
  | { kind: 'forbidden' }
  /** Somebody else changes the same purchase. */
  | { kind: 'conflict' }
  /** Says that it is so, with nothing else. */
  | { kind: 'status'; status: number }

/** Does a call as the fault on it demands. Without an answer to give, the connection is left hanging or is cut. */
export async function doWith(
  fault: Fault | undefined,
  run: () => Answer | Promise<Answer>,
): Promise<Answer | 'hang' | 'cut'> {
  if (!fault) return await run()
  if ('when' in fault && fault.when === 'after') await run()
  switch (fault.kind) {
    case 'error':
      return refused(500, 'backendError', 'Internal error encountered.')
    case 'hang':
    case 'cut':
      return fault.kind
    case 'garbage':
      return { status: 200, body: '<html>Bad gateway', headers: { 'content-type': 'text/html' } }
    case 'rate_limit': {
      const headers = { 'retry-after': String(fault.retryAfterSeconds ?? 1) }
      return { ...refused(429, 'rateLimitExceeded', 'Quota exceeded for quota metric.'), headers }
    }
    case 'forbidden':
      return refused(
        403,
        'permissionDenied',
        'The current user has insufficient permissions to perform the requested operation.',
      )
    case 'conflict':
      return refused(409, 'concurrentUpdate', 'The purchase is being changed by another request.')
    case 'status':
      return { status: fault.status, body: {} }
  }
}

export function send(response: ServerResponse, answer: Answer | 'hang' | 'cut'): void {
  if (answer === 'hang') return
  if (answer === 'cut') return void response.socket?.resetAndDestroy()
  const { status, headers, body } = answer
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers })
  response.end(body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body))
}
