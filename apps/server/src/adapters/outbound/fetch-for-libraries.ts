import { OutboundError, type OutboundFetch } from './fetch.ts'

/** Adapts an `OutboundFetch` to the standard `fetch` signature that third-party libraries expect, with limits on each request. */
export const fetchForLibraries =
  (send: OutboundFetch, limits: { deadlineMs: number; maxBytes: number }): typeof fetch =>
  async (input, init) => {
    // `Request` adds the content type of form bodies, which libraries leave to fetch.
    const request = new Request(input, init)
    const { method, url } = request
    if (method !== 'GET' && method !== 'POST') throw new OutboundError('refused', method)
    const requestBody = new Uint8Array(await request.arrayBuffer())
    const { status, headers, body } = await send({
      ...{ ...limits, url, method, headers: Object.fromEntries(request.headers) },
      ...(requestBody.byteLength > 0 ? { body: requestBody } : {}),
    })
    return new Response(body.byteLength > 0 ? new Uint8Array(body) : null, { status, headers })
  }
