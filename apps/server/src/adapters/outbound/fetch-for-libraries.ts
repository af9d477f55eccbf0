import { OutboundError, type OutboundFetch } from './fetch.ts'

/** The `fetch` of libraries that call as they please: by ours, each request with its deadline. */
export const fetchForLibraries =
  (ask: OutboundFetch, bounds: { deadlineMs: number; maxBytes: number }): typeof fetch =>
  async (input, init) => {
    // It knows what kind of body it carries, as a form, of which libraries say nothing.
    const request = new Request(input, init)
    const { method, url } = request
    if (method !== 'GET' && method !== 'POST') throw new OutboundError('refused', method)
    const sent = new Uint8Array(await request.arrayBuffer())
    const { status, headers, body } = await ask({
      ...{ ...bounds, url, method, headers: Object.fromEntries(request.headers) },
      ...(sent.byteLength > 0 ? { body: sent } : {}),
    })
    return new Response(body.byteLength > 0 ? new Uint8Array(body) : null, { status, headers })
  }
