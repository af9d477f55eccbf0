import { type Dispatcher, fetch } from 'undici'

export interface OutboundRequest {
  url: string
  method?: 'GET' | 'POST' | 'DELETE'
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** The caller's own wish to stop: its reason is thrown as it is. */
  signal?: AbortSignal
  /** Time for everything, from the first packet to the last byte of the body. */
  deadlineMs: number
  /** Most bytes of the body after decompression. */
  maxBytes: number
}

export interface OutboundAnswer {
  status: number
  headers: Headers
  body: Uint8Array
}

export type OutboundFetch = (request: OutboundRequest) => Promise<OutboundAnswer>

/** Why there is no answer: `timeout`, `unreachable` (DNS, refused, cut), `too_large`, `refused` (by our own guard). */
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
 * One request over the dispatcher of this moment, read whole. Redirects are never followed: they come back as the 3xx they are, because
 * where YouTube sends us says what is wrong (consent, captcha), and because a redirect may leave the addresses we trust.
 * Throws `OutboundError`, or the reason of the caller's signal.
 */
export const outboundFetch =
  (dispatcher: Dispatcher | (() => Dispatcher)): OutboundFetch =>
  async ({ url, method = 'GET', headers = {}, body, signal, deadlineMs, maxBytes }) => {
    const deadline = AbortSignal.timeout(deadlineMs)
    const stop = signal === undefined ? deadline : AbortSignal.any([signal, deadline])
    try {
      const over = typeof dispatcher === 'function' ? dispatcher() : dispatcher
      const response = await fetch(url, { method, headers, body, dispatcher: over, signal: stop, redirect: 'manual' })
      return {
        status: response.status,
        headers: new Headers([...response.headers]),
        body: await read(response, maxBytes),
      }
    } catch (error) {
      if (error instanceof OutboundError) throw error
      if (signal?.aborted) throw signal.reason
      if (deadline.aborted) throw new OutboundError('timeout', `no whole answer within ${deadlineMs} ms`, error)
      throw causeOf(error) ?? new OutboundError('unreachable', describe(error), error)
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

/** fetch wraps what the connector threw; our own refusal is found in there again. */
const causeOf = (error: unknown): OutboundError | undefined => {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof OutboundError) return at
  return undefined
}

const describe = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return String(cause)
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message
}
