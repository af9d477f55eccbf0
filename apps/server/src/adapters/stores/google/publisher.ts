import type { ZodType } from 'zod'
import { type Order, order, orderList, type Subscription, subscription } from './answers.ts'
import type { Asked, GoogleCalls } from './calls.ts'
import { reasonOf, unavailable } from './errors.ts'
import { awaitsAcknowledgement, currentItem, newestOrderId } from './purchase.ts'

/** A year of months. */
const mostOrders = 12

/** What is asked of one app at the Google Play Developer API. */
export function publisher({ call }: Pick<GoogleCalls, 'call'>, packageName: string) {
  const app = encodeURIComponent(packageName)

  /** Null for what was never bought in this app, and for what has been over for so long that Google forgot it. */
  async function find(token: string): Promise<Subscription | null> {
    const asked = await call('GET', `${app}/purchases/subscriptionsv2/tokens/${encodeURIComponent(token)}`)
    return asked.status < 300 ? parsed(subscription, asked) : null
  }

  async function orderOf(id: string): Promise<Order | null> {
    const asked = await call('GET', `${app}/orders/${encodeURIComponent(id)}`)
    return asked.status < 300 ? parsed(order, asked) : null
  }

  /** All or none: Google refuses them together where it does not know one. */
  async function ordersOfAll(ids: readonly string[]): Promise<Order[] | null> {
    const query = ids.map(id => `orderIds=${encodeURIComponent(id)}`).join('&')
    const asked = await call('GET', `${app}/orders:batchGet?${query}`)
    return asked.status < 300 ? parsed(orderList, asked).orders : null
  }

  return {
    subscription: find,

    /** What was paid, newest first. Only the newest is named; those before it have its number less one, and so on. */
    async ordersOf(told: Subscription): Promise<Order[]> {
      const newest = newestOrderId(told)
      if (!newest) return []
      const ids = idsBack(newest)
      const all = ids.length > 1 ? await ordersOfAll(ids) : null
      if (all) return all.toSorted((a, b) => ids.indexOf(a.orderId) - ids.indexOf(b.orderId))
      const one = await orderOf(newest)
      return one ? [one] : []
    },

    async acknowledge(token: string): Promise<void> {
      const told = await find(token)
      if (!told) throw unavailable('acknowledging what Google does not know', { retryable: false })
      if (!awaitsAcknowledgement(told)) return
      const product = encodeURIComponent(currentItem(told.lineItems)?.productId ?? '')
      const path = `${app}/purchases/subscriptions/${product}/tokens/${encodeURIComponent(token)}:acknowledge`
      const { status, body } = await call('POST', path)
      if (status < 300) return
      // Somebody else may have been faster.
      const now = await find(token)
      if (now && awaitsAcknowledgement(now))
        throw unavailable(`acknowledge: HTTP ${status} ${reasonOf(body)}`.trim(), { retryable: false })
    },
  }
}

/** `GPA.1-2-3-4` is a first order; `GPA.1-2-3-4..0` the first that renewed it. */
function idsBack(newest: string): string[] {
  const [, first, count] = /^(.+)\.\.(\d{1,4})$/.exec(newest) ?? []
  if (!first) return [newest]
  const renewals = Array.from({ length: Number(count) + 1 }, (_, back) => `${first}..${Number(count) - back}`)
  return [...renewals, first].slice(0, mostOrders)
}

function parsed<T>(shape: ZodType<T>, { body }: Asked): T {
  const { data } = shape.safeParse(body)
  if (data === undefined) throw unavailable('an answer that makes no sense')
  return data
}
