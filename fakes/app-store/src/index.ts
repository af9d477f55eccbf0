import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type FaultLimits, fakeTime, faultRegister } from '@recaps/fake-parts'
import { catchUp } from './agenda.ts'
import { type Answer, doWith, prepared, unauthenticated } from './api.ts'
import { type ApiKey, bearerKey } from './bearer.ts'
import { chainOf, rootAuthority } from './certificates.ts'
import { controlsOf } from './controls.ts'
import type { Fault } from './faults.ts'
import { type Forgery, forger } from './forge.ts'
import type { LedgerEntry } from './ledger.ts'
import { type EnvironmentName, type Notification, openShop, type ProductGiven, type Shop } from './shop.ts'
import { signingOf } from './signing.ts'
import { type Webhooks, webhookPost } from './webhooks/index.ts'

export type { Fault } from './faults.ts'
export { type Forgery, forgeries } from './forge.ts'
export { balanceOf, type LedgerEntry } from './ledger.ts'
export type { EnvironmentName, Notification, ProductGiven } from './shop.ts'

export interface FakeAppStoreConfig {
  /** 0 takes a free port. */
  port?: number
  /** Its time follows this one, and can be put forward from it; the machine's unless told otherwise. */
  clock?: { now(): Date }
  /** What can be bought. */
  products?: readonly ProductGiven[]
  bundleId?: string
  appId?: number
  /** For how long a payment that fails keeps the subscription. */
  graceDays?: number
}

/** One call of the API. */
export interface AppStoreRequest {
  method: string
  path: string
  environment: EnvironmentName
  /** null for none. */
  status: number | null
}

export interface FakeAppStore extends ReturnType<typeof controlsOf> {
  /** `http://127.0.0.1:PORT` */
  url: string
  bundleId: string
  appId: number
  key: ApiKey
  /** SHA-256 fingerprints of the roots that what it signs goes back to. */
  roots: string[]
  requests: AppStoreRequest[]
  /** Lays a fault on calls; returns what takes it away. */
  fault(fault: Fault, limits?: FaultLimits): () => void
  /** Every call takes so long from now on, before it has its effect. */
  setLatency(ms: number): void
  webhooks: Webhooks
  notifications: readonly Notification[]
  /** A wrong one made of a receipt, or of a signed message. */
  forge(signed: string, forgery: Forgery): string
  /** All money that really moved. */
  ledger: readonly LedgerEntry[]
  /** Everything as it is, for a test to compare with. */
  state: Readonly<Shop>
  close(): Promise<void>
}

const hosts = new Map<string, EnvironmentName>([
  ['api.storekit.apple.com', 'Production'],
  ['api.storekit-sandbox.apple.com', 'Sandbox'],
])

/** Starts a stand-in of the App Store as a server meets it. Which environment is asked stands in `X-Original-Host`. */
export async function startFakeAppStore({
  port = 0,
  clock = { now: () => new Date() },
  products = [],
  bundleId = 'com.example.recaps',
  appId = 1_234_567_890,
  graceDays = 16,
}: FakeAppStoreConfig = {}): Promise<FakeAppStore> {
  const root = await rootAuthority()
  const chain = await chainOf(root)
  const forge = await forger(root, chain)
  const shop = openShop({ time: fakeTime(clock), bundleId, appId, graceDays, products })
  const signing = signingOf(shop, chain)
  const webhooks = webhookPost(shop, (notification, forgery) => {
    const message = signing.messageOf(notification)
    return forgery ? forge(message, forgery) : message
  })
  const bearer = bearerKey(bundleId)
  const faults = faultRegister<Fault>()
  const requests: AppStoreRequest[] = []
  let latencyMs = 0

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.resume()
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://fake')
    const environment = hosts.get(String(request.headers['x-original-host']))
    if (!environment) return void response.writeHead(404).end()
    catchUp(shop)
    const asked = { method: request.method ?? 'GET', path: pathname, query: searchParams, environment }
    const noted: AppStoreRequest = { method: asked.method, path: pathname, environment, status: null }
    requests.push(noted)
    if (latencyMs > 0) await sleep(latencyMs)
    const given = (await bearer.isRight(request.headers.authorization)) ? done(asked) : unauthenticated
    if (typeof given === 'object') noted.status = given.status
    send(response, given)
  }

  function done(asked: Parameters<typeof prepared>[2]): Answer | 'hang' | 'cut' {
    const call = prepared(shop, signing, asked)
    return call ? doWith(faults.take(call.endpoint), call) : { status: 404, headers: {}, body: '' }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(error => {
      // Who hangs up while still asking is no trouble of ours.
      if (!response.destroyed) console.error(error)
      response.destroy()
    })
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  // Nobody need ask for something to happen in time.
  const ticking = setInterval(() => {
    catchUp(shop)
    webhooks.retryDue().catch(() => undefined)
  }, 1000).unref()

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ bundleId, appId, key: bearer.key, roots: [chain.rootFingerprint], requests },
    fault: faults.lay,
    setLatency: ms => {
      latencyMs = ms
    },
    ...{ webhooks, notifications: shop.notifications, forge, ledger: shop.ledger, state: shop },
    ...controlsOf(shop, signing, webhooks),
    async close() {
      clearInterval(ticking)
      webhooks.close()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function send(response: ServerResponse, answer: Answer | 'hang' | 'cut'): void {
  if (answer === 'hang') return
  if (answer === 'cut') return void response.socket?.resetAndDestroy()
  response.writeHead(answer.status, answer.headers).end(answer.body)
}
