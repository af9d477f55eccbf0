import type { Stripe } from 'stripe'
import { invalidRequest, notFoundParam } from '../errors.ts'
import { newId } from '../ids.ts'
import { newPrice, newProduct } from '../objects/price.ts'
import { paginate } from '../requests/lists.ts'
import { findOrThrow } from './money.ts'
import { defineRoute, type Route } from './route.ts'

const pageParams = ['created', 'limit', 'starting_after', 'ending_before']

export const catalogueRoutes: Route[] = [
  defineRoute<Stripe.PriceListParams>({
    method: 'GET',
    path: '/v1/prices',
    params: 'PriceListParams',
    supports: ['active', 'currency', 'lookup_keys', 'product', 'type', ...pageParams],
    run({ account, params: { active, currency, lookup_keys, product, type, ...page } }) {
      const all = [...account.prices.values()].filter(
        it =>
          it.active === (active ?? it.active) &&
          it.currency === (currency ?? it.currency) &&
          it.product === (product ?? it.product) &&
          it.type === (type ?? it.type) &&
          (!lookup_keys || lookup_keys.includes(it.lookup_key ?? '')),
      )
      return paginate('/v1/prices', all, page)
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/prices/:id',
    params: 'PriceRetrieveParams',
    supports: [],
    run: call => findOrThrow(call, call.account.prices, 'price'),
  }),
  defineRoute<Stripe.PriceCreateParams>({
    method: 'POST',
    path: '/v1/prices',
    params: 'PriceCreateParams',
    supports: [
      'currency',
      'lookup_key',
      'metadata',
      'product',
      'recurring.interval',
      'transfer_lookup_key',
      'unit_amount',
    ],
    run({ account, params }) {
      const { currency, lookup_key, metadata, product = '', recurring, transfer_lookup_key, unit_amount } = params
      if (!account.products.has(product)) throw notFoundParam('product', product, 'product')
      const existing = [...account.prices.values()].find(it => lookup_key && it.active && it.lookup_key === lookup_key)
      if (existing && !transfer_lookup_key)
        throw invalidRequest(`A price (\`${existing.id}\`) already uses that lookup key.`, { param: 'lookup_key' })
      if (existing) existing.lookup_key = null
      const input = {
        id: newId('price'),
        lookupKey: lookup_key ?? '',
        name: '',
        unitAmountCents: unit_amount ?? 0,
        currency,
      }
      const interval = recurring?.interval as 'month' | undefined
      const price = newPrice({ ...input, ...(interval ? { interval } : {}) }, account.time.now(), product)
      Object.assign(price, { lookup_key: lookup_key ?? null, metadata: metadata ?? {} })
      account.prices.set(price.id, price)
      return price
    },
  }),
  defineRoute<Stripe.ProductCreateParams>({
    method: 'POST',
    path: '/v1/products',
    params: 'ProductCreateParams',
    supports: ['id', 'metadata', 'name'],
    run({ account, params: { id, name, metadata } }) {
      if (id && account.products.has(id))
        throw invalidRequest(`Product already exists: ${id}`, { code: 'resource_already_exists', param: 'id' })
      const product = newProduct(name, account.time.now(), '')
      Object.assign(product, { default_price: null, metadata: metadata ?? {}, ...(id ? { id } : {}) })
      account.products.set(product.id, product)
      return product
    },
  }),
  defineRoute<Stripe.ProductListParams>({
    method: 'GET',
    path: '/v1/products',
    params: 'ProductListParams',
    supports: ['active', 'ids', ...pageParams],
    run({ account, params: { active, ids, ...page } }) {
      const all = [...account.products.values()].filter(
        it => it.active === (active ?? it.active) && (!ids || ids.includes(it.id)),
      )
      return paginate('/v1/products', all, page)
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/products/:id',
    params: 'ProductRetrieveParams',
    supports: [],
    run: call => findOrThrow(call, call.account.products, 'product'),
  }),
]
