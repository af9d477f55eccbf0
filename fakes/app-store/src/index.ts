import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createFaultRegistry, type FaultLimits, fakeTime } from '@recaps/fake-parts'
import { type ApiResponse, prepareCall, runWithFault, unauthenticated } from './api.ts'
import { type ApiKey, createBearerKey } from './bearer.ts'
import { createChain, createRootAuthority } from './certificates.ts'
import { createControls } from './controls.ts'
import { runDueEvents } from './due-events.ts'
import type { Fault } from './faults.ts'
import { createForger, type Forgery } from './forge.ts'
import type { LedgerEntry } from './ledger.ts'
import { type EnvironmentName, type Notification, openShop, type ProductInput, type Shop } from './shop.ts'
import { createSigner } from './signing.ts'
import { createWebhooks, type Webhooks } from './webhooks/index.ts'

export type { Fault } from './faults.ts'
export { type Forgery, forgeries } from './forge.ts'
export { type LedgerEntry, sumLedger } from './ledger.ts'
export type { EnvironmentName, Notification, ProductInput } from './shop.ts'

export interface FakeAppStoreConfig {
  /** 0 picks a free port. */
  port?: number
  /** Base clock; `advance` moves the fake ahead of it. Defaults to the machine's clock. */
  clock?: { now(): Date }
  products?: readonly ProductInput[]
  bundleId?: string
  appId?: number
  /** Days for which a subscription stays active after a failed payment. */
  graceDays?: number
}

export interface AppStoreRequest {
  method: string
  path: string
  environment: EnvironmentName
  /** Null if no response was sent. */
  status: number | null
}

export interface FakeAppStore extends ReturnType<typeof createControls> {
  /** `http://127.0.0.1:PORT` */
  url: string
  bundleId: string
  appId: number
  key: ApiKey
  /** SHA-256 fingerprints of the root certificates that the fake signs under. */
  roots: string[]
  requests: AppStoreRequest[]
  /** Makes matching calls fail. Returns a function that removes the fault. */
  fault(fault: Fault, limits?: FaultLimits): () => void
  /** Delays every later call by `ms` before it takes effect. */
  setLatency(ms: number): void
  webhooks: Webhooks
  notifications: readonly Notification[]
  /** Turns a receipt or a signed notification into a forgery. */
  forge(signed: string, forgery: Forgery): string
  /** Every movement of money. */
  ledger: readonly LedgerEntry[]
  /** Internal state, for assertions. */
  state: Readonly<Shop>
  close(): Promise<void>
}

const hosts = new Map<string, EnvironmentName>([
  ['api.storekit.apple.com', 'Production'],
  ['api.storekit-sandbox.apple.com', 'Sandbox'],
])

/** Starts a fake of the App Store Server API. Requests name the host of their environment in `X-Original-Host`. */
export async function startFakeAppStore({
  port = 0,
  clock = { now: () => new Date() },
  products = [],
  bundleId = 'com.example.recaps',
  appId = 1_234_567_890,
  graceDays = 16,
}: FakeAppStoreConfig = {}): Promise<FakeAppStore> {
  const root = await createRootAuthority()
  const chain = await createChain(root)
  const forge = await createForger(root, chain)
  const shop = openShop({ time: fakeTime(clock), bundleId, appId, graceDays, products })
  const signing = createSigner(shop, chain)
  const webhooks = createWebhooks(shop, (notification, forgery) => {
    const message = signing.signNotification(notification)
    return forgery ? forge(message, forgery) : message
  })
  const bearer = createBearerKey(bundleId)
  const faults = createFaultRegistry<Fault>()
  const requests: AppStoreRequest[] = []
  let latencyMs = 0

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.resume()
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://fake')
    const environment = hosts.get(String(request.headers['x-original-host']))
    if (!environment) return void response.writeHead(404).end()
    runDueEvents(shop)
    const apiRequest = { method: request.method ?? 'GET', path: pathname, query: searchParams, environment }
    const logged: AppStoreRequest = { method: apiRequest.method, path: pathname, environment, status: null }
    requests.push(logged)
    if (latencyMs > 0) await sleep(latencyMs)
    const result = (await bearer.isValid(request.headers.authorization)) ? runCall(apiRequest) : unauthenticated
    if (typeof result === 'object') logged.status = result.status
    send(response, result)
  }

  function runCall(apiRequest: Parameters<typeof prepareCall>[2]): ApiResponse | 'hang' | 'cut' {
    const call = prepareCall(shop, signing, apiRequest)
    return call ? runWithFault(faults.take(call.endpoint), call) : { status: 404, headers: {}, body: '' }
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(error => {
      // A client that disconnects mid-request is not an error.
      if (!response.destroyed) console.error(error)
      response.destroy()
    })
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  // Runs due events even while no requests arrive.
  const ticking = setInterval(() => {
    runDueEvents(shop)
    webhooks.retryDue().catch(() => undefined)
  }, 1000).unref()

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ bundleId, appId, key: bearer.key, roots: [chain.rootFingerprint], requests },
    fault: faults.inject,
    setLatency: ms => {
      latencyMs = ms
    },
    ...{ webhooks, notifications: shop.notifications, forge, ledger: shop.ledger, state: shop },
    ...createControls(shop, signing, webhooks),
    async close() {
      clearInterval(ticking)
      webhooks.close()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function send(response: ServerResponse, answer: ApiResponse | 'hang' | 'cut'): void {
  if (answer === 'hang') return
  if (answer === 'cut') return void response.socket?.resetAndDestroy()
  response.writeHead(answer.status, answer.headers).end(answer.body)
}
