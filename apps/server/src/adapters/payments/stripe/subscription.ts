import type { PaymentMethod } from '@recaps/contract/subscriptions'
import type { BuyablePlanId, Standing } from '@recaps/domain/billing'
import type { Stripe } from 'stripe'
import type { PaidSubscription } from '../../../ports/payments.ts'
import type { Billed } from './billed.ts'
import { idOf, instant, writtenOut } from './client.ts'
import { isDisputed, isTakenBack, movementsOf } from './movements.ts'

/** Fields of a subscription that Stripe must expand, because `PaidSubscription` needs them. */
export const written = [
  'latest_invoice.confirmation_secret',
  'pending_setup_intent',
  'schedule',
  'default_payment_method',
]

/** Data for a `PaidSubscription` that Stripe's subscription object does not contain. */
export interface Beside {
  /** Newest first. */
  billed: readonly Billed[]
  planId: BuyablePlanId | null
  nextPlan: PaidSubscription['nextPlan']
}

export function paidSubscription(subscription: Stripe.Subscription, context: Beside): PaidSubscription {
  const { billed, planId, nextPlan } = context
  const { id, customer, items, currency, start_date, ended_at, status } = subscription
  const period = periodOf(subscription)
  const latest = billed.find(({ charges }) => charges.length > 0)?.charges[0]
  return {
    id,
    customerId: idOf(customer),
    planId,
    amountCents: items.data.reduce((sum, { price, quantity }) => sum + (price.unit_amount ?? 0) * (quantity ?? 1), 0),
    currency,
    standing: { state: status, ...paymentFailure(subscription, billed), isTakenBack: isTakenBack(billed, period) },
    startedAt: instant(start_date),
    periodEnd: period.end,
    isTrial: status === 'trialing',
    isCanceling: ended_at === null && (subscription.cancel_at_period_end || subscription.cancel_at !== null),
    endedAt: ended_at === null ? null : instant(ended_at),
    nextPlan,
    isDisputed: isDisputed(billed),
    method: latest
      ? paymentMethodFrom(latest.charge.payment_method_details)
      : paymentMethodFrom(writtenOut(subscription.default_payment_method)),
    transactionId: latest?.paymentIntentId ?? null,
    clientSecret: ended_at === null ? secretOf(subscription) : null,
    movements: movementsOf(billed),
  }
}

/** Since the API version "basil", the period is on the items. Without items, the period is empty. */
export function periodOf({ items, start_date }: Stripe.Subscription): { start: Date; end: Date } {
  const [item] = items.data
  return {
    start: instant(item?.current_period_start ?? start_date),
    end: instant(item?.current_period_end ?? start_date),
  }
}

/** Client secret for confirming an open payment (first, upgrade or failed) or a card setup in the browser. */
export function secretOf(subscription: Stripe.Subscription): string | null {
  const invoice = writtenOut(subscription.latest_invoice)
  if (invoice?.status === 'open') return invoice.confirmation_secret?.client_secret ?? null
  return writtenOut(subscription.pending_setup_intent)?.client_secret ?? null
}

/**
 * The oldest overdue payment. An upgrade's invoice doesn't count, because it expires after a day. If the latest invoice is paid, it
 * was paid after we fetched the subscription; the next fetch returns both.
 */
function paymentFailure(
  { status }: Stripe.Subscription,
  invoices: readonly Billed[],
): Pick<Standing, 'failedSince' | 'isRetried'> {
  if (status !== 'past_due' && status !== 'unpaid') return { failedSince: null, isRetried: false }
  const due = invoices.filter(({ invoice }) => invoice.billing_reason !== 'subscription_update')
  const overdue = due.findLast(({ invoice }) => invoice.status === 'open')
  if (!overdue) return { failedSince: null, isRetried: due[0]?.invoice.status === 'paid' }
  return { failedSince: instant(overdue.invoice.created), isRetried: overdue.invoice.next_payment_attempt !== null }
}

type CardDetails = { card?: { wallet: { type: string } | null } | null } | null

function paymentMethodFrom(details: CardDetails): PaymentMethod {
  const type = details?.card?.wallet?.type
  return type === 'apple_pay' || type === 'google_pay' ? type : 'card'
}
