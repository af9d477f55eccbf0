import { type Currency, currencies } from '@recaps/contract/subscriptions'
import { type BuyablePlanId, buyablePlanIds } from '@recaps/domain/billing'
import { planById } from '@recaps/domain/plans'
import type { Stripe } from 'stripe'
import { ProviderError } from '../../../errors.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Payments } from '../../../ports/payments.ts'
import { idOf } from './client.ts'
import { isMissing } from './errors.ts'

/** What is sold, as Stripe calls it. */
export interface PriceBook extends Pick<Payments, 'prices'> {
  priceOf(planId: BuyablePlanId, currency: Currency): Promise<string>
  /** Null for a price that is none of ours. */
  planOf(priceId: string): Promise<BuyablePlanId | null>
}

/** By this key a price is found, whatever its id. */
export const lookupKey = (planId: BuyablePlanId, currency: Currency): string => `recaps_${planId}_${currency}_monthly`

/** Kept with a price, for its key goes to another one when the price of the plan changes. */
export const planField = 'recaps_plan'

const keptForMs = 5 * 60_000
/** What was not there may soon be made; until then a crowd of readers makes no crowd of calls. */
const lackedForMs = 10_000
type Listed = Map<string, Stripe.Price>

export function priceBook(stripe: Stripe, clock: Clock): PriceBook {
  const plansById = new Map<string, BuyablePlanId | null>()
  let known: { listed: Promise<Listed>; until: number } | undefined

  async function list(): Promise<Listed> {
    const lookup_keys = buyablePlanIds.flatMap(planId => currencies.map(currency => lookupKey(planId, currency)))
    const { data } = await stripe.prices.list({ lookup_keys, active: true, limit: 100 })
    for (const price of data) plansById.set(price.id, planOfPrice(price))
    return new Map(data.map(price => [price.lookup_key ?? '', price]))
  }

  function listed(): Promise<Listed> {
    const now = clock.now().getTime()
    if (known && now < known.until) return known.listed
    const listed = list().catch(error => {
      known = undefined
      throw error
    })
    known = { listed, until: now + keptForMs }
    return listed
  }

  async function price(planId: BuyablePlanId, currency: Currency): Promise<Stripe.Price> {
    const key = lookupKey(planId, currency)
    const found = (await listed()).get(key)
    if (found?.unit_amount === planById(planId).priceCents) return found
    if (known) known.until = Math.min(known.until, clock.now().getTime() + lackedForMs)
    const detail = `there is no price ${key} of ${planById(planId).priceCents}: npm run support -- create-prices`
    throw new ProviderError({ provider: 'stripe', code: 'payment_unavailable', retryable: false, detail })
  }

  const sold = async (planId: BuyablePlanId) => {
    const { id, product } = await price(planId, 'usd')
    return { productId: idOf(product), priceId: id }
  }

  return {
    prices: async () => ({
      basic: await sold('basic'),
      premium: await sold('premium'),
      pro: await sold('pro'),
      ultimate: await sold('ultimate'),
    }),
    priceOf: async (planId, currency) => (await price(planId, currency)).id,
    async planOf(priceId) {
      const plan = plansById.get(priceId)
      if (plan !== undefined) return plan
      const found = await stripe.prices.retrieve(priceId).then(planOfPrice, error => {
        if (isMissing(error)) return null
        throw error
      })
      plansById.set(priceId, found)
      return found
    },
  }
}

/** Old prices go on being paid, so they are ours for ever. */
export function planOfPrice({ lookup_key, metadata }: Pick<Stripe.Price, 'lookup_key' | 'metadata'>) {
  const named = /^recaps_([a-z]+)_[a-z]{3}_monthly$/.exec(lookup_key ?? '')?.[1] ?? metadata[planField]
  return buyablePlanIds.find(planId => planId === named) ?? null
}
