import { type Dispatcher, fetch } from 'undici'

export interface OutboundRequest {
  url: string
  method?: 'GET' | 'POST' | 'DELETE'
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** Aborts the request; its reason is thrown unchanged. */
  signal?: AbortSignal
  /** Timeout in milliseconds for the complete request, including the last byte of the response body. */
  deadlineMs: number
  /** Maximum size of the decompressed response body. */
  maxBytes: number
}

export interface OutboundResponse {
  status: number
  headers: Headers
  body: Uint8Array
}

export type OutboundFetch = (request: OutboundRequest) => Promise<OutboundResponse>

/** `unreachable`: DNS failure, connection refused or dropped. `refused`: blocked by our own guard before sending. */
export type OutboundFailure = 'timeout' | 'unreachable' | 'too_large' | 'refused'

export class OutboundError extends Error {
  readonly reason: OutboundFailure

  constructor(reason: OutboundFailure, detail: string, cause?: unknown) {
    super(`${reason}: ${detail}`, { cause })
    this.name = 'OutboundError'
    this.reason = reason
  }
}

/**
 * Sends one request and reads the complete response. A dispatcher function is called for each request. Redirects are returned, not
 * followed: YouTube's redirect targets show what is wrong (consent, captcha), and a redirect may lead to an untrusted host.
 * Throws `OutboundError`, or the reason of the caller's signal.
 */
export const outboundFetch =
  (dispatcher: Dispatcher | (() => Dispatcher)): OutboundFetch =>
  async ({ url, method = 'GET', headers = {}, body, signal, deadlineMs, maxBytes }) => {
    const deadline = AbortSignal.timeout(deadlineMs)
    const stop = signal === undefined ? deadline : AbortSignal.any([signal, deadline])
    try {
      const current = typeof dispatcher === 'function' ? dispatcher() : dispatcher
      const response = await fetch(url, {
        method,
        headers,
        body,
        dispatcher: current,
        signal: stop,
        redirect: 'manual',
      })
      return {
        status: response.status,
        headers: new Headers([...response.headers]),
        body: await read(response, maxBytes),
      }
    } catch (error) {
      if (error instanceof OutboundError) throw error
      if (signal?.aborted) throw signal.reason
      if (deadline.aborted) throw new OutboundError('timeout', `no complete response within ${deadlineMs} ms`, error)
      throw findOutboundError(error) ?? new OutboundError('unreachable', describe(error), error)
    }
  }

type Readable = Awaited<ReturnType<typeof fetch>>

const read = async (response: Readable, maxBytes: number): Promise<Uint8Array> => {
  if (response.body === null) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop early cancels the stream, and with it the connection.
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > maxBytes) throw new OutboundError('too_large', `more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Finds the connector's own error, which fetch wraps. */
const findOutboundError = (error: unknown): OutboundError | undefined => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof OutboundError) return cause
  return undefined
}

const describe = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return String(cause)
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message
}
