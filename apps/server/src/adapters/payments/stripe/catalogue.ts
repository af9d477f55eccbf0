import { type Currency, currencies } from '@recaps/contract/subscriptions'
import { type BuyablePlanId, buyablePlanIds } from '@recaps/domain/billing'
import { planById } from '@recaps/domain/plans'
import Stripe from 'stripe'
import type { Clock } from '../../../ports/clock.ts'
import { type StripeConfig, stripeClient } from './client.ts'
import { stripeFailure } from './errors.ts'
import { lookupKey, planField } from './prices.ts'

/** Makes the products and prices that are missing at Stripe; a line for each says what there is now. */
export async function createPrices(config: StripeConfig, clock: Clock): Promise<string[]> {
  const stripe = stripeClient(config, clock)
  const lines: string[] = []
  try {
    for (const planId of buyablePlanIds)
      for (const currency of currencies) lines.push(await ensurePrice(stripe, planId, currency))
  } catch (error) {
    throw stripeFailure(error)
  }
  return lines
}

async function ensurePrice(stripe: Stripe, planId: BuyablePlanId, currency: Currency): Promise<string> {
  const { title, priceCents } = planById(planId)
  const key = lookupKey(planId, currency)
  const {
    data: [there],
  } = await stripe.prices.list({ lookup_keys: [key], active: true })
  const says = `${title}: ${(priceCents / 100).toFixed(2)} ${currency} a month`
  if (there?.unit_amount === priceCents) return `${says} is there (${there.id})`
  const product = await ensureProduct(stripe, planId, title)
  const made = await stripe.prices.create(
    {
      ...{ product, currency, unit_amount: priceCents, recurring: { interval: 'month' }, lookup_key: key },
      // Whoever pays the old price goes on paying it.
      transfer_lookup_key: true,
      metadata: { [planField]: planId },
    },
    { idempotencyKey: `${key}:${priceCents}:${there?.id ?? 'first'}` },
  )
  return `${says} was made (${made.id})`
}

/** Its id says what it is of, so that it is made once. */
async function ensureProduct(stripe: Stripe, planId: BuyablePlanId, title: string): Promise<string> {
  const id = `recaps_${planId}`
  try {
    await stripe.products.create({ id, name: title, metadata: { [planField]: planId } }, { idempotencyKey: id })
  } catch (error) {
    const isThere = error instanceof Stripe.errors.StripeError && error.code === 'resource_already_exists'
    if (!isThere) throw error
  }
  return id
}
