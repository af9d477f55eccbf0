import type { Stripe } from 'stripe'
import { type Account, idOf } from '../account.ts'
import { change, emit } from '../events.ts'
import type { Outcome } from './attempt.ts'
import { endSubscription, isOver } from './ending.ts'
import { intentOf, invoiceOf, markPaid, subscriptionOf } from './invoices.ts'
import { applyPendingUpdate } from './items.ts'
import { day } from './period.ts'

/** Applies the outcome of a payment attempt to the invoice and the subscription. */
export function settle(account: Account, intent: Stripe.PaymentIntent, outcome: Outcome, isAutomatic: boolean): void {
  const invoice = invoiceOf(account, intent)
  if (outcome.kind === 'succeeded') addLedgerEntry(account, intent, invoice)
  if (!invoice) return
  if (outcome.kind === 'succeeded') invoicePaid(account, invoice)
  else invoiceFailed(account, invoice, outcome, isAutomatic)
}

function addLedgerEntry(account: Account, intent: Stripe.PaymentIntent, invoice: Stripe.Invoice | undefined): void {
  account.ledger.push({
    kind: 'charge',
    id: idOf(intent.latest_charge!),
    customer: intent.customer && idOf(intent.customer),
    paymentIntent: intent.id,
    invoice: invoice?.id ?? null,
    amount: intent.amount,
    currency: intent.currency,
    at: new Date(account.time.now() * 1000),
  })
}

/** Marks an invoice as paid and reactivates its subscription. */
export function invoicePaid(account: Account, invoice: Stripe.Invoice): void {
  invoice.attempt_count += 1
  markPaid(account, invoice)
  setDelinquent(account, invoice, false)
  const subscription = subscriptionOf(account, invoice)
  if (isOver(subscription)) return
  if (account.updateInvoices.get(subscription.id) === invoice.id) applyPendingUpdate(account, subscription)
  const method = intentOf(account, invoice)?.payment_method
  change(account, 'customer.subscription.updated', subscription, it => {
    if (method && it.payment_settings?.save_default_payment_method === 'on_subscription')
      it.default_payment_method = idOf(method)
    if (isReactivated(it.status) && it.latest_invoice === invoice.id) it.status = 'active'
  })
}

const isReactivated = (status: string): boolean => ['incomplete', 'past_due', 'unpaid'].includes(status)

function invoiceFailed(
  account: Account,
  invoice: Stripe.Invoice,
  { kind }: Pick<Outcome, 'kind'>,
  isAutomatic: boolean,
): void {
  change(account, 'invoice.updated', invoice, it => {
    it.attempted = true
    it.attempt_count += 1
    if (isAutomatic && isRetried(account, it)) it.next_payment_attempt = nextAttemptAt(account, it)
  })
  if (kind === 'action') emit(account, 'invoice.payment_action_required', invoice)
  if (kind === 'declined' || isAutomatic) emit(account, 'invoice.payment_failed', invoice)
  if (!isRetried(account, invoice)) return
  setDelinquent(account, invoice, true)
  const subscription = subscriptionOf(account, invoice)
  if (isAutomatic && invoice.next_payment_attempt === null) return void giveUp(account, subscription)
  if (!['active', 'trialing'].includes(subscription.status)) return
  change(account, 'customer.subscription.updated', subscription, it => {
    it.status = 'past_due'
  })
}

/** Whether Stripe retries the payment. Invoices of new subscriptions and pending updates wait 23 hours for the customer instead. */
const isRetried = (account: Account, { id, billing_reason }: Stripe.Invoice): boolean =>
  billing_reason !== 'subscription_create' && ![...account.updateInvoices.values()].includes(id)

function nextAttemptAt(account: Account, { attempt_count }: Stripe.Invoice): number | null {
  const days = account.dunning.retryDays[attempt_count - 1]
  return days === undefined ? null : account.time.now() + days * day
}

/** All retries failed. */
function giveUp(account: Account, subscription: Stripe.Subscription): void {
  const { afterwards } = account.dunning
  if (afterwards === 'cancel') return void endSubscription(account, subscription, 'payment_failed')
  change(account, 'customer.subscription.updated', subscription, it => {
    it.status = afterwards
  })
}

function setDelinquent(account: Account, invoice: Stripe.Invoice, isDelinquent: boolean): void {
  const customer = account.customers.get(idOf(invoice.customer!))
  if (customer)
    change(account, 'customer.updated', customer, it => {
      it.delinquent = isDelinquent
    })
}

/** Fails a payment because there is no payment method to charge. */
export function failWithoutMethod(account: Account, invoice: Stripe.Invoice): void {
  invoiceFailed(account, invoice, { kind: 'declined' }, true)
}

/** Applies the pending update of an invoice that finalization marked as paid, because the amount due was 0. */
export function settleFree(account: Account, invoice: Stripe.Invoice): void {
  const subscription = subscriptionOf(account, invoice)
  if (account.updateInvoices.get(subscription.id) === invoice.id) applyPendingUpdate(account, subscription)
}
