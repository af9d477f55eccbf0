import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../ports/clock.ts'
import { OutboundError } from '../../outbound/fetch.ts'
import { stripeFetch } from './fetch.ts'

let close = () => {}
afterEach(() => close())

/** A server instead of Stripe that sends these responses in order, then repeats the last. Records the idempotency keys. */
async function serve(...responses: RequestListener[]) {
  const received: (string | undefined)[] = []
  const server = createServer((incoming, response) => {
    received.push(incoming.headers['idempotency-key'] as string | undefined)
    const respond = responses[Math.min(received.length, responses.length) - 1]!
    incoming.resume().on('end', () => respond(incoming, response))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  close = () => {
    server.closeAllConnections()
    server.close()
  }
  const retryPolicy = { deadlineMs: 500, totalMs: 3_000, delaysMs: [1, 1, 1] }
  const fetch = stripeFetch(systemClock, `http://127.0.0.1:${(server.address() as AddressInfo).port}`, retryPolicy)
  return { received, fetch }
}

const respondWith =
  (status: number, body: string, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    response.writeHead(status, headers).end(body)
const success = respondWith(200, '{"id":"cus_1"}')
const request = { method: 'POST', body: 'email=a', headers: { 'Idempotency-Key': 'one:customer' } }
const customers = 'https://api.stripe.com/v1/customers'

describe('stripeFetch', () => {
  it('stripeFetch retries with the same idempotency key', async () => {
    const { received, fetch } = await serve(respondWith(503, 'busy'), respondWith(200, '<html>'), success)
    expect(await (await fetch(customers, request)).json()).toEqual({ id: 'cus_1' })
    expect(received).toEqual(['one:customer', 'one:customer', 'one:customer'])
  })

  it('stripeFetch waits for the Retry-After time', async () => {
    const { fetch } = await serve(respondWith(429, '{"error":{"code":"rate_limit"}}', { 'retry-after': '1' }), success)
    const startedAt = performance.now()
    expect((await fetch(customers, request)).status).toBe(200)
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(990)
  })

  it('stripeFetch does not retry after a long Retry-After or if Stripe advises against it', async () => {
    const rateLimited = await serve(respondWith(429, '{"error":{}}', { 'retry-after': '3600' }), success)
    expect((await rateLimited.fetch(customers, request)).status).toBe(429)
    close()
    const notRetryable = await serve(respondWith(500, '{"error":{}}', { 'stripe-should-retry': 'false' }), success)
    expect((await notRetryable.fetch(customers, request)).status).toBe(500)
    expect([...rateLimited.received, ...notRetryable.received]).toHaveLength(2)
  })

  it('stripeFetch does not retry a declined card', async () => {
    const { received, fetch } = await serve(respondWith(402, '{"error":{"code":"card_declined"}}'))
    expect(await (await fetch(customers, request)).json()).toEqual({ error: { code: 'card_declined' } })
    expect(received).toHaveLength(1)
  })

  it.each([
    [404, '{}'],
    [404, '<html>not found</html>'],
    [403, '"no"'],
    [307, ''],
  ])('stripeFetch returns an error for a response that is not from Stripe: %i %s', async (status, body) => {
    const { fetch } = await serve(respondWith(status, body))
    const response = await fetch(customers, request)
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(await response.json()).toMatchObject({ error: { type: 'api_error' } })
  })

  it.each([
    'https://api.stripe.com.evil.example/v1/customers',
    'http://api.stripe.com/v1/customers',
    'https://127.0.0.1/',
  ])('stripeFetch calls only Stripe’s API host, not %s', async address => {
    const { received, fetch } = await serve(success)
    await expect(fetch(address, request)).rejects.toBeInstanceOf(OutboundError)
    expect(received).toEqual([])
  })

  it('stripeFetch throws the reason of an aborted signal', async () => {
    const { fetch } = await serve(() => {})
    const stop = new AbortController()
    const pending = fetch(customers, { ...request, signal: stop.signal })
    stop.abort(new Error('enough'))
    await expect(pending).rejects.toThrow('enough')
  })
})
