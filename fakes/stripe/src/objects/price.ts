import type { Stripe } from 'stripe'
import { newId } from '../ids.ts'

/** A price to sell, and its product. */
export interface PriceInput {
  /** Servers find the price by it: `prices.list({ lookup_keys })`. */
  lookupKey: string
  /** Name of the product. */
  name: string
  unitAmountCents: number
  currency?: string
  interval?: 'day' | 'week' | 'month' | 'year'
  /** Generated if omitted. */
  id?: string
}

export function newProduct(name: string, created: number, priceId: string): Stripe.Product {
  return {
    id: newId('prod').replace('_1', '_'),
    object: 'product',
    active: true,
    created,
    default_price: priceId,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: created,
    url: null,
  } satisfies Stripe.Product
}

export function newPrice(input: PriceInput & { id: string }, created: number, product: string): Stripe.Price {
  return {
    id: input.id,
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created,
    currency: input.currency ?? 'usd',
    custom_unit_amount: null,
    livemode: false,
    lookup_key: input.lookupKey,
    metadata: {},
    nickname: null,
    product,
    recurring: {
      interval: input.interval ?? 'month',
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'recurring',
    unit_amount: input.unitAmountCents,
    unit_amount_decimal: toDecimal(input.unitAmountCents),
  } satisfies Stripe.Price
}

/** Legacy form of a price, which subscription items still contain. */
export function toPlan({ id, active, created, currency, product, recurring, unit_amount }: Stripe.Price): Stripe.Plan {
  return {
    id,
    object: 'plan',
    active,
    amount: unit_amount,
    amount_decimal: toDecimal(unit_amount ?? 0),
    billing_scheme: 'per_unit',
    created,
    currency,
    interval: recurring!.interval,
    interval_count: recurring!.interval_count,
    livemode: false,
    metadata: {},
    meter: null,
    nickname: null,
    product: product as string,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  } satisfies Stripe.Plan
}

/** A string on the wire. The SDK parses it into its own class. */
export const toDecimal = (cents: number): Stripe.Decimal => String(cents) as unknown as Stripe.Decimal
