import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { browsersAt } from './browsers.ts'
import { controlOf } from './control.ts'
import { phonesAt } from './phones.ts'
import { isRealService, passOn } from './real-services.ts'

export type { Browser } from './browsers.ts'

/** What goes wrong instead of the right answer. */
export type PushFault = { kind: 'status'; status: number } | { kind: 'hang' } | { kind: 'cut' } | { kind: 'garbage' }

export interface FakePush {
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

interface Options {
  port?: number
  /** Passes on what is meant for the push service of a real browser; it is gone otherwise. */
  passOnReal?: boolean
}

/**
 * Starts a stand-in of the browsers' push services and of Google's for phones. Which is meant stands in `X-Original-Host`; a request
 * without it steers the stand-in itself.
 */
export async function startFakePush({ port = 0, passOnReal = false }: Options = {}): Promise<FakePush> {
  const browsers = browsersAt(pushHost)
  const phones = phonesAt('recaps-stand-in')
  const control = controlOf(browsers.open, phones.open)
  const requests: string[] = []
  let laid: PushFault | undefined

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>))
    const { headers } = request
    const path = request.url ?? '/'
    if (headers['x-original-host'] === undefined) return answerControl(path, request, response)
    const host = String(headers['x-original-host'])
    requests.push(`${host}${path}`)
    if (laid) return goWrong(laid, response)
    if (passOnReal && isRealService(host, path))
      return void response.writeHead(await passOn(host, path, headers, body)).end()
    if (host === pushHost) return void response.writeHead(await browsers.take({ host, path, headers, body })).end()
    const said =
      host === 'oauth2.googleapis.com'
        ? await phones.signIn(new URLSearchParams(body.toString('utf8')), headers['content-type'])
        : phones.send(path, String(headers.authorization), body.toString('utf8'))
    response.writeHead(said.status, { 'content-type': 'application/json' }).end(JSON.stringify(said.body))
  }

  function answerControl(path: string, { method }: IncomingMessage, response: ServerResponse): void {
    const said = control(method, path)
    response.writeHead(said ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(said ?? {}))
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
