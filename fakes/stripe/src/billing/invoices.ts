import type { Stripe } from 'stripe'
import { type Account, getObject, referenceId } from '../account.ts'
import { emit, updateAndEmit } from '../events.ts'
import { newPaymentIntent } from '../objects/intents.ts'
import { type LineInput, newInvoice, newInvoicePayment } from '../objects/invoice.ts'
import type { Period } from '../objects/subscription.ts'
import { hour } from './period.ts'

/** Creates a draft invoice and makes it the subscription's latest. The caller emits the event of the subscription. */
export function draftInvoice(
  account: Account,
  subscription: Stripe.Subscription,
  { reason, lines, period }: { reason: Stripe.Invoice.BillingReason; lines: LineInput[]; period: Period },
): Stripe.Invoice {
  const pendingLines = account.pendingLines.get(subscription.id) ?? []
  account.pendingLines.delete(subscription.id)
  const customer = getObject(account.customers, referenceId(subscription.customer))
  const created = account.time.now()
  const invoice = newInvoice({ customer, subscription, reason, lines: [...pendingLines, ...lines], period, created })
  invoice.default_payment_method = null
  account.invoices.set(invoice.id, invoice)
  subscription.latest_invoice = invoice.id
  emit(account, 'invoice.created', invoice)
  return invoice
}

/** Keeps a renewal invoice as a draft for an hour. Stripe does so to let it be changed. */
export function scheduleFinalization(account: Account, invoice: Stripe.Invoice): void {
  const at = account.time.now() + hour
  Object.assign(invoice, { automatically_finalizes_at: at, next_payment_attempt: at })
}

/** Opens an invoice for payment. If the amount due is 0, marks it as paid instead of creating a payment intent. */
export function finalizeInvoice(account: Account, invoice: Stripe.Invoice): void {
  const customer = getObject(account.customers, referenceId(invoice.customer!))
  const amount = invoice.total + customer.balance
  const number = `${customer.invoice_prefix}-${String(customer.next_invoice_sequence ?? 1).padStart(4, '0')}`
  customer.next_invoice_sequence = (customer.next_invoice_sequence ?? 1) + 1
  const now = account.time.now()
  invoice.starting_balance = customer.balance
  invoice.ending_balance = Math.min(0, amount)
  if (customer.balance !== invoice.ending_balance)
    updateAndEmit(account, 'customer.updated', customer, it => {
      it.balance = Math.min(0, amount)
    })
  const pageUrl = `${account.url}/i/${invoice.id}`
  Object.assign(invoice, {
    number,
    status: 'open',
    effective_at: now,
    automatically_finalizes_at: null,
    next_payment_attempt: null,
    amount_due: Math.max(0, amount),
    amount_remaining: Math.max(0, amount),
    hosted_invoice_url: pageUrl,
    invoice_pdf: `${pageUrl}/pdf`,
    status_transitions: { ...invoice.status_transitions, finalized_at: now },
  } satisfies Partial<Stripe.Invoice>)
  emit(account, 'invoice.finalized', invoice)
  if (invoice.amount_due === 0) markPaid(account, invoice)
  else openPayment(account, invoice)
}

function openPayment(account: Account, invoice: Stripe.Invoice): void {
  const subscription = getSubscription(account, invoice)
  const intent = newPaymentIntent({
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: referenceId(invoice.customer!),
    description: invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
    savesMethod: subscription.payment_settings?.save_default_payment_method === 'on_subscription',
    created: account.time.now(),
  })
  const method = findInvoiceMethod(account, invoice)
  if (method) Object.assign(intent, { payment_method: method.id, status: 'requires_confirmation' })
  account.paymentIntents.set(intent.id, intent)
  emit(account, 'payment_intent.created', intent)
  const payment = newInvoicePayment({ invoice, paymentIntent: intent.id, created: account.time.now() })
  account.invoicePayments.set(payment.id, payment)
}

export function markPaid(account: Account, invoice: Stripe.Invoice): void {
  const now = account.time.now()
  const payment = latestPayment(account, invoice)
  if (payment) {
    payment.amount_paid = invoice.amount_due
    Object.assign(payment, { status: 'paid', status_transitions: { canceled_at: null, paid_at: now } })
    emit(account, 'invoice_payment.paid', payment)
  }
  updateAndEmit(account, 'invoice.updated', invoice, it => {
    it.amount_paid = it.amount_due
    it.amount_remaining = 0
    it.attempted = true
    it.next_payment_attempt = null
    it.status = 'paid'
    it.status_transitions.paid_at = now
  })
  emit(account, 'invoice.paid', invoice)
  emit(account, 'invoice.payment_succeeded', invoice)
}

export function voidInvoice(account: Account, invoice: Stripe.Invoice): void {
  if (invoice.status !== 'open' && invoice.status !== 'draft') return
  const now = account.time.now()
  const payment = latestPayment(account, invoice)
  if (payment) {
    Object.assign(payment, { status: 'canceled', status_transitions: { canceled_at: now, paid_at: null } })
    const intent = getObject(account.paymentIntents, payment.payment.payment_intent!)
    Object.assign(intent, {
      canceled_at: now,
      cancellation_reason: 'void_invoice',
      next_action: null,
      status: 'canceled',
    })
    emit(account, 'payment_intent.canceled', intent)
  }
  updateAndEmit(account, 'invoice.updated', invoice, it => {
    it.status = 'void'
    it.next_payment_attempt = null
    it.automatically_finalizes_at = null
    it.status_transitions.voided_at = now
  })
  emit(account, 'invoice.voided', invoice)
}

export const getSubscription = (account: Account, invoice: Stripe.Invoice): Stripe.Subscription =>
  getObject(account.subscriptions, invoice.parent!.subscription_details!.subscription)

export const listPayments = (account: Account, invoice: Stripe.Invoice): Stripe.InvoicePayment[] =>
  [...account.invoicePayments.values()].filter(payment => payment.invoice === invoice.id)

export const latestPayment = (account: Account, invoice: Stripe.Invoice): Stripe.InvoicePayment | undefined =>
  listPayments(account, invoice).at(-1)

export function findPaymentIntent(account: Account, invoice: Stripe.Invoice): Stripe.PaymentIntent | undefined {
  const payment = latestPayment(account, invoice)
  return payment && getObject(account.paymentIntents, payment.payment.payment_intent!)
}

export function findInvoice(account: Account, intent: Stripe.PaymentIntent): Stripe.Invoice | undefined {
  const payment = [...account.invoicePayments.values()].find(({ payment }) => payment.payment_intent === intent.id)
  return payment && getObject(account.invoices, payment.invoice as string)
}

/** Payment method charged by default: the subscription's, or else the customer's. */
export function findInvoiceMethod(account: Account, invoice: Stripe.Invoice): Stripe.PaymentMethod | undefined {
  return findDefaultMethod(account, getSubscription(account, invoice))
}

export function findDefaultMethod(
  account: Account,
  { default_payment_method, customer }: Pick<Stripe.Subscription, 'default_payment_method' | 'customer'>,
): Stripe.PaymentMethod | undefined {
  const id =
    default_payment_method ?? account.customers.get(referenceId(customer))?.invoice_settings.default_payment_method
  return id ? account.paymentMethods.get(referenceId(id)) : undefined
}
