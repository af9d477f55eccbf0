import { createServer, type Server } from 'node:http'
import { type AddressInfo, Server as NetServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { CannotStart } from '../errors.ts'

export interface Serving {
  /** The port really listened on, which differs from the one asked for when that was 0. */
  port: number
  /** Tells clients to come on another connection, then takes no new ones, lets running requests end, and closes what is idle. */
  close(graceMs: number): Promise<void>
}

type Handler = (request: Request, env?: unknown) => Response | Promise<Response>

export async function serve(fetch: Handler, where: { host: string; port: number }): Promise<Serving> {
  const server = createServer(
    { requestTimeout: 60_000, headersTimeout: 20_000, maxHeaderSize: 16 * 1024 },
    // Left alone, it swaps the global Request for its own, and libraries that test for it take neither for the other.
    getRequestListener(fetch as never, { overrideGlobalObjects: false }),
  )
  server.maxConnections = 10_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', error => reject(cannotListen(where, error)))
    server.listen(where.port, where.host, resolve)
  })
  return { port: (server.address() as AddressInfo).port, close: graceMs => close(server, graceMs) }
}

/** Long enough that who is about to send on an open connection has been told, by its last answer, to open another. */
const farewellMs = 250

async function close(server: Server, graceMs: number): Promise<void> {
  server.prependListener('request', (_, response) => response.setHeader('Connection', 'close'))
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
