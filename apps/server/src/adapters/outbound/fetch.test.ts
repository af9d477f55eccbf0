import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { gzipSync } from 'node:zlib'
import { Agent } from 'undici'
import { afterEach, describe, expect, it } from 'vitest'
import { OutboundError, outboundFetch } from './fetch.ts'

const fetch = outboundFetch(new Agent())
const limits = { deadlineMs: 400, maxBytes: 1_000 }
const servers: Server[] = []

const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as { port: number }).port}/`
}

afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

const reason = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'answered',
    error => (error instanceof OutboundError ? error.reason : error),
  )

describe('outboundFetch', () => {
  it('outboundFetch returns status, headers and the complete body', async () => {
    const url = await serve((_, response) => response.writeHead(404, { 'x-a': 'b' }).end('gone'))
    const response = await fetch({ url, ...limits })
    expect([response.status, response.headers.get('x-a'), Buffer.from(response.body).toString()]).toEqual([
      404,
      'b',
      'gone',
    ])
  })

  it('outboundFetch times out if the server does not respond', async () => {
    const url = await serve(() => undefined)
    expect(await reason(fetch({ url, ...limits }))).toBe('timeout')
  })

  it('outboundFetch times out if the body arrives too slowly', async () => {
    const url = await serve((_, response) => {
      const drip = setInterval(() => response.write('.'), 50)
      response.once('close', () => clearInterval(drip))
    })
    const startedAt = performance.now()
    expect(await reason(fetch({ url, ...limits }))).toBe('timeout')
    expect(performance.now() - startedAt).toBeLessThan(10_000)
  })

  it('outboundFetch stops reading an endless body at the size limit', async () => {
    let sent = 0
    const url = await serve((_, response) => {
      const pour = () => {
        while (!response.destroyed && response.write(Buffer.alloc(10_000))) sent += 10_000
        if (!response.destroyed) response.once('drain', pour)
      }
      pour()
    })
    expect(await reason(fetch({ url, ...limits, deadlineMs: 5_000 }))).toBe('too_large')
    expect(sent).toBeLessThan(20_000_000)
  })

  it('outboundFetch applies the size limit after decompression', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000))
    expect(bomb.byteLength).toBeLessThan(100_000)
    const url = await serve((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb))
    const before = process.memoryUsage().rss
    expect(await reason(fetch({ url, ...limits, deadlineMs: 5_000 }))).toBe('too_large')
    expect(process.memoryUsage().rss - before).toBeLessThan(40_000_000)
  })

  it('outboundFetch fails as unreachable if the connection is refused or drops', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('half')
      setTimeout(() => response.destroy(), 20)
    })
    expect(await reason(fetch({ url, ...limits }))).toBe('unreachable')
    expect(await reason(fetch({ url: 'http://127.0.0.1:1/', ...limits }))).toBe('unreachable')
    expect(await reason(fetch({ url: 'http://no-such-name.invalid/', ...limits, deadlineMs: 5_000 }))).toBe(
      'unreachable',
    )
  })

  it('outboundFetch throws the reason of the caller’s abort signal', async () => {
    const url = await serve(() => undefined)
    const stop = new AbortController()
    setTimeout(() => stop.abort('enough'), 20)
    expect(await reason(fetch({ url, ...limits, signal: stop.signal }))).toBe('enough')
  })

  it('outboundFetch does not follow redirects [ASVS 15.3.2]', async () => {
    const url = await serve((_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end())
    expect((await fetch({ url, ...limits })).status).toBe(302)
  })
})
