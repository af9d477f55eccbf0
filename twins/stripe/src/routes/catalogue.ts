import type { Stripe } from 'stripe'
import { pageOf } from '../requests/lists.ts'
import { found } from './money.ts'
import { type Route, route } from './route.ts'

const paged = ['created', 'limit', 'starting_after', 'ending_before']

export const catalogueRoutes: Route[] = [
  route<Stripe.PriceListParams>({
    method: 'GET',
    path: '/v1/prices',
    params: 'PriceListParams',
    does: ['active', 'currency', 'lookup_keys', 'product', 'type', ...paged],
    run({ account, params: { active, currency, lookup_keys, product, type, ...page } }) {
      const all = [...account.prices.values()].filter(
        it =>
          it.active === (active ?? it.active) &&
          it.currency === (currency ?? it.currency) &&
          it.product === (product ?? it.product) &&
          it.type === (type ?? it.type) &&
          (!lookup_keys || lookup_keys.includes(it.lookup_key ?? '')),
      )
      return pageOf('/v1/prices', all, page)
    },
  }),
  route({
    method: 'GET',
    path: '/v1/prices/:id',
    params: 'PriceRetrieveParams',
    does: [],
    run: call => found(call, call.account.prices, 'price'),
  }),
  route<Stripe.ProductListParams>({
    method: 'GET',
    path: '/v1/products',
    params: 'ProductListParams',
    does: ['active', 'ids', ...paged],
    run({ account, params: { active, ids, ...page } }) {
      const all = [...account.products.values()].filter(
        it => it.active === (active ?? it.active) && (!ids || ids.includes(it.id)),
      )
      return pageOf('/v1/products', all, page)
    },
  }),
  route({
    method: 'GET',
    path: '/v1/products/:id',
    params: 'ProductRetrieveParams',
    does: [],
    run: call => found(call, call.account.products, 'product'),
  }),
]
