import { type Currency, currencies } from '@recaps/contract/subscriptions'
import { type BuyablePlanId, buyablePlanIds } from '@recaps/domain/billing'
import { planById } from '@recaps/domain/plans'
import Stripe from 'stripe'
import type { Clock } from '../../../ports/clock.ts'
import { type StripeConfig, stripeClient } from './client.ts'
import { fromStripeError } from './errors.ts'
import { lookupKey, planMetadataField } from './prices.ts'

/** Creates the products and prices that are missing at Stripe. Returns one line of output for each price. */
export async function createPrices(config: StripeConfig, clock: Clock): Promise<string[]> {
  const stripe = stripeClient(config, clock)
  const lines: string[] = []
  try {
    for (const planId of buyablePlanIds)
      for (const currency of currencies) lines.push(await ensurePrice(stripe, planId, currency))
  } catch (error) {
    throw fromStripeError(error)
  }
  return lines
}

async function ensurePrice(stripe: Stripe, planId: BuyablePlanId, currency: Currency): Promise<string> {
  const { title, priceCents } = planById(planId)
  const key = lookupKey(planId, currency)
  const {
    data: [existing],
  } = await stripe.prices.list({ lookup_keys: [key], active: true })
  const description = `${title}: ${(priceCents / 100).toFixed(2)} ${currency} a month`
  if (existing?.unit_amount === priceCents) return `${description} exists (${existing.id})`
  const product = await ensureProduct(stripe, planId, title)
  const created = await stripe.prices.create(
    {
      ...{ product, currency, unit_amount: priceCents, recurring: { interval: 'month' }, lookup_key: key },
      // Existing subscriptions keep the old price.
      transfer_lookup_key: true,
      metadata: { [planMetadataField]: planId },
    },
    { idempotencyKey: `${key}:${priceCents}:${existing?.id ?? 'first'}` },
  )
  return `${description} created (${created.id})`
}

/** The product id is fixed, so a product is created only once. */
async function ensureProduct(stripe: Stripe, planId: BuyablePlanId, title: string): Promise<string> {
  const id = `recaps_${planId}`
  try {
    await stripe.products.create({ id, name: title, metadata: { [planMetadataField]: planId } }, { idempotencyKey: id })
  } catch (error) {
    const exists = error instanceof Stripe.errors.StripeError && error.code === 'resource_already_exists'
    if (!exists) throw error
  }
  return id
}
