import type { Stripe } from 'stripe'
import { pageOf } from '../requests/lists.ts'
import { found } from './money.ts'
import { type Route, route } from './route.ts'

export const eventRoutes: Route[] = [
  route<Stripe.EventListParams>({
    method: 'GET',
    path: '/v1/events',
    params: 'EventListParams',
    does: ['type', 'types', 'delivery_success', 'created', 'limit', 'starting_after', 'ending_before'],
    run({ account, params: { type, types, delivery_success, ...page } }) {
      const patterns = types ?? (type ? [type] : undefined)
      const all = [...account.events.values()].filter(
        it =>
          (!patterns || patterns.some(pattern => matchesType(it.type, pattern))) &&
          (delivery_success === undefined || delivery_success === (it.pending_webhooks === 0)),
      )
      return pageOf('/v1/events', all, page)
    },
  }),
  route({
    method: 'GET',
    path: '/v1/events/:id',
    params: 'EventRetrieveParams',
    does: [],
    run: call => found(call, call.account.events, 'event'),
  }),
]

/** `invoice.*` matches every event about invoices. */
const matchesType = (type: string, pattern: string): boolean =>
  pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern
