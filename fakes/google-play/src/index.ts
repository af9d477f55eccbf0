import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type FaultLimits, fakeTime, faultRegister } from '@recaps/fake-parts'
import { catchUp } from './agenda.ts'
import { refused } from './answers.ts'
import { type Call, callOf, type Endpoint } from './api.ts'
import { controlsOf } from './controls.ts'
import { doWith, type Fault, send } from './faults.ts'
import type { LedgerEntry } from './ledger.ts'
import { type Dunning, openShop, type Product, type Shop } from './shop.ts'
import { signInOf } from './sign-in.ts'
import { signingKey } from './webhooks/forge.ts'
import { webhookPost } from './webhooks/index.ts'

export type { Endpoint } from './api.ts'

export type { Fault } from './faults.ts'
export { balanceOf, type LedgerEntry } from './ledger.ts'
export type { Dunning, Product } from './shop.ts'
export type { Notification, Told } from './told.ts'
export { type Forgery, forgeries } from './webhooks/forge.ts'

export interface FakeGooglePlayConfig {
  /** 0 takes a free port. */
  port?: number
  /** What can be bought. */
  products?: readonly Product[]
  packageName?: string
  /** Its time follows this one, and can be put forward from it; the machine's unless told otherwise. */
  clock?: { now(): Date }
  dunning?: Partial<Dunning>
}

/** One call of the interfaces. */
export interface GooglePlayRequest {
  method: string
  /** With the host that was meant. */
  path: string
  /** null for none. */
  status: number | null
}

export interface FakeGooglePlay extends ReturnType<typeof controlsOf> {
  /** `http://127.0.0.1:PORT`; which of Google's hosts is meant stands in `X-Original-Host`. */
  url: string
  packageName: string
  /** The key file of the account that may ask, as JSON. */
  serviceAccount: string
  /** The account whose tokens come with messages. */
  pushAccount: string
  requests: GooglePlayRequest[]
  /** Lays a fault on calls; returns what takes it away. */
  fault(fault: Fault, limits?: FaultLimits<Endpoint>): () => void
  /** Every call takes so long from now on, before it has its effect. */
  setLatency(ms: number): void
  /** All access tokens handed out are good no more. */
  signOut(): void
  /** From now on another key signs messages, and the old one is published no more. */
  rotateKeys(): Promise<void>
  webhooks: ReturnType<typeof webhookPost>
  /** All money that moved. */
  ledger: readonly LedgerEntry[]
  /** Everything as it is, for a test to compare with. */
  state: Readonly<Shop>
  close(): Promise<void>
}

const usualDunning: Dunning = { graceDays: 7, holdDays: 53 }
const projectId = 'recaps-stand-in'

/** Starts a stand-in of Google Play for one app, with nothing in it but products. */
export async function startFakeGooglePlay({
  port = 0,
  products = [],
  packageName = 'com.example.recaps',
  clock = { now: () => new Date() },
  dunning,
}: FakeGooglePlayConfig = {}): Promise<FakeGooglePlay> {
  const shop = openShop({ time: fakeTime(clock), packageName, dunning: { ...usualDunning, ...dunning }, products })
  const account = signInOf(projectId)
  const pushAccount = `push@${projectId}.iam.gserviceaccount.com`
  const faults = faultRegister<Fault, Endpoint>()
  const requests: GooglePlayRequest[] = []
  let keys = 1
  let key = await signingKey('key-1')
  const webhooks = webhookPost(shop, pushAccount, () => key)
  let latencyMs = 0

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString('utf8')
    catchUp(shop)
    const host = String(request.headers['x-original-host'])
    const url = new URL(request.url ?? '/', `https://${host}`)
    const noted: GooglePlayRequest = { method: request.method ?? 'GET', path: `${host}${url.pathname}`, status: null }
    requests.push(noted)
    if (latencyMs > 0) await sleep(latencyMs)
    const call = asked(host, noted.method, url, body, request.headers)
    const given = call ? await doWith(faults.take(call.endpoint), call.run) : refused(404, 'notFound', 'Not Found')
    if (typeof given === 'object') noted.status = given.status
    send(response, given)
  }

  function asked(
    host: string,
    method: string,
    url: URL,
    body: string,
    { authorization, 'content-type': contentType }: IncomingHttpHeaders,
  ): (Omit<Call, 'run'> & { run: () => ReturnType<Call['run']> | ReturnType<typeof account.signIn> }) | null {
    const at = `${method} ${host}${url.pathname}`
    if (at === 'POST oauth2.googleapis.com/token')
      return { endpoint: 'token', run: () => account.signIn(body, contentType) }
    if (at === 'GET www.googleapis.com/oauth2/v3/certs')
      return { endpoint: 'certs', run: () => ({ status: 200, body: { keys: [key.published] } }) }
    const call = host === 'androidpublisher.googleapis.com' ? callOf(shop, method, url) : null
    if (!call || account.isSignedIn(authorization)) return call
    return { ...call, run: () => refused(401, 'authError', 'Request had invalid authentication credentials.') }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(error => {
      // Who hangs up while still asking is no trouble of ours.
      if (!response.destroyed) console.error(error)
      response.destroy()
    })
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  // In a demo nobody puts the clock forward by hand.
  const ticking = setInterval(() => {
    catchUp(shop)
    webhooks.retryDue().catch(() => undefined)
  }, 1000).unref()

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    packageName,
    serviceAccount: account.serviceAccount,
    pushAccount,
    requests,
    fault: faults.lay,
    setLatency: ms => {
      latencyMs = ms
    },
    signOut: account.signOut,
    async rotateKeys() {
      key = await signingKey(`key-${++keys}`)
    },
    webhooks,
    ledger: shop.ledger,
    state: shop,
    ...controlsOf(shop, webhooks),
    async close() {
      clearInterval(ticking)
      webhooks.close()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
