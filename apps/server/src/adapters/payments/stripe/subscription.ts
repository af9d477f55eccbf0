import type { PaymentMethod } from '@recaps/contract/subscriptions'
import type { BuyablePlanId, ProviderStatus } from '@recaps/domain/billing'
import type { Stripe } from 'stripe'
import type { PaidSubscription } from '../../../ports/payments.ts'
import { dateFromSeconds, expandableId, expandedObject } from './client.ts'
import type { InvoiceWithCharges } from './invoice-charges.ts'
import { isDisputed, isPeriodRefunded, stripeMovements } from './movements.ts'

/** Fields of a subscription that Stripe must expand, because `PaidSubscription` needs them. */
export const expandedFields = [
  'latest_invoice.confirmation_secret',
  'pending_setup_intent',
  'schedule',
  'default_payment_method',
]

/** Data for a `PaidSubscription` that Stripe's subscription object does not contain. */
export interface SubscriptionContext {
  /** Newest first. */
  invoices: readonly InvoiceWithCharges[]
  planId: BuyablePlanId | null
  nextPlan: PaidSubscription['nextPlan']
}

export function mapSubscription(subscription: Stripe.Subscription, context: SubscriptionContext): PaidSubscription {
  const { invoices, planId, nextPlan } = context
  const { id, customer, items, currency, start_date, ended_at, status } = subscription
  const period = currentPeriod(subscription)
  const latest = invoices.find(({ charges }) => charges.length > 0)?.charges[0]
  return {
    id,
    customerId: expandableId(customer),
    planId,
    amountCents: items.data.reduce((sum, { price, quantity }) => sum + (price.unit_amount ?? 0) * (quantity ?? 1), 0),
    currency,
    providerStatus: {
      state: status,
      ...paymentFailure(subscription, invoices),
      isRefunded: isPeriodRefunded(invoices, period),
    },
    startedAt: dateFromSeconds(start_date),
    periodEnd: period.end,
    isTrial: status === 'trialing',
    isCanceling: ended_at === null && (subscription.cancel_at_period_end || subscription.cancel_at !== null),
    endedAt: ended_at === null ? null : dateFromSeconds(ended_at),
    nextPlan,
    isDisputed: isDisputed(invoices),
    method: latest
      ? paymentMethodFrom(latest.charge.payment_method_details)
      : paymentMethodFrom(expandedObject(subscription.default_payment_method)),
    transactionId: latest?.paymentIntentId ?? null,
    clientSecret: ended_at === null ? pendingClientSecret(subscription) : null,
    movements: stripeMovements(invoices),
  }
}

/** Since the API version "basil", the period is on the items. Without items, the period is empty. */
export function currentPeriod({ items, start_date }: Stripe.Subscription): { start: Date; end: Date } {
  const [item] = items.data
  return {
    start: dateFromSeconds(item?.current_period_start ?? start_date),
    end: dateFromSeconds(item?.current_period_end ?? start_date),
  }
}

/** Client secret for confirming an open payment (first, upgrade or failed) or a card setup in the browser. */
export function pendingClientSecret(subscription: Stripe.Subscription): string | null {
  const invoice = expandedObject(subscription.latest_invoice)
  if (invoice?.status === 'open') return invoice.confirmation_secret?.client_secret ?? null
  return expandedObject(subscription.pending_setup_intent)?.client_secret ?? null
}

/**
 * The oldest overdue payment. An upgrade's invoice doesn't count, because it expires after a day. If the latest invoice is paid, it
 * was paid after we fetched the subscription; the next fetch returns both.
 */
function paymentFailure(
  { status }: Stripe.Subscription,
  invoices: readonly InvoiceWithCharges[],
): Pick<ProviderStatus, 'failedSince' | 'willRetry'> {
  if (status !== 'past_due' && status !== 'unpaid') return { failedSince: null, willRetry: false }
  const due = invoices.filter(({ invoice }) => invoice.billing_reason !== 'subscription_update')
  const overdue = due.findLast(({ invoice }) => invoice.status === 'open')
  if (!overdue) return { failedSince: null, willRetry: due[0]?.invoice.status === 'paid' }
  return {
    failedSince: dateFromSeconds(overdue.invoice.created),
    willRetry: overdue.invoice.next_payment_attempt !== null,
  }
}

type CardDetails = { card?: { wallet: { type: string } | null } | null } | null

function paymentMethodFrom(details: CardDetails): PaymentMethod {
  const type = details?.card?.wallet?.type
  return type === 'apple_pay' || type === 'google_pay' ? type : 'card'
}
