import type { Stripe } from 'stripe'
import { type Account, referenceId } from '../account.ts'
import { emit } from '../events.ts'
import { voidInvoice } from './invoices.ts'

export const hasEnded = ({ status }: Stripe.Subscription): boolean =>
  status === 'canceled' || status === 'incomplete_expired'

/** Cancels a subscription now. If it was never paid, it expires instead and its invoice is voided. */
export function endSubscription(
  account: Account,
  subscription: Stripe.Subscription,
  reason: Stripe.Subscription.CancellationDetails.Reason,
): void {
  const now = account.time.now()
  const wasNeverPaid = subscription.status === 'incomplete'
  subscription.status = wasNeverPaid ? 'incomplete_expired' : 'canceled'
  subscription.canceled_at ??= now
  subscription.ended_at = now
  subscription.pending_update = null
  if (subscription.cancellation_details) subscription.cancellation_details.reason = reason
  cancelSchedule(account, subscription)
  emit(account, 'customer.subscription.deleted', subscription)
  for (const invoice of listOpenInvoices(account, subscription)) {
    if (wasNeverPaid || account.pendingUpdateInvoices.get(subscription.id) === invoice.id) voidInvoice(account, invoice)
    else Object.assign(invoice, { auto_advance: false, next_payment_attempt: null, automatically_finalizes_at: null })
  }
  account.pendingUpdateInvoices.delete(subscription.id)
}

/** Ends a subscription whose first invoice was not paid within 23 hours. */
export function expireSubscription(account: Account, subscription: Stripe.Subscription): void {
  const now = account.time.now()
  subscription.status = 'incomplete_expired'
  subscription.canceled_at = now
  subscription.ended_at = now
  emit(account, 'customer.subscription.updated', subscription, {
    status: 'incomplete',
    canceled_at: null,
    ended_at: null,
  })
  for (const invoice of listOpenInvoices(account, subscription)) voidInvoice(account, invoice)
}

export const listOpenInvoices = (account: Account, { id }: Stripe.Subscription): Stripe.Invoice[] =>
  [...account.invoices.values()].filter(
    ({ status, parent }) =>
      (status === 'open' || status === 'draft') && parent?.subscription_details?.subscription === id,
  )

function cancelSchedule(account: Account, subscription: Stripe.Subscription): void {
  const schedule = subscription.schedule && account.schedules.get(referenceId(subscription.schedule))
  if (!schedule) return
  Object.assign(schedule, { status: 'canceled', canceled_at: account.time.now(), current_phase: null })
  emit(account, 'subscription_schedule.canceled', schedule)
}

/** Deletes a customer and cancels their subscriptions. */
export function deleteCustomer(account: Account, customer: Stripe.Customer): Stripe.DeletedCustomer {
  for (const subscription of account.subscriptions.values())
    if (subscription.customer === customer.id && !hasEnded(subscription))
      endSubscription(account, subscription, 'cancellation_requested')
  for (const method of account.paymentMethods.values()) if (method.customer === customer.id) method.customer = null
  emit(account, 'customer.deleted', customer)
  const deleted = { id: customer.id, object: 'customer', deleted: true } satisfies Stripe.DeletedCustomer
  account.customers.delete(customer.id)
  account.deletedCustomers.set(customer.id, deleted)
  return deleted
}
