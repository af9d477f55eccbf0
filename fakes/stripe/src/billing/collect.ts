import type { Stripe } from 'stripe'
import { type Account, known } from '../account.ts'
import { emit } from '../events.ts'
import { attempt, failAuthentication, type Outcome } from './attempt.ts'
import { finalizeInvoice, intentOf, methodFor } from './invoices.ts'
import { failWithoutMethod, invoicePaid, settle } from './settle.ts'

/** Charges an open invoice automatically, as at a renewal. */
export function collect(account: Account, invoice: Stripe.Invoice): void {
  const method = methodFor(account, invoice)
  if (method) pay(account, intentOf(account, invoice)!, method, { isAutomatic: true })
  else failWithoutMethod(account, invoice)
}

/** Finalizes an invoice and charges it, unless the amount due is 0. */
export function bill(account: Account, invoice: Stripe.Invoice): void {
  finalizeInvoice(account, invoice)
  if (invoice.status === 'open') collect(account, invoice)
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
): Outcome {
  const outcome = attempt(account, intent, method, { isAuthenticated })
  settle(account, intent, outcome, isAutomatic)
  return outcome
}

/** Applies the result of the bank's 3-D Secure page. */
export function authenticate(account: Account, intent: Stripe.PaymentIntent, isPassed: boolean): void {
  const method = known(account.paymentMethods, intent.payment_method!)
  if (isPassed) return void pay(account, intent, method, { isAutomatic: false, isAuthenticated: true })
  failAuthentication(account, intent)
  settle(account, intent, { kind: 'declined', decline: { code: '', message: '' } }, false)
}

/** Marks an invoice as paid outside of Stripe. */
export function payOutside(account: Account, invoice: Stripe.Invoice): void {
  const intent = intentOf(account, invoice)
  if (intent) {
    Object.assign(intent, { status: 'canceled', canceled_at: account.time.now(), cancellation_reason: 'automatic' })
    emit(account, 'payment_intent.canceled', intent)
  }
  invoicePaid(account, invoice)
}
