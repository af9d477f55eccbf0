import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createBrowsers } from './browsers.ts'
import { createControl } from './control.ts'
import { createPhones } from './phones.ts'
import { forwardToRealService, isRealService } from './real-services.ts'

export type { Browser } from './browsers.ts'

export type PushFault = { kind: 'status'; status: number } | { kind: 'hang' } | { kind: 'cut' } | { kind: 'garbage' }

export interface FakePush {
  url: string
  /** Opens a browser with a push subscription for the app. */
  browser: ReturnType<typeof createBrowsers>['open']
  /** Adds a phone with the app installed. */
  phone: ReturnType<typeof createPhones>['open']
  serviceAccount: string
  /** Host and path of every request, in order. */
  requests: string[]
  /** Makes all calls of the services fail; returns a function that ends it. */
  fault(fault: PushFault): () => void
  close(): Promise<void>
}

const pushHost = 'push.example.net'

interface Options {
  port?: number
  /** Forwards messages that are for a real browser's push service; by default they are refused. */
  forwardReal?: boolean
}

/**
 * Starts a fake of the browsers' push services and of Firebase Cloud Messaging. `X-Original-Host` names the service that a request is
 * for; requests without it control the fake.
 */
export async function startFakePush({ port = 0, forwardReal = false }: Options = {}): Promise<FakePush> {
  const browsers = createBrowsers(pushHost)
  const phones = createPhones('recaps-fake')
  const control = createControl(browsers.open, phones.open)
  const requests: string[] = []
  let activeFault: PushFault | undefined

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>))
    const { headers } = request
    const path = request.url ?? '/'
    if (headers['x-original-host'] === undefined) return answerControl(path, request, response)
    const host = String(headers['x-original-host'])
    requests.push(`${host}${path}`)
    if (activeFault) return goWrong(activeFault, response)
    if (forwardReal && isRealService(host, path))
      return void response.writeHead(await forwardToRealService(host, path, headers, body)).end()
    if (host === pushHost) return void response.writeHead(await browsers.receive({ host, path, headers, body })).end()
    const result =
      host === 'oauth2.googleapis.com'
        ? await phones.signIn(new URLSearchParams(body.toString('utf8')), headers['content-type'])
        : phones.send(path, String(headers.authorization), body.toString('utf8'))
    response.writeHead(result.status, { 'content-type': 'application/json' }).end(JSON.stringify(result.body))
  }

  function answerControl(path: string, { method }: IncomingMessage, response: ServerResponse): void {
    const body = control(method, path)
    response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}))
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
      activeFault = fault
      return () => {
        activeFault = undefined
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
