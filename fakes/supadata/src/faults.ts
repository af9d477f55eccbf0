import type { ServerResponse } from 'node:http'
import { errorBody, type SupadataErrorCode, statusOf } from './errors.ts'

export type SupadataFault =
  /** A documented error, by default with its documented status. */
  | { kind: 'error'; code: SupadataErrorCode; status?: number; headers?: Record<string, string>; details?: string }
  /** A custom answer. */
  | { kind: 'answer'; status: number; body: string; headers?: Record<string, string> }
  /** The connection stays open without an answer. */
  | { kind: 'hang' }
  /** The connection is closed without an answer. */
  | { kind: 'refuse' }
  /** The connection is closed in the middle of the correct answer. */
  | { kind: 'cut' }
  /** An HTML page with status 200. */
  | { kind: 'html' }
  /** An answer of this size. */
  | { kind: 'large'; bytes: number }

/** Answers with the fault. `correct` is the answer without it. */
export function sendFault(fault: SupadataFault, response: ServerResponse, correct: () => string): void {
  const json = { 'content-type': 'application/json' }
  switch (fault.kind) {
    case 'error': {
      const { code, status = statusOf(code), headers, details = errorBody(code).details } = fault
      response.writeHead(status, { ...json, ...headers }).end(JSON.stringify({ ...errorBody(code), details }))
      return
    }
    case 'answer':
      response.writeHead(fault.status, { ...json, ...fault.headers }).end(fault.body)
      return
    case 'hang':
      return
    case 'refuse':
      response.destroy()
      return
    case 'cut': {
      const body = correct()
      response.writeHead(200, { ...json, 'content-length': Buffer.byteLength(body) })
      response.write(body.slice(0, body.length / 2), () => response.destroy())
      return
    }
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Sign in</title>')
      return
    case 'large': {
      const segment = { text: 'x'.repeat(fault.bytes), offset: 0, duration: 1_000, lang: 'en' }
      response.writeHead(200, json).end(JSON.stringify({ content: [segment], lang: 'en', availableLangs: ['en'] }))
      return
    }
  }
}
