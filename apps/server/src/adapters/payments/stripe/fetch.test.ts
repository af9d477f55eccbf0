import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../ports/clock.ts'
import { OutboundError } from '../../outbound/fetch.ts'
import { stripeFetch } from './fetch.ts'

let close = () => {}
afterEach(() => close())

/** What stands between Stripe and us, such as a proxy, with one answer after the other. */
async function standing(...answers: RequestListener[]) {
  const came: (string | undefined)[] = []
  const server = createServer((request, response) => {
    came.push(request.headers['idempotency-key'] as string | undefined)
    const answer = answers[Math.min(came.length, answers.length) - 1]!
    request.resume().on('end', () => answer(request, response))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  close = () => {
    server.closeAllConnections()
    server.close()
  }
  const patience = { deadlineMs: 500, wholeMs: 3_000, pausesMs: [1, 1, 1] }
  const fetch = stripeFetch(systemClock, `http://127.0.0.1:${(server.address() as AddressInfo).port}`, patience)
  return { came, fetch }
}

const says =
  (status: number, body: string, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    response.writeHead(status, headers).end(body)
const right = says(200, '{"id":"cus_1"}')
const ask = { method: 'POST', body: 'email=a', headers: { 'Idempotency-Key': 'one:customer' } }
const customers = 'https://api.stripe.com/v1/customers'

describe('the way to Stripe', () => {
  it('asks again as it asked before', async () => {
    const { came, fetch } = await standing(says(503, 'busy'), says(200, '<html>'), right)
    expect(await (await fetch(customers, ask)).json()).toEqual({ id: 'cus_1' })
    expect(came).toEqual(['one:customer', 'one:customer', 'one:customer'])
  })

  it('waits as long as it is asked to', async () => {
    const { fetch } = await standing(says(429, '{"error":{"code":"rate_limit"}}', { 'retry-after': '1' }), right)
    const begin = performance.now()
    expect((await fetch(customers, ask)).status).toBe(200)
    expect(performance.now() - begin).toBeGreaterThanOrEqual(990)
  })

  it('does not wait for hours, and asks not again where that is vain', async () => {
    const patient = await standing(says(429, '{"error":{}}', { 'retry-after': '3600' }), right)
    expect((await patient.fetch(customers, ask)).status).toBe(429)
    close()
    const vain = await standing(says(500, '{"error":{}}', { 'stripe-should-retry': 'false' }), right)
    expect((await vain.fetch(customers, ask)).status).toBe(500)
    expect([...patient.came, ...vain.came]).toHaveLength(2)
  })

  it('asks not again what was refused', async () => {
    const { came, fetch } = await standing(says(402, '{"error":{"code":"card_declined"}}'))
    expect(await (await fetch(customers, ask)).json()).toEqual({ error: { code: 'card_declined' } })
    expect(came).toHaveLength(1)
  })

  it.each([
    [404, '{}'],
    [404, '<html>not here</html>'],
    [403, '"no"'],
    [307, ''],
  ])('takes nothing for a success that is none: %i %s', async (status, body) => {
    const { fetch } = await standing(says(status, body))
    const answer = await fetch(customers, ask)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(await answer.json()).toMatchObject({ error: { type: 'api_error' } })
  })

  it.each([
    'https://api.stripe.com.evil.example/v1/customers',
    'http://api.stripe.com/v1/customers',
    'https://127.0.0.1/',
  ])('leads to Stripe alone, not to %s', async address => {
    const { came, fetch } = await standing(right)
    await expect(fetch(address, ask)).rejects.toBeInstanceOf(OutboundError)
    expect(came).toEqual([])
  })

  it('ends when nobody waits any more', async () => {
    const { fetch } = await standing(() => {})
    const stop = new AbortController()
    const asked = fetch(customers, { ...ask, signal: stop.signal })
    stop.abort(new Error('enough'))
    await expect(asked).rejects.toThrow('enough')
  })
})
