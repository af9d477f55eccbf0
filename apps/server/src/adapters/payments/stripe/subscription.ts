import type { PaymentMethod } from '@recaps/contract/subscriptions'
import type { BuyablePlanId, Standing } from '@recaps/domain/billing'
import type { Stripe } from 'stripe'
import type { PaidSubscription } from '../../../ports/payments.ts'
import type { Billed } from './billed.ts'
import { idOf, instant, writtenOut } from './client.ts'
import { isDisputed, isTakenBack, movementsOf } from './movements.ts'

/** What has to be written out of a subscription for it to be told. */
export const written = [
  'latest_invoice.confirmation_secret',
  'pending_setup_intent',
  'schedule',
  'default_payment_method',
]

/** What is known of a subscription beside itself: its invoices, newest first, and the plans of its prices. */
export interface Beside {
  billed: readonly Billed[]
  planId: BuyablePlanId | null
  nextPlan: PaidSubscription['nextPlan']
}

/** A subscription of Stripe as the port tells it. */
export function paidSubscription(subscription: Stripe.Subscription, beside: Beside): PaidSubscription {
  const { billed, planId, nextPlan } = beside
  const { id, customer, items, currency, start_date, ended_at, status } = subscription
  const period = periodOf(subscription)
  const newest = billed.find(({ charges }) => charges.length > 0)?.charges[0]
  return {
    id,
    customerId: idOf(customer),
    planId,
    amountCents: items.data.reduce((sum, { price, quantity }) => sum + (price.unit_amount ?? 0) * (quantity ?? 1), 0),
    currency,
    standing: { state: status, ...failing(subscription, billed), isTakenBack: isTakenBack(billed, period) },
    startedAt: instant(start_date),
    periodEnd: period.end,
    isTrial: status === 'trialing',
    isCanceling: ended_at === null && (subscription.cancel_at_period_end || subscription.cancel_at !== null),
    endedAt: ended_at === null ? null : instant(ended_at),
    nextPlan,
    isDisputed: isDisputed(billed),
    method: newest
      ? methodOf(newest.charge.payment_method_details)
      : methodOf(writtenOut(subscription.default_payment_method)),
    transactionId: newest?.paymentIntentId ?? null,
    clientSecret: ended_at === null ? secretOf(subscription) : null,
    movements: movementsOf(billed),
  }
}

/** Since basil the period is on the items. One without any has none, and is not paid for beyond its beginning. */
export function periodOf({ items, start_date }: Stripe.Subscription): { start: Date; end: Date } {
  const [item] = items.data
  return {
    start: instant(item?.current_period_start ?? start_date),
    end: instant(item?.current_period_end ?? start_date),
  }
}

/** With which a browser confirms what is open: the first payment, that of an upgrade, one that failed, or just a card. */
export function secretOf(subscription: Stripe.Subscription): string | null {
  const invoice = writtenOut(subscription.latest_invoice)
  if (invoice?.status === 'open') return invoice.confirmation_secret?.client_secret ?? null
  return writtenOut(subscription.pending_setup_intent)?.client_secret ?? null
}

/**
 * The oldest payment that is owed. That of an upgrade is not: it only waits for a day. Where the newest was paid, that has just
 * happened: the invoices are read after the subscription, and the next look sees both.
 */
function failing({ status }: Stripe.Subscription, all: readonly Billed[]): Pick<Standing, 'failedSince' | 'isRetried'> {
  if (status !== 'past_due' && status !== 'unpaid') return { failedSince: null, isRetried: false }
  const due = all.filter(({ invoice }) => invoice.billing_reason !== 'subscription_update')
  const owed = due.findLast(({ invoice }) => invoice.status === 'open')
  if (!owed) return { failedSince: null, isRetried: due[0]?.invoice.status === 'paid' }
  return { failedSince: instant(owed.invoice.created), isRetried: owed.invoice.next_payment_attempt !== null }
}

type Wallet = { card?: { wallet: { type: string } | null } | null } | null

/** Stripe says by which wallet a card came. */
function methodOf(details: Wallet): PaymentMethod {
  const type = details?.card?.wallet?.type
  return type === 'apple_pay' || type === 'google_pay' ? type : 'card'
}
