import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { browsersAt } from './browsers.ts'
import { phonesAt } from './phones.ts'

export type { Browser, ShownMessage } from './browsers.ts'
export type { Phone } from './phones.ts'

/** What goes wrong instead of the right answer. */
export type PushFault = { kind: 'status'; status: number } | { kind: 'hang' } | { kind: 'cut' } | { kind: 'garbage' }

export interface PushTwin {
  url: string
  /** Opens a browser that has allowed our messages. */
  browser: ReturnType<typeof browsersAt>['open']
  /** Sets up a phone with the app. */
  phone: ReturnType<typeof phonesAt>['open']
  serviceAccount: string
  /** Paths asked so far, with the host that was meant. */
  requests: string[]
  /** Lays a fault on everything; returns what takes it away. */
  fault(fault: PushFault): () => void
  close(): Promise<void>
}

const pushHost = 'push.example.net'

/** Starts a stand-in of the browsers' push services and of Google's for phones. Which is meant stands in `X-Original-Host`. */
export async function startPushTwin({ port = 0 }: { port?: number } = {}): Promise<PushTwin> {
  const browsers = browsersAt(pushHost)
  const phones = phonesAt('recaps-stand-in')
  const requests: string[] = []
  let laid: PushFault | undefined

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>))
    const host = String(request.headers['x-original-host'])
    const path = request.url ?? '/'
    requests.push(`${host}${path}`)
    if (laid) return goWrong(laid, response)
    const { headers } = request
    if (host === pushHost) return void response.writeHead(await browsers.take({ host, path, headers, body })).end()
    const said =
      host === 'oauth2.googleapis.com'
        ? await phones.signIn(new URLSearchParams(body.toString('utf8')))
        : phones.send(path, String(headers.authorization), body.toString('utf8'))
    response.writeHead(said.status, { 'content-type': 'application/json' }).end(JSON.stringify(said.body))
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(error => response.writeHead(500).end(String(error)))
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    browser: browsers.open,
    phone: phones.open,
    serviceAccount: phones.serviceAccount,
    requests,
    fault(fault) {
      laid = fault
      return () => {
        laid = undefined
      }
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function goWrong(fault: PushFault, response: ServerResponse): void {
  if (fault.kind === 'status') response.writeHead(fault.status).end('no')
  else if (fault.kind === 'cut') response.destroy()
  else if (fault.kind === 'garbage') response.writeHead(200, { 'content-type': 'application/json' }).end('<html>{{{')
}
