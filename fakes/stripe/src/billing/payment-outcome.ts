import type { Stripe } from 'stripe'
import { type Account, referenceId } from '../account.ts'
import { emit, updateAndEmit } from '../events.ts'
import type { PaymentOutcome } from './attempt.ts'
import { endSubscription, hasEnded } from './cancel-subscription.ts'
import { findInvoice, findPaymentIntent, getSubscription, markPaid } from './invoices.ts'
import { applyPendingUpdate } from './items.ts'
import { day } from './period.ts'

/** Applies the outcome of a payment attempt to the invoice and the subscription. */
export function applyPaymentOutcome(
  account: Account,
  intent: Stripe.PaymentIntent,
  outcome: PaymentOutcome,
  isAutomatic: boolean,
): void {
  const invoice = findInvoice(account, intent)
  if (outcome.kind === 'succeeded') addLedgerEntry(account, intent, invoice)
  if (!invoice) return
  if (outcome.kind === 'succeeded') completeInvoice(account, invoice)
  else invoiceFailed(account, invoice, outcome, isAutomatic)
}

function addLedgerEntry(account: Account, intent: Stripe.PaymentIntent, invoice: Stripe.Invoice | undefined): void {
  account.ledger.push({
    kind: 'charge',
    id: referenceId(intent.latest_charge!),
    customer: intent.customer && referenceId(intent.customer),
    paymentIntent: intent.id,
    invoice: invoice?.id ?? null,
    amount: intent.amount,
    currency: intent.currency,
    at: new Date(account.time.now() * 1000),
  })
}

/** Marks an invoice as paid and reactivates its subscription. */
export function completeInvoice(account: Account, invoice: Stripe.Invoice): void {
  invoice.attempt_count += 1
  markPaid(account, invoice)
  setDelinquent(account, invoice, false)
  const subscription = getSubscription(account, invoice)
  if (hasEnded(subscription)) return
  if (account.pendingUpdateInvoices.get(subscription.id) === invoice.id) applyPendingUpdate(account, subscription)
  const method = findPaymentIntent(account, invoice)?.payment_method
  updateAndEmit(account, 'customer.subscription.updated', subscription, it => {
    if (method && it.payment_settings?.save_default_payment_method === 'on_subscription')
      it.default_payment_method = referenceId(method)
    if (isReactivated(it.status) && it.latest_invoice === invoice.id) it.status = 'active'
  })
}

const isReactivated = (status: string): boolean => ['incomplete', 'past_due', 'unpaid'].includes(status)

function invoiceFailed(
  account: Account,
  invoice: Stripe.Invoice,
  { kind }: Pick<PaymentOutcome, 'kind'>,
  isAutomatic: boolean,
): void {
  updateAndEmit(account, 'invoice.updated', invoice, it => {
    it.attempted = true
    it.attempt_count += 1
    if (isAutomatic && isRetried(account, it)) it.next_payment_attempt = nextAttemptAt(account, it)
  })
  if (kind === 'action') emit(account, 'invoice.payment_action_required', invoice)
  if (kind === 'declined' || isAutomatic) emit(account, 'invoice.payment_failed', invoice)
  if (!isRetried(account, invoice)) return
  setDelinquent(account, invoice, true)
  const subscription = getSubscription(account, invoice)
  if (isAutomatic && invoice.next_payment_attempt === null) return void giveUp(account, subscription)
  if (!['active', 'trialing'].includes(subscription.status)) return
  updateAndEmit(account, 'customer.subscription.updated', subscription, it => {
    it.status = 'past_due'
  })
}

/** Whether Stripe retries the payment. Invoices of new subscriptions and pending updates wait 23 hours for the customer instead. */
const isRetried = (account: Account, { id, billing_reason }: Stripe.Invoice): boolean =>
  billing_reason !== 'subscription_create' && ![...account.pendingUpdateInvoices.values()].includes(id)

function nextAttemptAt(account: Account, { attempt_count }: Stripe.Invoice): number | null {
  const days = account.dunning.retryDays[attempt_count - 1]
  return days === undefined ? null : account.time.now() + days * day
}

/** All retries failed. */
function giveUp(account: Account, subscription: Stripe.Subscription): void {
  const { afterwards } = account.dunning
  if (afterwards === 'cancel') return void endSubscription(account, subscription, 'payment_failed')
  updateAndEmit(account, 'customer.subscription.updated', subscription, it => {
    it.status = afterwards
  })
}

function setDelinquent(account: Account, invoice: Stripe.Invoice, isDelinquent: boolean): void {
  const customer = account.customers.get(referenceId(invoice.customer!))
  if (customer)
    updateAndEmit(account, 'customer.updated', customer, it => {
      it.delinquent = isDelinquent
    })
}

/** Fails a payment because there is no payment method to charge. */
export function failWithoutMethod(account: Account, invoice: Stripe.Invoice): void {
  invoiceFailed(account, invoice, { kind: 'declined' }, true)
}

/** Applies the pending update of an invoice that finalization marked as paid, because the amount due was 0. */
export function completeFreeInvoice(account: Account, invoice: Stripe.Invoice): void {
  const subscription = getSubscription(account, invoice)
  if (account.pendingUpdateInvoices.get(subscription.id) === invoice.id) applyPendingUpdate(account, subscription)
}
