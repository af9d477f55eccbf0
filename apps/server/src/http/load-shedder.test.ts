import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { errorResponse } from '@recaps/contract/schemas'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createLoadShedder } from './load-shedder.ts'
import { corsHeaders } from './origins.ts'
import { serve } from './serve.ts'

const app = 'https://app.example.com'
/** The initial limit of the shedder: `limits.min`. */
const initialLimit = 64

/** A server that answers requests to /held only when the test calls `release`. */
async function start({ waitForDatabase = async () => {} } = {}) {
  const held: (() => void)[] = []
  const onRejected = vi.fn()
  const serving = await serve(
    async incoming => {
      const { pathname } = new URL(incoming.url)
      if (pathname === '/stream') return new Response(new ReadableStream({ pull: () => setTimeout(60_000) }))
      if (pathname === '/upload') return new Response(await incoming.text())
      if (pathname === '/held') await new Promise<void>(resolve => held.push(resolve))
      return new Response('answered')
    },
    {
      host: '127.0.0.1',
      port: 0,
      headers: { 'X-Content-Type-Options': 'nosniff' },
      headersFor: corsHeaders([app]),
      shedder: createLoadShedder({ waitForDatabase, onRejected }),
    },
  )
  const release = () => {
    for (const answer of held.splice(0)) answer()
  }
  onTestFinished(async () => {
    release()
    await serving.close(0)
  })
  const ask = (path: string, { headers = {}, method = 'GET', body = '' } = {}) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request({ port: serving.port, path, method, headers, agent: false }, resolve).once('error', reject)
      sent.end(body)
      onTestFinished(() => void sent.once('error', () => {}).destroy())
    })
  const statusOf = async (path: string, options = {}) => (await ask(path, options)).statusCode
  /** Sends as many waiting requests as the initial limit allows, until the server has detected the overload. */
  async function overload() {
    const answers = Array.from({ length: initialLimit }, () => statusOf('/held').catch(() => 'disconnected'))
    while (held.length < initialLimit) await setImmediate()
    // Until the server has detected the overload, its limit may still grow.
    for (let refused = 0; refused < 12; await setTimeout(30)) refused = (await statusOf('/')) === 503 ? refused + 1 : 0
    return answers
  }
  return { ask, statusOf, overload, held, release, onRejected, port: serving.port }
}

/** Simulates that no database connection ever becomes free. */
const never = () => new Promise<void>(() => {})

describe('an overloaded server', () => {
  it('rejects requests above its limit with the usual error body, CORS headers and Retry-After', async () => {
    const { ask, overload, release, onRejected } = await start({ waitForDatabase: never })
    const answers = await overload()
    onRejected.mockClear()
    const refused = await ask('/api/summaries', { headers: { origin: app } })
    expect(refused.statusCode).toBe(503)
    expect(errorResponse.parse(JSON.parse(await text(refused)))).toMatchObject({
      code: 'unavailable',
      requestId: refused.headers['x-request-id'],
    })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect(refused.headers).toMatchObject({
      'access-control-allow-origin': app,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    expect(onRejected).toHaveBeenCalledTimes(1)
    release()
    expect(await Promise.all(answers)).toEqual(answers.map(() => 200))
    expect((await ask('/api/summaries')).statusCode).toBe(200)
  })

  it('sends browsers an error page that reloads itself when the server is overloaded', async () => {
    const { ask, overload } = await start({ waitForDatabase: never })
    await overload()
    const refused = await ask('/dashboard', { headers: { accept: 'text/html,*/*' } })
    expect(refused.statusCode).toBe(503)
    expect(refused.headers['content-type']).toMatch(/^text\/html/)
    const seconds = refused.headers['retry-after']
    expect(await text(refused)).toContain(`<meta http-equiv="refresh" content="${seconds}">`)
  })

  it('answers health checks, metrics and CORS preflights despite an overload', async () => {
    const { statusOf, overload } = await start({ waitForDatabase: never })
    await overload()
    expect(await statusOf('/healthy')).toBe(503)
    for (const path of ['/health', '/health/installation', '/health?x', '/metrics'])
      expect(await statusOf(path)).toBe(200)
    expect(await statusOf('/api/summaries', { method: 'OPTIONS' })).toBe(200)
  })

  it('still counts a request whose client disconnected, because the handler is still running', async () => {
    const { statusOf, port, held, release } = await start({ waitForDatabase: never })
    const sent = Array.from({ length: initialLimit }, () => request({ port, path: '/held', agent: false }).end())
    while (held.length < initialLimit) await setImmediate()
    await Promise.all(
      sent.map(
        request =>
          new Promise(resolve =>
            request
              .on('error', () => {})
              .once('close', resolve)
              .destroy(),
          ),
      ),
    )
    while ((await statusOf('/')) !== 503) await setImmediate()
    release()
    while ((await statusOf('/')) !== 200) await setImmediate()
  })
})

describe('a server that is not overloaded', () => {
  it('raises its limit for requests that wait for other services', async () => {
    const { statusOf, held } = await start()
    // Rejected requests are retried: on a busy machine, the event loop may be late at times.
    const retryUntilAdmitted = async () => {
      while ((await statusOf('/held').catch(() => 'disconnected')) === 503) await setTimeout(20)
    }
    for (let n = 0; n < 3 * initialLimit; n++) void retryUntilAdmitted()
    while (held.length < 3 * initialLimit) await setTimeout(20)
  })

  it('does not count event streams or request bodies that are still arriving', async () => {
    const { ask, statusOf, port } = await start({ waitForDatabase: never })
    for (let n = 0; n < initialLimit; n++) await ask('/stream')
    const arriving = Array.from({ length: initialLimit }, () => {
      const sent = request({ port, path: '/upload', method: 'POST', headers: { 'content-length': 10 }, agent: false })
      sent.on('error', () => {}).write('half ')
      onTestFinished(() => void sent.destroy())
      return sent
    })
    await Promise.all(
      arriving.map(sent => new Promise(resolve => sent.once('socket', s => s.once('connect', resolve)))),
    )
    expect(await statusOf('/')).toBe(200)
    expect(await statusOf('/upload', { method: 'POST', body: 'all of it' })).toBe(200)
  })
})
