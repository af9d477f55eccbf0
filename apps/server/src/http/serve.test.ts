import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { errorResponse } from '@recaps/contract/schemas'
import { afterAll, describe, expect, it } from 'vitest'
import { serve } from './serve.ts'

const serving = await serve(
  async request => new Response(`read ${(await request.text()).length}`),
  { host: '127.0.0.1', port: 0, headers: { 'Strict-Transport-Security': 'max-age=31536000' } },
  { headersMs: 300, wholeMs: 600, leastBytesPerSecond: 10_000 },
)
afterAll(() => serving.close(1_000))

/** Sends these pieces with pauses between, and gives all that comes back until the other side closes. */
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

it('a connection is closed by the proxy before it, which keeps what nobody uses for a minute, and never by us first', async () => {
  const answer = await fetch(`http://127.0.0.1:${serving.port}/`)
  expect(answer.headers.get('keep-alive')).toBe('timeout=75')
})

it('a balancer that asks by HTTP/1.0 without a host, as HAProxy does for health, is answered', async () => {
  const socket = connect(serving.port, '127.0.0.1')
  socket.end('GET /health HTTP/1.0\r\n\r\n')
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 [\s\S]*read 0$/)
})

describe('what is no request that can be read', () => {
  it('has too large headers [ASVS 3.4.1]', async () => {
    const refused = await send(`GET / HTTP/1.1\r\nHost: x\r\nX-Much: ${'x'.repeat(20_000)}\r\n\r\n`)
    expect(refused).toMatchObject({ status: 431, code: 'headers_too_large' })
  })

  it('never ends its headers', async () => {
    expect(await send('GET / HTTP/1.1\r\nHost: x\r\n', 100, 'X-Slow: ')).toMatchObject({
      status: 408,
      code: 'too_slow',
    })
  })

  it('drips its body', async () => {
    const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 1000\r\n\r\n'
    expect(await send(head, 'a', 200, 'b', 200, 'c')).toMatchObject({ status: 408, code: 'too_slow' })
  })

  it.each([
    ['is not HTTP', 'hello\r\n\r\n'],
    ['has two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    [
      'has a length and chunks, as smugglers send it',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['has a line break in a header', 'GET / HTTP/1.1\r\nHost: x\r\nA: b\nc\r\n\r\n'],
  ])('%s [ASVS 4.2.1]', async (_, text) => {
    expect(await send(text)).toMatchObject({ status: 400, code: 'invalid_request' })
  })

  it('keeps nobody else from being answered [ASVS 15.2.2]', async () => {
    const answer = await fetch(`http://127.0.0.1:${serving.port}`, { method: 'POST', body: 'all of it' })
    expect(await answer.text()).toBe('read 9')
  })
})
