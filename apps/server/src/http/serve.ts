import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import { type AddressInfo, Server as NetServer } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as setTimer } from 'node:timers'
import { setTimeout } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { type FailureCode, failures } from '@recaps/contract/failures'
import type { ErrorResponse } from '@recaps/contract/schemas'
import { CannotStart, hasCode } from '../errors.ts'
import type { LoadShedder } from './load-shedding.ts'

export interface Serving {
  /** The port really listened on, which differs from the one asked for when that was 0. */
  port: number
  /** Tells clients to come on another connection, then takes no new ones, lets running requests end, and closes what is idle. */
  close(graceMs: number): Promise<void>
}

type Handler = (request: Request, env?: unknown) => Response | Promise<Response>

/** How long a request may take to arrive. */
export interface Patience {
  headersMs: number
  /** For the whole request. A long body may take longer, but must keep up its minimum rate in every span of this length. */
  wholeMs: number
  /** The minimum rate of a long body. */
  leastBytesPerSecond: number
}

/** At the minimum rate, 500 MB take a little over two hours. */
const patience: Patience = { headersMs: 20_000, wholeMs: 60_000, leastBytesPerSecond: 64_000 }

/** What handlers get as `c.env` beside the bindings of the HTTP server. */
export interface ServedEnv {
  /** Lets the body of this request take longer than `wholeMs` as long as it keeps up the minimum rate. */
  allowLongBody(): void
}

export interface ServeOptions {
  host: string
  port: number
  /** Go with the answers that are given without the handler. */
  headers?: Record<string, string>
  /** Lets pages of other origins read those answers, by the origin they say they are of. */
  headersFor?(origin: string | undefined): Record<string, string> | null
  /** Without it no request is refused because of the load. */
  shedder?: LoadShedder
}

/** Listens, and answers every request that arrives whole, in time and while there is room for it by `fetch`. */
export async function serve(
  fetch: Handler,
  { headers = {}, headersFor = () => null, shedder, ...where }: ServeOptions,
  { headersMs, ...pace }: Patience = patience,
): Promise<Serving> {
  const longBodies = new WeakMap<IncomingMessage, () => void>()
  const admitted = new WeakMap<IncomingMessage, () => void>()
  const listener = getRequestListener(
    async (request, env) => {
      const incoming = env.incoming as IncomingMessage
      const allowLongBody = () => longBodies.get(incoming)?.()
      try {
        return await fetch(request, { ...env, allowLongBody } satisfies ServedEnv)
      } finally {
        admitted.get(incoming)?.()
      }
    },
    // Left alone, it swaps the global Request for its own, and libraries that test for it take neither for the other.
    { overrideGlobalObjects: false },
  )
  const server = createServer(
    {
      headersTimeout: headersMs,
      // Longer than proxies keep a connection that nobody uses (usually 60 s): who closes first is then never we, while a request
      // is on its way to us.
      keepAliveTimeout: 75_000,
      // The same for all requests, where ours differ.
      requestTimeout: 0,
      connectionsCheckingInterval: Math.min(5_000, headersMs / 4),
      maxHeaderSize: 16 * 1024,
    },
    (request, response) => {
      // HTTP/1.0 needs none, and balancers that look after our health send none.
      request.headers.host ||= 'localhost'
      if (!shedder) return void listener(request, response)
      const end = shedder.admit(request)
      if (end) {
        admitted.set(request, end)
        return void listener(request, response)
      }
      // Not by the router: a refusal must cost next to nothing.
      const seconds = String(shedder.retryAfterSeconds())
      const all = { ...headers, ...headersFor(request.headers.origin), Vary: 'Origin', 'Retry-After': seconds }
      const isPage = request.headers.accept?.startsWith('text/html')
      const refused = isPage ? busyPage(seconds, all) : refusal('unavailable', all)
      response.writeHead(refused.status, refused.headers).end(refused.body)
    },
  )
  server.maxConnections = 10_000
  const running = new Set<ServerResponse>()
  server.prependListener('request', (_, response) => {
    running.add(response)
    response.once('close', () => running.delete(response))
  })
  server.prependListener('request', (request, response) => {
    const refuse = () =>
      response.headersSent ? request.socket.destroy() : refuseUnread(lateness, request.socket, headers)
    longBodies.set(request, limitArrival(request, pace, refuse))
  })
  server.on('clientError', (error, socket) => refuseUnread(error, socket, headers))
  await new Promise<void>((resolve, reject) => {
    server.once('error', error => reject(cannotListen(where, error)))
    server.listen(where.port, where.host, resolve)
  })
  return { port: (server.address() as AddressInfo).port, close: graceMs => close(server, running, graceMs) }
}

