import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { errorResponse } from '@recaps/contract/schemas'
import { afterAll, describe, expect, it } from 'vitest'
import { serve } from './serve.ts'

const serving = await serve(
  async request => new Response(`read ${(await request.text()).length}`),
  { host: '127.0.0.1', port: 0, headers: { 'Strict-Transport-Security': 'max-age=31536000' } },
  { headersMs: 300, requestMs: 600, minBytesPerSecond: 10_000 },
)
afterAll(() => serving.close(1_000))

/** Sends text pieces, waiting the given milliseconds in between, and returns the error response once the server closes. */
async function send(...pieces: (string | number)[]): Promise<{ status: number; code: string; head: string }> {
  const socket = connect(serving.port, '127.0.0.1')
  let answer = ''
  socket.on('data', data => {
    answer += data
  })
  const closed = new Promise<void>((resolve, reject) => socket.once('close', () => resolve()).once('error', reject))
  for (const piece of pieces) {
    if (typeof piece === 'number') await setTimeout(piece)
    else socket.write(piece)
  }
  await closed
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  const { code, requestId } = errorResponse.parse(JSON.parse(body))
  expect(head).toContain(`X-Request-Id: ${requestId}`)
  expect(head).toContain('Strict-Transport-Security: max-age=31536000')
  return { status: Number(head.split(' ')[1]), code, head }
}

it('keeps idle connections for 75 s, longer than proxies do, so that a proxy always closes first', async () => {
  const answer = await fetch(`http://127.0.0.1:${serving.port}/`)
  expect(answer.headers.get('keep-alive')).toBe('timeout=75')
})

it('answers HTTP/1.0 requests without a Host header, as HAProxy sends for health checks', async () => {
  const socket = connect(serving.port, '127.0.0.1')
  socket.end('GET /health HTTP/1.0\r\n\r\n')
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 [\s\S]*read 0$/)
})

describe('a malformed or slow request', () => {
  it('answers too large headers with 431 and the security headers [ASVS 3.4.1]', async () => {
    const refused = await send(`GET / HTTP/1.1\r\nHost: x\r\nX-Much: ${'x'.repeat(20_000)}\r\n\r\n`)
    expect(refused).toMatchObject({ status: 431, code: 'headers_too_large' })
  })

  it('answers headers that never end with 408', async () => {
    expect(await send('GET / HTTP/1.1\r\nHost: x\r\n', 100, 'X-Slow: ')).toMatchObject({
      status: 408,
      code: 'too_slow',
    })
  })

  it('answers a body that arrives too slowly with 408', async () => {
    const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 1000\r\n\r\n'
    expect(await send(head, 'a', 200, 'b', 200, 'c')).toMatchObject({ status: 408, code: 'too_slow' })
  })

  it.each([
    ['text that is not HTTP', 'hello\r\n\r\n'],
    ['a request with two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    [
      'a request with both a length and chunks (request smuggling)',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a request with a line break in a header', 'GET / HTTP/1.1\r\nHost: x\r\nA: b\nc\r\n\r\n'],
  ])('answers %s with 400 [ASVS 4.2.1]', async (_, text) => {
    expect(await send(text)).toMatchObject({ status: 400, code: 'invalid_request' })
  })

  it('still answers other clients after malformed and slow requests [ASVS 15.2.2]', async () => {
    const answer = await fetch(`http://127.0.0.1:${serving.port}`, { method: 'POST', body: 'all of it' })
    expect(await answer.text()).toBe('read 9')
  })
})
