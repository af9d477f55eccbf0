import type { Stripe } from 'stripe'
import { newId } from '../ids.ts'
import type { Period } from './subscription.ts'

interface ScheduleInput {
  subscription: Stripe.Subscription
  created: number
}

/** Schedule of a running subscription, with its current period as the first phase. */
export function newSchedule({ subscription, created }: ScheduleInput): Stripe.SubscriptionSchedule {
  const [item] = subscription.items.data
  const period = { start: item!.current_period_start, end: item!.current_period_end }
  const items = subscription.items.data.map(({ price, quantity }) => ({ price: price.id, quantity: quantity ?? 1 }))
  return {
    id: newId('sub_sched'),
    object: 'subscription_schedule',
    application: null,
    billing_mode: subscription.billing_mode,
    canceled_at: null,
    completed_at: null,
    created,
    current_phase: { start_date: period.start, end_date: period.end },
    customer: subscription.customer,
    customer_account: null,
    default_settings: {
      application_fee_percent: null,
      automatic_tax: { disabled_reason: null, enabled: false, liability: null },
      billing_cycle_anchor: 'automatic',
      billing_thresholds: null,
      collection_method: 'charge_automatically',
      default_payment_method: subscription.default_payment_method,
      description: null,
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        days_until_due: null,
        description: null,
        footer: null,
        issuer: { type: 'self' },
      },
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: 'release',
    livemode: false,
    metadata: {},
    pause_schedules: [],
    phases: [newPhase({ items, period, currency: subscription.currency, metadata: { ...subscription.metadata } })],
    released_at: null,
    released_subscription: null,
    status: 'active',
    subscription: subscription.id,
    test_clock: null,
  } satisfies Stripe.SubscriptionSchedule
}

interface PhaseInput {
  items: { price: string; quantity: number }[]
  period: Period
  currency: string
  metadata: Stripe.Metadata
  proration?: Stripe.SubscriptionSchedule.Phase.ProrationBehavior
}

export function newPhase(input: PhaseInput): Stripe.SubscriptionSchedule.Phase {
  return {
    add_invoice_items: [],
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: null,
    billing_thresholds: null,
    collection_method: null,
    currency: input.currency,
    default_payment_method: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    end_date: input.period.end,
    invoice_settings: null,
    items: input.items.map(({ price, quantity }) => ({
      billing_thresholds: null,
      discounts: [],
      metadata: {},
      plan: price,
      price,
      quantity,
      tax_rates: [],
    })),
    metadata: input.metadata,
    on_behalf_of: null,
    proration_behavior: input.proration ?? 'create_prorations',
    start_date: input.period.start,
    transfer_data: null,
    trial_end: null,
  } satisfies Stripe.SubscriptionSchedule.Phase
}
