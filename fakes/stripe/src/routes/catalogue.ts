import type { Stripe } from 'stripe'
import { invalid, missingParam } from '../errors.ts'
import { newId } from '../ids.ts'
import { newPrice, newProduct } from '../objects/price.ts'
import { pageOf } from '../requests/lists.ts'
import { found } from './money.ts'
import { type Route, route } from './route.ts'

const pageParams = ['created', 'limit', 'starting_after', 'ending_before']

export const catalogueRoutes: Route[] = [
  route<Stripe.PriceListParams>({
    method: 'GET',
    path: '/v1/prices',
    params: 'PriceListParams',
    does: ['active', 'currency', 'lookup_keys', 'product', 'type', ...pageParams],
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
  route<Stripe.PriceCreateParams>({
    method: 'POST',
    path: '/v1/prices',
    params: 'PriceCreateParams',
    does: ['currency', 'lookup_key', 'metadata', 'product', 'recurring.interval', 'transfer_lookup_key', 'unit_amount'],
    run({ account, params }) {
      const { currency, lookup_key, metadata, product = '', recurring, transfer_lookup_key, unit_amount } = params
      if (!account.products.has(product)) throw missingParam('product', product, 'product')
      const existing = [...account.prices.values()].find(it => lookup_key && it.active && it.lookup_key === lookup_key)
      if (existing && !transfer_lookup_key)
        throw invalid(`A price (\`${existing.id}\`) already uses that lookup key.`, { param: 'lookup_key' })
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
  route<Stripe.ProductCreateParams>({
    method: 'POST',
    path: '/v1/products',
    params: 'ProductCreateParams',
    does: ['id', 'metadata', 'name'],
    run({ account, params: { id, name, metadata } }) {
      if (id && account.products.has(id))
        throw invalid(`Product already exists: ${id}`, { code: 'resource_already_exists', param: 'id' })
      const product = newProduct(name, account.time.now(), '')
      Object.assign(product, { default_price: null, metadata: metadata ?? {}, ...(id ? { id } : {}) })
      account.products.set(product.id, product)
      return product
    },
  }),
  route<Stripe.ProductListParams>({
    method: 'GET',
    path: '/v1/products',
    params: 'ProductListParams',
    does: ['active', 'ids', ...pageParams],
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
