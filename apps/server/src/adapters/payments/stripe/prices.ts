import { type Currency, currencies } from '@recaps/contract/subscriptions'
import { type BuyablePlanId, buyablePlanIds } from '@recaps/domain/billing'
import { planById } from '@recaps/domain/plans'
import type { Stripe } from 'stripe'
import { ProviderError } from '../../../errors.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Payments } from '../../../ports/payments.ts'
import { expandableId } from './client.ts'
import { isMissing } from './errors.ts'

/** Stripe prices of our plans. */
export interface PriceBook extends Pick<Payments, 'prices'> {
  priceIdFor(planId: BuyablePlanId, currency: Currency): Promise<string>
  /** Null if the price belongs to none of our plans. */
  planForPrice(priceId: string): Promise<BuyablePlanId | null>
}

/** Stripe lookup key of a plan's current price. */
export const lookupKey = (planId: BuyablePlanId, currency: Currency): string => `recaps_${planId}_${currency}_monthly`

/** Metadata field with the plan id, because an old price loses its lookup key when the plan's price changes. */
export const planMetadataField = 'recaps_plan'

const cacheMs = 5 * 60_000
/** Shorter if a price is missing: it may be created soon, but requests until then must not each call Stripe. */
const missingPriceCacheMs = 10_000
type PricesByKey = Map<string, Stripe.Price>

export function priceBook(stripe: Stripe, clock: Clock): PriceBook {
  const plansById = new Map<string, BuyablePlanId | null>()
  let cached: { pricesByKey: Promise<PricesByKey>; until: number } | undefined

  async function fetchPricesByKey(): Promise<PricesByKey> {
    const lookup_keys = buyablePlanIds.flatMap(planId => currencies.map(currency => lookupKey(planId, currency)))
    const { data } = await stripe.prices.list({ lookup_keys, active: true, limit: 100 })
    for (const price of data) plansById.set(price.id, planFromPrice(price))
    return new Map(data.map(price => [price.lookup_key ?? '', price]))
  }

  function getPricesByKey(): Promise<PricesByKey> {
    const now = clock.now().getTime()
    if (cached && now < cached.until) return cached.pricesByKey
    const pricesByKey = fetchPricesByKey().catch(error => {
      cached = undefined
      throw error
    })
    cached = { pricesByKey, until: now + cacheMs }
    return pricesByKey
  }

  async function findPrice(planId: BuyablePlanId, currency: Currency): Promise<Stripe.Price> {
    const key = lookupKey(planId, currency)
    const found = (await getPricesByKey()).get(key)
    if (found?.unit_amount === planById(planId).priceCents) return found
    if (cached) cached.until = Math.min(cached.until, clock.now().getTime() + missingPriceCacheMs)
    const detail = `price ${key} of ${planById(planId).priceCents} cents not found, run: npm run support -- create-prices`
    throw new ProviderError({ provider: 'stripe', code: 'payment_unavailable', retryable: false, detail })
  }

  const priceIds = async (planId: BuyablePlanId) => {
    const { id, product } = await findPrice(planId, 'usd')
    return { productId: expandableId(product), priceId: id }
  }

  return {
    prices: async () => ({
      basic: await priceIds('basic'),
      premium: await priceIds('premium'),
      pro: await priceIds('pro'),
      ultimate: await priceIds('ultimate'),
    }),
    priceIdFor: async (planId, currency) => (await findPrice(planId, currency)).id,
    async planForPrice(priceId) {
      const plan = plansById.get(priceId)
      if (plan !== undefined) return plan
      const found = await stripe.prices.retrieve(priceId).then(planFromPrice, error => {
        if (isMissing(error)) return null
        throw error
      })
      plansById.set(priceId, found)
      return found
    },
  }
}

/** Recognizes old prices too, because existing subscriptions keep paying them. */
export function planFromPrice({ lookup_key, metadata }: Pick<Stripe.Price, 'lookup_key' | 'metadata'>) {
  const name = /^recaps_([a-z]+)_[a-z]{3}_monthly$/.exec(lookup_key ?? '')?.[1] ?? metadata[planMetadataField]
  return buyablePlanIds.find(planId => planId === name) ?? null
}
