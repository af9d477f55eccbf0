import type { Stripe } from 'stripe'
import { paginate } from '../requests/lists.ts'
import { findOrThrow } from './money.ts'
import { defineRoute, type Route } from './route.ts'

export const eventRoutes: Route[] = [
  defineRoute<Stripe.EventListParams>({
    method: 'GET',
    path: '/v1/events',
    params: 'EventListParams',
    supports: ['type', 'types', 'delivery_success', 'created', 'limit', 'starting_after', 'ending_before'],
    run({ account, params: { type, types, delivery_success, ...page } }) {
      const patterns = types ?? (type ? [type] : undefined)
      const all = [...account.events.values()].filter(
        it =>
          (!patterns || patterns.some(pattern => matchesType(it.type, pattern))) &&
          (delivery_success === undefined || delivery_success === (it.pending_webhooks === 0)),
      )
      return paginate('/v1/events', all, page)
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/events/:id',
    params: 'EventRetrieveParams',
    supports: [],
    run: call => findOrThrow(call, call.account.events, 'event'),
  }),
]

/** `invoice.*` matches every event about invoices. */
const matchesType = (type: string, pattern: string): boolean =>
  pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern
