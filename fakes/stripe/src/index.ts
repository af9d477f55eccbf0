import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createFaultRegistry, type FaultLimits, fakeTime } from '@recaps/fake-parts'
import type { Stripe } from 'stripe'
import { type Account, type Dunning, openAccount } from './account.ts'
import { createApi, type Keys, newRequestId } from './api.ts'
import { runDueEvents } from './billing/due-events.ts'
import { createControls } from './controls.ts'
import type { Fault } from './faults.ts'
import { newId } from './ids.ts'
import type { LedgerEntry } from './ledger.ts'
import { newPrice, newProduct, type PriceInput } from './objects/price.ts'
import { servePage } from './pages/index.ts'
import { runWithFault, sendResponse } from './run-with-fault.ts'
import { createWebhooks } from './webhooks/index.ts'

export type { Dunning } from './account.ts'

export type { Fault } from './faults.ts'
export { type LedgerEntry, sumLedger } from './ledger.ts'
export type { PriceInput } from './objects/price.ts'
export { createMessage, type Forgery, forgeries } from './webhooks/forge.ts'

export interface FakeStripeConfig {
  /** 0 picks a free port. */
  port?: number
  prices?: readonly PriceInput[]
  keys?: Partial<Keys>
  /** Base clock; `advance` moves the fake ahead of it. Defaults to the machine's clock. */
  clock?: { now(): Date }
  dunning?: Partial<Dunning>
}

export interface StripeRequest {
  method: string
  path: string
  idempotencyKey: string | undefined
  /** Null if no response was sent. */
  status: number | null
}

export interface FakeStripe extends ReturnType<typeof createControls> {
  /** `http://127.0.0.1:PORT` */
  url: string
  keys: Keys
  /** Script that a page loads in place of `https://js.stripe.com/v3/`. */
  scriptUrl: string
  requests: StripeRequest[]
  /** Makes matching calls fail. Returns a function that removes the fault. */
  fault(fault: Fault, limits?: FaultLimits): () => void
  /** Delays every later call by `ms` before it takes effect. */
  setLatency(ms: number): void
  webhooks: ReturnType<typeof createWebhooks>
  /** Every movement of money. */
  ledger: readonly LedgerEntry[]
  /** Internal state, for assertions. */
  state: Readonly<Account>
  events(): Stripe.Event[]
  close(): Promise<void>
}

const defaultDunning: Dunning = { retryDays: [3, 5, 7], afterwards: 'cancel' }

/** Starts a Stripe fake whose account is empty except for `prices`. */
export async function startFakeStripe({
  port = 0,
  prices = [],
  keys: keyOverrides,
  clock = { now: () => new Date() },
  dunning,
}: FakeStripeConfig = {}): Promise<FakeStripe> {
  const keys = { secret: 'sk_test_fake', publishable: 'pk_test_fake', ...keyOverrides }
  const account = openAccount({ time: fakeTime(clock, 1000), dunning: { ...defaultDunning, ...dunning } })
  const api = createApi(account, keys)
  const faults = createFaultRegistry<Fault>()
  const webhooks = createWebhooks(account)
  const requests: StripeRequest[] = []
  let latencyMs = 0
  for (const price of prices) addPrice(account, price)

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(request.url ?? '/', account.url)
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString('utf8')
    runDueEvents(account)
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('cross-origin-resource-policy', 'cross-origin')
    if (!pathname.startsWith('/v1/')) return servePage({ account, keys, request, response, path: pathname, body })
    if (request.method === 'OPTIONS') return void response.writeHead(204, preflight).end()
    const apiRequest = {
      method: request.method ?? 'GET',
      path: pathname,
      query: search.slice(1),
      body,
      headers: request.headers,
    }
    const logged: StripeRequest = {
      method: apiRequest.method,
      path: pathname,
      idempotencyKey: request.headers['idempotency-key'] as string | undefined,
      status: null,
    }
    requests.push(logged)
    const requestId = newRequestId()
    const call = api.prepare(apiRequest, requestId)
    if (!('run' in call)) {
      logged.status = call.status
      return sendResponse(response, call)
    }
    if (latencyMs > 0) await sleep(latencyMs)
    const result = runWithFault(faults.take(call.endpoint), call, requestId)
    if (typeof result === 'object') logged.status = result.status
    sendResponse(response, result)
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(error => {
      // A client that disconnects mid-request is not an error.
      if (!response.destroyed) console.error(error)
      response.destroy()
    })
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  account.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // In the demo no test advances the clock, so a timer runs what is due.
  const ticking = setInterval(() => {
    runDueEvents(account)
    webhooks.retryDue().catch(() => undefined)
  }, 1000).unref()

  return {
    url: account.url,
    keys,
    scriptUrl: `${account.url}/v3/`,
    requests,
    fault: faults.inject,
    setLatency: ms => {
      latencyMs = ms
    },
    webhooks,
    ledger: account.ledger,
    state: account,
    events: () => [...account.events.values()],
    ...createControls(account, webhooks),
    async close() {
      clearInterval(ticking)
      webhooks.close()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const preflight = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'authorization, content-type, stripe-version, idempotency-key',
  'access-control-max-age': '600',
}

function addPrice(account: Account, price: PriceInput): void {
  const id = price.id ?? newId('price')
  const now = account.time.now()
  const product = newProduct(price.name, now, id)
  account.products.set(product.id, product)
  account.prices.set(id, newPrice({ ...price, id }, now, product.id))
}
