import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createFaultRegistry, type FaultLimits } from '@recaps/fake-parts'
import { type CountedEvent, parseEvent } from './event.ts'
import { type PlausibleFault, sendFault } from './faults.ts'

export type { CountedEvent } from './event.ts'
export type { PlausibleFault } from './faults.ts'

interface Options {
  port?: number
  /** Known sites; by default all. Events of other sites are answered 202 and dropped, as Plausible does. */
  domains?: readonly string[]
}

export interface FakePlausible {
  url: string
  /** Accepted events, in order. */
  events: CountedEvent[]
  /** Number of calls of the events API, including failed ones. */
  calls(): number
  /** Injects a fault and returns a function that removes it. */
  fault(fault: PlausibleFault, limits?: FaultLimits): () => void
  close(): Promise<void>
}

/** Starts a fake of Plausible's events API. In another process, tests read the events by `GET /events` and clear them by `DELETE /events`. */
export async function startFakePlausible({ port = 0, domains }: Options = {}): Promise<FakePlausible> {
  const events: CountedEvent[] = []
  const faults = createFaultRegistry<PlausibleFault>()
  let calls = 0

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString('utf8')
    const route = `${request.method} ${request.url}`
    if (route === 'GET /events') return sendJson(response, 200, events)
    if (route === 'DELETE /events') events.length = 0
    else if (route !== 'POST /api/event') return sendJson(response, 404, { error: 'Not found' })
    else return count(request, body, response)
    response.writeHead(204).end()
  }

  async function count({ headers }: IncomingMessage, body: string, response: ServerResponse) {
    calls++
    const fault = faults.take('event')
    if (fault) return sendFault(fault, response)
    const parsed = parseEvent(body, headers)
    if (parsed.kind === 'wrong') return sendJson(response, 400, { errors: parsed.errors })
    const isKept = (domains?.includes(parsed.event.domain) ?? true) && headers['user-agent']
    if (isKept) events.push(parsed.event)
    response
      .writeHead(202, { 'content-type': 'text/plain', ...(isKept ? {} : { 'x-plausible-dropped': '1' }) })
      .end('ok')
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(error => response.writeHead(500).end(String(error)))
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    events,
    calls: () => calls,
    fault: faults.inject,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
