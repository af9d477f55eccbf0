import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import { type AddressInfo, Server as NetServer } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as setTimer } from 'node:timers'
import { setTimeout } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { type FailureCode, failures } from '@recaps/contract/failures'
import type { ErrorResponse } from '@recaps/contract/schemas'
import { hasErrorCode, StartupError } from '../errors.ts'
import type { LoadShedder } from './load-shedder.ts'

export interface HttpServer {
  /** The actual port, which differs from the configured one if that is 0. */
  port: number
  /** Asks clients to use new connections, stops accepting, closes idle connections, and waits for running requests. */
  close(graceMs: number): Promise<void>
}

type Handler = (request: Request, env?: unknown) => Response | Promise<Response>

/** Time limits for the arrival of a request. */
export interface RequestTimeouts {
  headersMs: number
  /** For the complete request. A long body may take longer, but must keep the minimum rate in every period of this length. */
  requestMs: number
  /** The minimum rate of a long body. */
  minBytesPerSecond: number
}

/** At the minimum rate, 500 MB take a little over two hours. */
const defaultLimits: RequestTimeouts = { headersMs: 20_000, requestMs: 60_000, minBytesPerSecond: 64_000 }

/** Added to the bindings of the HTTP server in `c.env`. */
export interface ServedEnv {
  /** Lets the body of this request take longer than `requestMs`, as long as it keeps the minimum rate. */
  allowLongBody(): void
}

export interface ServeOptions {
  host: string
  port: number
  /** Headers of responses that do not come from the handler. */
  headers?: Record<string, string>
  /** Additional CORS headers of such responses, by the `Origin` of the request. */
  headersFor?(origin: string | undefined): Record<string, string> | null
  /** Without it, no request is rejected because of overload. */
  shedder?: LoadShedder
}

/** Starts to listen and passes requests to `fetch`. Itself answers requests that are malformed, too slow, or rejected by the shedder. */
export async function serve(
  fetch: Handler,
  { headers = {}, headersFor = () => null, shedder, ...address }: ServeOptions,
  { headersMs, ...arrivalLimits }: RequestTimeouts = defaultLimits,
): Promise<HttpServer> {
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
    // By default it replaces the global Request, which breaks `instanceof` checks in libraries.
    { overrideGlobalObjects: false },
  )
  const server = createServer(
    {
      headersTimeout: headersMs,
      // Longer than the idle timeout of proxies (usually 60 s). Otherwise we might close a connection while the proxy sends a
      // request on it.
      keepAliveTimeout: 75_000,
      // Disabled: it is the same for all requests, and our limit depends on the request (`limitArrival`).
      requestTimeout: 0,
      connectionsCheckingInterval: Math.min(5_000, headersMs / 4),
      maxHeaderSize: 16 * 1024,
    },
    (request, response) => {
      // HTTP/1.0 requires no Host header, and health checks of load balancers send none.
      request.headers.host ||= 'localhost'
      if (!shedder) return void listener(request, response)
      const release = shedder.admit(request)
      if (release) {
        admitted.set(request, release)
        return void listener(request, response)
      }
      // Without the router, because a rejection must cost next to nothing.
      const seconds = String(shedder.retryAfterSeconds())
      const allHeaders = { ...headers, ...headersFor(request.headers.origin), Vary: 'Origin', 'Retry-After': seconds }
      const isPage = request.headers.accept?.startsWith('text/html')
      const rejection = isPage ? busyPage(seconds, allHeaders) : errorAnswer('unavailable', allHeaders)
      response.writeHead(rejection.status, rejection.headers).end(rejection.body)
    },
  )
  server.maxConnections = 10_000
  const running = new Set<ServerResponse>()
  server.prependListener('request', (_, response) => {
    running.add(response)
    response.once('close', () => running.delete(response))
  })
  server.prependListener('request', (request, response) => {
    const reject = () =>
      response.headersSent ? request.socket.destroy() : rejectUnparsed(timeoutError, request.socket, headers)
    longBodies.set(request, limitArrival(request, arrivalLimits, reject))
  })
  server.on('clientError', (error, socket) => rejectUnparsed(error, socket, headers))
  await new Promise<void>((resolve, reject) => {
    server.once('error', error => reject(cannotListen(address, error)))
    server.listen(address.port, address.host, resolve)
  })
  return { port: (server.address() as AddressInfo).port, close: graceMs => close(server, running, graceMs) }
}

