import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createFaultRegistry, type FaultLimits, fakeTime } from '@recaps/fake-parts'
import { type Call, type Endpoint, matchApiCall } from './api.ts'
import { createControls } from './controls.ts'
import { runDueEvents } from './due-events.ts'
import { type Fault, runWithFault, sendResponse } from './faults.ts'
import type { LedgerEntry } from './ledger.ts'
import { errorResponse } from './responses.ts'
import { type Dunning, openShop, type Product, type Shop } from './shop.ts'
import { createSignIn } from './sign-in.ts'
import { signingKey } from './webhooks/forge.ts'
import { createWebhooks } from './webhooks/index.ts'

export type { Endpoint } from './api.ts'

export type { Fault } from './faults.ts'
export { type LedgerEntry, sumLedger } from './ledger.ts'
export type { Notification, PublishedMessage } from './notifications.ts'
export type { Dunning, Product } from './shop.ts'
export { type Forgery, forgeries } from './webhooks/forge.ts'

export interface FakeGooglePlayConfig {
  /** 0 picks a free port. */
  port?: number
  products?: readonly Product[]
  packageName?: string
  /** Base clock; `advance` moves the fake ahead of it. Defaults to the machine's clock. */
  clock?: { now(): Date }
  dunning?: Partial<Dunning>
}

export interface GooglePlayRequest {
  method: string
  /** Intended host and path: `oauth2.googleapis.com/token`. */
  path: string
  /** Null if no response was sent. */
  status: number | null
}

export interface FakeGooglePlay extends ReturnType<typeof createControls> {
  /** `http://127.0.0.1:PORT`. Requests name the intended host of Google in `X-Original-Host`. */
  url: string
  packageName: string
  /** Key file of the service account with access to the API, as JSON. */
  serviceAccount: string
  /** Account named in the tokens of push messages. */
  pushAccount: string
  requests: GooglePlayRequest[]
  /** Makes matching calls fail. Returns a function that removes the fault. */
  fault(fault: Fault, limits?: FaultLimits<Endpoint>): () => void
  /** Delays every later call by `ms` before it takes effect. */
  setLatency(ms: number): void
  /** Invalidates all access tokens. */
  signOut(): void
  /** Signs later messages with a new key, and stops publishing the old one. */
  rotateKeys(): Promise<void>
  webhooks: ReturnType<typeof createWebhooks>
  /** Every movement of money. */
  ledger: readonly LedgerEntry[]
  /** Internal state, for assertions. */
  state: Readonly<Shop>
  close(): Promise<void>
}

const defaultDunning: Dunning = { graceDays: 7, holdDays: 53 }
const projectId = 'recaps-stand-in'

/** Starts a Google Play fake for one app that has products but no purchases. */
export async function startFakeGooglePlay({
  port = 0,
  products = [],
  packageName = 'com.example.recaps',
  clock = { now: () => new Date() },
  dunning,
}: FakeGooglePlayConfig = {}): Promise<FakeGooglePlay> {
  const shop = openShop({ time: fakeTime(clock), packageName, dunning: { ...defaultDunning, ...dunning }, products })
  const account = createSignIn(projectId)
  const pushAccount = `push@${projectId}.iam.gserviceaccount.com`
  const faults = createFaultRegistry<Fault, Endpoint>()
  const requests: GooglePlayRequest[] = []
  let keyCount = 1
  let key = await signingKey('key-1')
  const webhooks = createWebhooks(shop, pushAccount, () => key)
  let latencyMs = 0

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString('utf8')
    runDueEvents(shop)
    const host = String(request.headers['x-original-host'])
    const url = new URL(request.url ?? '/', `https://${host}`)
    const logged: GooglePlayRequest = { method: request.method ?? 'GET', path: `${host}${url.pathname}`, status: null }
    requests.push(logged)
    if (latencyMs > 0) await sleep(latencyMs)
    const call = matchCall(host, logged.method, url, body, request.headers)
    const result = call
      ? await runWithFault(faults.take(call.endpoint), call.run)
      : errorResponse(404, 'notFound', 'Not Found')
    if (typeof result === 'object') logged.status = result.status
    sendResponse(response, result)
  }

  function matchCall(
    host: string,
    method: string,
    url: URL,
    body: string,
    { authorization, 'content-type': contentType }: IncomingHttpHeaders,
  ): (Omit<Call, 'run'> & { run: () => ReturnType<Call['run']> | ReturnType<typeof account.signIn> }) | null {
    const endpoint = `${method} ${host}${url.pathname}`
    if (endpoint === 'POST oauth2.googleapis.com/token')
      return { endpoint: 'token', run: () => account.signIn(body, contentType) }
    if (endpoint === 'GET www.googleapis.com/oauth2/v3/certs')
      return { endpoint: 'certs', run: () => ({ status: 200, body: { keys: [key.published] } }) }
    const call = host === 'androidpublisher.googleapis.com' ? matchApiCall(shop, method, url) : null
    if (!call || account.isSignedIn(authorization)) return call
    return { ...call, run: () => errorResponse(401, 'authError', 'Request had invalid authentication credentials.') }
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(error => {
      // A client that disconnects mid-request is not an error.
      if (!response.destroyed) console.error(error)
      response.destroy()
    })
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  // In the demo no test advances the clock, so a timer runs what is due.
  const ticking = setInterval(() => {
    runDueEvents(shop)
    webhooks.retryDue().catch(() => undefined)
  }, 1000).unref()

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    packageName,
    serviceAccount: account.serviceAccount,
    pushAccount,
    requests,
    fault: faults.inject,
    setLatency: ms => {
      latencyMs = ms
    },
    signOut: account.signOut,
    async rotateKeys() {
      key = await signingKey(`key-${++keyCount}`)
    },
    webhooks,
    ledger: shop.ledger,
    state: shop,
    ...createControls(shop, webhooks),
    async close() {
      clearInterval(ticking)
      webhooks.close()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
