import { presentOrder, presentPurchase } from './present.ts'
import { type ApiResponse, errorResponse } from './responses.ts'
import type { Purchase, Shop } from './shop.ts'
import { dayMs } from './time.ts'

/** A matched call, ready to run. Faults refer to it by `endpoint`. */
export interface Call {
  endpoint: Endpoint
  run(): ApiResponse
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

/** How long an ended purchase can still be fetched. */
const retentionMs = 60 * dayMs

/** Matches a call of https://androidpublisher.googleapis.com. Null if the fake has no such endpoint. */
export function matchApiCall(shop: Shop, method: string, url: URL): Call | null {
  const parts = /^\/androidpublisher\/v3\/applications\/([^/]+)\/(.+)$/.exec(url.pathname)
  if (!parts) return null
  const [, packageName = '', rest = ''] = parts
  const call = matchEndpoint(shop, `${method} ${rest}`, url.searchParams)
  if (!call || decodeURIComponent(packageName) === shop.packageName) return call
  return {
    ...call,
    run: () => errorResponse(404, 'applicationNotFound', `No application was found for the given package name.`),
  }
}

function matchEndpoint(shop: Shop, request: string, query: URLSearchParams): Call | null {
  const getMatch = /^GET purchases\/subscriptionsv2\/tokens\/([^/:]+)$/.exec(request)
  if (getMatch) return { endpoint: 'subscriptionsv2.get', run: () => get(shop, decodeURIComponent(getMatch[1]!)) }
  const acknowledgeMatch = /^POST purchases\/subscriptions\/([^/]+)\/tokens\/([^/:]+):acknowledge$/.exec(request)
  if (acknowledgeMatch) {
    const [productId = '', token = ''] = acknowledgeMatch.slice(1).map(decodeURIComponent)
    return { endpoint: 'subscriptions.acknowledge', run: () => acknowledge(shop, productId, token) }
  }
  const orderMatch = /^GET orders\/([^/:]+)$/.exec(request)
  if (orderMatch) return { endpoint: 'orders.get', run: () => order(shop, decodeURIComponent(orderMatch[1]!)) }
  if (request === 'GET orders:batchGet')
    return { endpoint: 'orders.batchGet', run: () => orders(shop, query.getAll('orderIds')) }
  return null
}

/** Finds a purchase. Like Google, returns 400 for a malformed token, 404 for an unknown one, and 410 long after the purchase ended. */
function found(shop: Shop, token: string): Purchase | ApiResponse {
  const purchase = shop.purchases.get(token)
  if (!purchase && !/^[a-z]{24}\.AO-J1[\w-]{40,}$/.test(token)) return errorResponse(400, 'invalid', 'Invalid Value')
  if (!purchase) return errorResponse(404, 'purchaseTokenNotFound', 'The purchase token was not found.')
  const isOver = purchase.state === 'EXPIRED' && purchase.expiresAt + retentionMs <= shop.time.now()
  return isOver ? errorResponse(410, 'purchaseTokenNoLongerValid', 'The purchase token is no longer valid.') : purchase
}

const isAnswer = (value: Purchase | ApiResponse): value is ApiResponse => 'status' in value

function get(shop: Shop, token: string): ApiResponse {
  const purchase = found(shop, token)
  return isAnswer(purchase) ? purchase : { status: 200, body: presentPurchase(shop, purchase) }
}

function acknowledge(shop: Shop, productId: string, token: string): ApiResponse {
  const purchase = found(shop, token)
  if (isAnswer(purchase)) return purchase
  if (purchase.productId !== productId)
    return errorResponse(
      400,
      'purchaseTokenDoesNotMatchSubscriptionId',
      'The purchase token does not match the subscription ID.',
    )
  if (purchase.state === 'PENDING' || purchase.state === 'PENDING_PURCHASE_CANCELED')
    return errorResponse(
      400,
      'invalidPurchaseState',
      'The purchase is not in a valid state to perform the desired operation.',
    )
  purchase.isAcknowledged = true
  purchase.expired = null
  return { status: 204, body: undefined }
}

function order(shop: Shop, id: string): ApiResponse {
  const known = shop.orders.get(id)
  return known
    ? { status: 200, body: presentOrder(known) }
    : errorResponse(404, 'orderNotFound', 'The order ID was not found.')
}

/** All orders, or 404 if one is unknown. */
function orders(shop: Shop, ids: readonly string[]): ApiResponse {
  if (ids.length === 0 || ids.length > 1000 || new Set(ids).size < ids.length)
    return errorResponse(400, 'invalid', 'Invalid Value')
  const known = ids.map(id => shop.orders.get(id)).filter(order => order !== undefined)
  return known.length < ids.length
    ? errorResponse(404, 'orderNotFound', 'The order ID was not found.')
    : { status: 200, body: { orders: known.map(presentOrder) } }
}