/** Calls `reject` if the request does not arrive completely in time. Returns a function that allows it a long body. */
function limitArrival(
  request: IncomingMessage,
  { requestMs, minBytesPerSecond }: Omit<RequestTimeouts, 'headersMs'>,
  reject: () => void,
): () => void {
  const minBytes = (minBytesPerSecond * requestMs) / 1000
  let bytesBefore: number | undefined
  const timer = setInterval(() => {
    if (request.complete) return clearInterval(timer)
    const { bytesRead } = request.socket
    if (bytesBefore !== undefined && bytesRead - bytesBefore >= minBytes) bytesBefore = bytesRead
    else {
      clearInterval(timer)
      reject()
    }
  }, requestMs).unref()
  request.once('close', () => clearInterval(timer))
  return () => {
    if (bytesBefore !== undefined) return
    bytesBefore = request.socket.bytesRead
    timer.refresh()
  }
}

const timeoutError = Object.assign(new Error('The request did not arrive in time'), {
  code: 'ERR_HTTP_REQUEST_TIMEOUT',
})

/** Answers a request that cannot be parsed, and so never reaches the router, in the usual format of errors. */
function rejectUnparsed(error: Error, socket: Duplex, headers: Record<string, string>): void {
  if (!socket.writable || hasErrorCode(error, 'ECONNRESET')) return void socket.destroy()
  const answer = errorAnswer(codeOf(error), { ...headers, Connection: 'close' })
  const head = [
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}`,
    ...Object.entries(answer.headers).map(([name, value]) => `${name}: ${value}`),
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${answer.body}`)
  // If the client does not close its side, the data it has sent would stay in our memory.
  setTimer(() => socket.destroy(), lingerMs).unref()
}

/** An error response that does not need the router. */
function errorAnswer(code: FailureCode, headers: Record<string, string>) {
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

/** The error page for browsers, which reloads itself after a few seconds. */
function busyPage(seconds: string, headers: Record<string, string>) {
  const { status, sentence } = failures.unavailable
  const refresh = `<meta http-equiv="refresh" content="${seconds}">`
  return {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers, 'Cache-Control': 'no-store' },
    body: `<!doctype html><html lang="en"><title>Please wait</title>${refresh}<p>${sentence}</p></html>`,
  }
}

/** Time for the client to read the response. If we closed at once with unread data, the client would lose the response. */
const lingerMs = 1_000

function codeOf(error: Error): FailureCode {
  if (hasErrorCode(error, 'HPE_HEADER_OVERFLOW')) return 'headers_too_large'
  return hasErrorCode(error, 'ERR_HTTP_REQUEST_TIMEOUT') ? 'too_slow' : 'invalid_request'
}

/** Time for clients to learn from a last response on their open connection (`Connection: close`) that they need a new one. */
const drainMs = 400

async function close(server: Server, running: Iterable<ServerResponse>, graceMs: number): Promise<void> {
  const announceClose = (response: ServerResponse) =>
    void (response.headersSent || response.setHeader('Connection', 'close'))
  server.prependListener('request', (_, response) => announceClose(response))
  for (const response of running) announceClose(response)
  await setTimeout(drainMs)
  // The `close` of the net server: that of the HTTP server would also close connections whose first request is still arriving.
  const closed = new Promise<void>(resolve => NetServer.prototype.close.call(server, () => resolve()))
  await Promise.race([closed, setTimeout(drainMs)])
  server.closeIdleConnections()
  const cancelTimeout = new AbortController()
  const timeout = setTimeout(graceMs, undefined, { signal: cancelTimeout.signal }).then(
    () => server.closeAllConnections(),
    () => {},
  )
  await closed
  cancelTimeout.abort()
  await timeout
  server.close()
}

function cannotListen({ host, port }: { host: string; port: number }, error: Error): StartupError {
  const code = 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return new StartupError(
      `Port ${port} is in use. Stop the program that uses it, or choose another port with PORT.`,
      error,
    )
  if (code === 'EACCES')
    return new StartupError(
      `No permission to listen on port ${port}. Choose another port with PORT, such as 3000.`,
      error,
    )
  return new StartupError(`Cannot listen on ${host}:${port} (${code ?? error.message}). Check HOST.`, error)
}
