import type { ZodType } from 'zod'
import type { GoogleApi, GoogleApiResponse } from './api.ts'
import { errorReason, googleUnavailable } from './errors.ts'
import { awaitsAcknowledgement, currentItem, newestOrderId } from './purchase.ts'
import { type Order, order, orderList, type Subscription, subscription } from './responses.ts'

/** A year of monthly payments. */
const maxOrders = 12

/** Calls to the Google Play Developer API for one app. */
export function publisher({ call }: Pick<GoogleApi, 'call'>, packageName: string) {
  const app = encodeURIComponent(packageName)

  /** Null if the token is unknown in this app, or expired and already deleted by Google (after 60 days). */
  async function fetchSubscription(token: string): Promise<Subscription | null> {
    const response = await call('GET', `${app}/purchases/subscriptionsv2/tokens/${encodeURIComponent(token)}`)
    return response.status < 300 ? parse(subscription, response) : null
  }

  async function fetchOrder(id: string): Promise<Order | null> {
    const response = await call('GET', `${app}/orders/${encodeURIComponent(id)}`)
    return response.status < 300 ? parse(order, response) : null
  }

  /** Null if Google does not know one of the orders. */
  async function fetchOrderBatch(ids: readonly string[]): Promise<Order[] | null> {
    const query = ids.map(id => `orderIds=${encodeURIComponent(id)}`).join('&')
    const response = await call('GET', `${app}/orders:batchGet?${query}`)
    return response.status < 300 ? parse(orderList, response).orders : null
  }

  return {
    subscription: fetchSubscription,

    /** Orders, newest first. Google names only the newest; the ids before it are derived from its number. */
    async fetchOrders(purchase: Subscription): Promise<Order[]> {
      const newest = newestOrderId(purchase)
      if (!newest) return []
      const ids = orderIdsUpTo(newest)
      const all = ids.length > 1 ? await fetchOrderBatch(ids) : null
      if (all) return all.toSorted((a, b) => ids.indexOf(a.orderId) - ids.indexOf(b.orderId))
      const newestOrder = await fetchOrder(newest)
      return newestOrder ? [newestOrder] : []
    },

    async acknowledge(token: string): Promise<void> {
      const purchase = await fetchSubscription(token)
      if (!purchase) throw googleUnavailable('acknowledge: unknown purchase', { retryable: false })
      if (!awaitsAcknowledgement(purchase)) return
      const product = encodeURIComponent(currentItem(purchase.lineItems)?.productId ?? '')
      const path = `${app}/purchases/subscriptions/${product}/tokens/${encodeURIComponent(token)}:acknowledge`
      const { status, body } = await call('POST', path)
      if (status < 300) return
      // A parallel call may have acknowledged it.
      const current = await fetchSubscription(token)
      if (current && awaitsAcknowledgement(current))
        throw googleUnavailable(`acknowledge: HTTP ${status} ${errorReason(body)}`.trim(), { retryable: false })
    },
  }
}

/** Newest first. `GPA.1-2-3-4` is the first order, `GPA.1-2-3-4..0` its first renewal. */
function orderIdsUpTo(newest: string): string[] {
  const [, first, count] = /^(.+)\.\.(\d{1,4})$/.exec(newest) ?? []
  if (!first) return [newest]
  const renewals = Array.from({ length: Number(count) + 1 }, (_, index) => `${first}..${Number(count) - index}`)
  return [...renewals, first].slice(0, maxOrders)
}

function parse<T>(shape: ZodType<T>, { body }: GoogleApiResponse): T {
  const { data } = shape.safeParse(body)
  if (data === undefined) throw googleUnavailable('unexpected response')
  return data
}
