import { type Answer, refused } from './answers.ts'
import { presentOrder, presentPurchase } from './present.ts'
import type { Purchase, Shop } from './shop.ts'
import { dayMs } from './time.ts'

/** A call that can be done; `endpoint` names it for faults. */
export interface Call {
  endpoint: Endpoint
  run(): Answer
}

export const endpoints = [
  'token',
  'certs',
  'subscriptionsv2.get',
  'subscriptions.acknowledge',
  'orders.get',
  'orders.batchGet',
] as const
export type Endpoint = (typeof endpoints)[number]

const keptMs = 60 * dayMs

/** The calls below https://androidpublisher.googleapis.com that are understood; null for any other. */
export function callOf(shop: Shop, method: string, url: URL): Call | null {
  const parts = /^\/androidpublisher\/v3\/applications\/([^/]+)\/(.+)$/.exec(url.pathname)
  if (!parts) return null
  const [, packageName = '', rest = ''] = parts
  const call = routeOf(shop, `${method} ${rest}`, url.searchParams)
  if (!call || decodeURIComponent(packageName) === shop.packageName) return call
  return {
    ...call,
    run: () => refused(404, 'applicationNotFound', `No application was found for the given package name.`),
  }
}

function routeOf(shop: Shop, asked: string, query: URLSearchParams): Call | null {
  const read = /^GET purchases\/subscriptionsv2\/tokens\/([^/:]+)$/.exec(asked)
  if (read) return { endpoint: 'subscriptionsv2.get', run: () => get(shop, decodeURIComponent(read[1]!)) }
  const taken = /^POST purchases\/subscriptions\/([^/]+)\/tokens\/([^/:]+):acknowledge$/.exec(asked)
  if (taken) {
    const [productId = '', token = ''] = taken.slice(1).map(decodeURIComponent)
    return { endpoint: 'subscriptions.acknowledge', run: () => acknowledge(shop, productId, token) }
  }
  const one = /^GET orders\/([^/:]+)$/.exec(asked)
  if (one) return { endpoint: 'orders.get', run: () => order(shop, decodeURIComponent(one[1]!)) }
  if (asked === 'GET orders:batchGet')
    return { endpoint: 'orders.batchGet', run: () => orders(shop, query.getAll('orderIds')) }
  return null
}

/** What was never a token is told apart from what none has any more. */
function found(shop: Shop, token: string): Purchase | Answer {
  const purchase = shop.purchases.get(token)
  if (!purchase && !/^[a-z]{24}\.AO-J1[\w-]{40,}$/.test(token)) return refused(400, 'invalid', 'Invalid Value')
  if (!purchase) return refused(404, 'purchaseTokenNotFound', 'The purchase token was not found.')
  const isOver = purchase.state === 'EXPIRED' && purchase.expiresAt + keptMs <= shop.time.now()
  return isOver ? refused(410, 'purchaseTokenNoLongerValid', 'The purchase token is no longer valid.') : purchase
}

const isAnswer = (one: Purchase | Answer): one is Answer => 'status' in one

function get(shop: Shop, token: string): Answer {
  const purchase = found(shop, token)
  return isAnswer(purchase) ? purchase : { status: 200, body: presentPurchase(shop, purchase) }
}

function acknowledge(shop: Shop, productId: string, token: string): Answer {
  const purchase = found(shop, token)
  if (isAnswer(purchase)) return purchase
  if (purchase.productId !== productId)
    return refused(
      400,
      'purchaseTokenDoesNotMatchSubscriptionId',
      'The purchase token does not match the subscription ID.',
    )
  if (purchase.state === 'PENDING' || purchase.state === 'PENDING_PURCHASE_CANCELED')
    return refused(
      400,
      'invalidPurchaseState',
      'The purchase is not in a valid state to perform the desired operation.',
    )
  purchase.isAcknowledged = true
  purchase.expired = null
  return { status: 204, body: undefined }
}

function order(shop: Shop, id: string): Answer {
  const known = shop.orders.get(id)
  return known
    ? { status: 200, body: presentOrder(known) }
    : refused(404, 'orderNotFound', 'The order ID was not found.')
}

/** All of them, or none. */
function orders(shop: Shop, ids: readonly string[]): Answer {
  if (ids.length === 0 || ids.length > 1000 || new Set(ids).size < ids.length)
    return refused(400, 'invalid', 'Invalid Value')
  const known = ids.map(id => shop.orders.get(id)).filter(one => one !== undefined)
  return known.length < ids.length
    ? refused(404, 'orderNotFound', 'The order ID was not found.')
    : { status: 200, body: { orders: known.map(presentOrder) } }
}
