import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type FaultLimits, faultRegister } from '@recaps/fake-parts'
import { type CountedEvent, readEvent } from './event.ts'
import { goWrong, type PlausibleFault } from './faults.ts'

export type { CountedEvent } from './event.ts'
export type { PlausibleFault } from './faults.ts'

interface Options {
  port?: number
  /** The sites that are known; what is of another is taken and dropped, as Plausible does. Without: any. */
  domains?: readonly string[]
}

export interface FakePlausible {
  url: string
  /** What was counted, in order. */
  events: CountedEvent[]
  /** Every call of the events API, also those that went wrong. */
  calls(): number
  /** Lays a fault; returns what takes it away. */
  fault(fault: PlausibleFault, limits?: FaultLimits): () => void
  close(): Promise<void>
}

/** Starts a stand-in of Plausible's events API. `GET /events` tells a test in another process what was counted, `DELETE` forgets it. */
export async function startFakePlausible({ port = 0, domains }: Options = {}): Promise<FakePlausible> {
  const events: CountedEvent[] = []
  const faults = faultRegister<PlausibleFault>()
  let calls = 0

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString('utf8')
    const asked = `${request.method} ${request.url}`
    if (asked === 'GET /events') return sendJson(response, 200, events)
    if (asked === 'DELETE /events') events.length = 0
    else if (asked !== 'POST /api/event') return sendJson(response, 404, { error: 'Not found' })
    else return count(request, body, response)
    response.writeHead(204).end()
  }

  async function count({ headers }: IncomingMessage, body: string, response: ServerResponse) {
    calls++
    const fault = faults.take('event')
    if (fault) return goWrong(fault, response)
    const read = readEvent(body, headers)
    if (read.kind === 'wrong') return sendJson(response, 400, { errors: read.errors })
    const isKnown = (domains?.includes(read.event.domain) ?? true) && headers['user-agent']
    if (isKnown) events.push(read.event)
    response
      .writeHead(202, { 'content-type': 'text/plain', ...(isKnown ? {} : { 'x-plausible-dropped': '1' }) })
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
    fault: faults.lay,
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
