import type { Stripe } from 'stripe'
import { type Account, getObject } from '../account.ts'
import { emit } from '../events.ts'
import { attemptPayment, failAuthentication, type PaymentOutcome } from './attempt.ts'
import { finalizeInvoice, findInvoiceMethod, findPaymentIntent } from './invoices.ts'
import { applyPaymentOutcome, completeInvoice, failWithoutMethod } from './payment-outcome.ts'

/** Charges an open invoice automatically, as at a renewal. */
export function chargeInvoice(account: Account, invoice: Stripe.Invoice): void {
  const method = findInvoiceMethod(account, invoice)
  if (method) pay(account, findPaymentIntent(account, invoice)!, method, { isAutomatic: true })
  else failWithoutMethod(account, invoice)
}

/** Finalizes an invoice and charges it, unless the amount due is 0. */
export function finalizeAndCharge(account: Account, invoice: Stripe.Invoice): void {
  finalizeInvoice(account, invoice)
  if (invoice.status === 'open') chargeInvoice(account, invoice)
}

interface PaymentContext {
  /** The customer is not present. */
  isAutomatic: boolean
  /** 3-D Secure was just passed. */
  isAuthenticated?: boolean
}

export function pay(
  account: Account,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  { isAutomatic, isAuthenticated = false }: PaymentContext,
): PaymentOutcome {
  const outcome = attemptPayment(account, intent, method, { isAuthenticated })
  applyPaymentOutcome(account, intent, outcome, isAutomatic)
  return outcome
}

/** Applies the result of the bank's 3-D Secure page. */
export function completeAuthentication(account: Account, intent: Stripe.PaymentIntent, isPassed: boolean): void {
  const method = getObject(account.paymentMethods, intent.payment_method!)
  if (isPassed) return void pay(account, intent, method, { isAutomatic: false, isAuthenticated: true })
  failAuthentication(account, intent)
  applyPaymentOutcome(account, intent, { kind: 'declined', decline: { code: '', message: '' } }, false)
}

/** Marks an invoice as paid outside of Stripe. */
export function markPaidOutOfBand(account: Account, invoice: Stripe.Invoice): void {
  const intent = findPaymentIntent(account, invoice)
  if (intent) {
    Object.assign(intent, { status: 'canceled', canceled_at: account.time.now(), cancellation_reason: 'automatic' })
    emit(account, 'payment_intent.canceled', intent)
  }
  completeInvoice(account, invoice)
}