/** Calls `refuse` when the request is not whole in time. Returns what allows it a long body. */
function limitArrival(
  request: IncomingMessage,
  { wholeMs, leastBytesPerSecond }: Omit<Patience, 'headersMs'>,
  refuse: () => void,
): () => void {
  const leastBytes = (leastBytesPerSecond * wholeMs) / 1000
  let bytesBefore: number | undefined
  const timer = setInterval(() => {
    if (request.complete) return clearInterval(timer)
    const { bytesRead } = request.socket
    if (bytesBefore !== undefined && bytesRead - bytesBefore >= leastBytes) bytesBefore = bytesRead
    else {
      clearInterval(timer)
      refuse()
    }
  }, wholeMs).unref()
  request.once('close', () => clearInterval(timer))
  return () => {
    if (bytesBefore !== undefined) return
    bytesBefore = request.socket.bytesRead
    timer.refresh()
  }
}

const lateness = Object.assign(new Error('The request is not whole in time'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

/** What cannot be read as a request never comes to the router; it is answered here, in the form of every error. */
function refuseUnread(error: Error, socket: Duplex, headers: Record<string, string>): void {
  if (!socket.writable || hasCode(error, 'ECONNRESET')) return void socket.destroy()
  const refused = refusal(codeOf(error), { ...headers, Connection: 'close' })
  const head = [
    `HTTP/1.1 ${refused.status} ${STATUS_CODES[refused.status]}`,
    ...Object.entries(refused.headers).map(([name, value]) => `${name}: ${value}`),
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${refused.body}`)
  // A client that leaves its side open would keep what it has sent in our memory.
  setTimer(() => socket.destroy(), lingerMs).unref()
}

/** An answer without the router. */
function refusal(code: FailureCode, headers: Record<string, string>) {
  const { status, sentence } = failures[code]
  const requestId = randomUUID()
  const body = JSON.stringify({ error: sentence, code, requestId } satisfies ErrorResponse)
  return {
    status,
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
      'X-Request-Id': requestId,
      ...headers,
      'Cache-Control': 'no-store',
    },
    body,
  }
}

/** The same for whoever opens a page: it opens itself again in a few seconds. */
function busyPage(seconds: string, headers: Record<string, string>) {
  const { status, sentence } = failures.unavailable
  const refresh = `<meta http-equiv="refresh" content="${seconds}">`
  return {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers, 'Cache-Control': 'no-store' },
    body: `<!doctype html><html lang="en"><title>Please wait</title>${refresh}<p>${sentence}</p></html>`,
  }
}

/** Long enough for a client to read the answer: closing at once would discard it together with what was not read. */
const lingerMs = 1_000

function codeOf(error: Error): FailureCode {
  if (hasCode(error, 'HPE_HEADER_OVERFLOW')) return 'headers_too_large'
  return hasCode(error, 'ERR_HTTP_REQUEST_TIMEOUT') ? 'too_slow' : 'invalid_request'
}

/** Long enough that who is about to send on an open connection has been told, by its last answer, to open another. */
const farewellMs = 400

async function close(server: Server, running: Iterable<ServerResponse>, graceMs: number): Promise<void> {
  const tell = (response: ServerResponse) => void (response.headersSent || response.setHeader('Connection', 'close'))
  server.prependListener('request', (_, response) => tell(response))
  for (const response of running) tell(response)
  await setTimeout(farewellMs)
  // Of the net server: that of the HTTP server would also cut connections whose first request is still on its way.
  const closed = new Promise<void>(resolve => NetServer.prototype.close.call(server, () => resolve()))
  await Promise.race([closed, setTimeout(farewellMs)])
  server.closeIdleConnections()
  const abandon = new AbortController()
  const overdue = setTimeout(graceMs, undefined, { signal: abandon.signal }).then(
    () => server.closeAllConnections(),
    () => {},
  )
  await closed
  abandon.abort()
  await overdue
  server.close()
}

function cannotListen({ host, port }: { host: string; port: number }, error: Error): CannotStart {
  const code = 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return new CannotStart(
      `Port ${port} is in use. Stop the program that listens there, or choose another by PORT.`,
      error,
    )
  if (code === 'EACCES')
    return new CannotStart(`This user may not listen on port ${port}. Choose another by PORT, such as 3000.`, error)
  return new CannotStart(
    `There is no listening on ${host}, port ${port} (${code ?? error.message}). Look at HOST.`,
    error,
  )
}
