import type { Stripe } from 'stripe'
import { type Account, getObject, referenceId } from '../account.ts'
import type { Decline, TestCard } from '../cards.ts'
import { emit, updateAndEmit } from '../events.ts'
import { newCharge } from '../objects/charge.ts'

export type PaymentOutcome = { kind: 'succeeded' } | { kind: 'action' } | { kind: 'declined'; decline: Decline }

/** The bank's decision on a payment with a card. */
export function decidePayment(card: TestCard, wasAuthenticated: boolean): PaymentOutcome {
  const decline = card.refused ?? card.declined
  if (decline) return { kind: 'declined', decline }
  const needsAction = card.authentication === 'always' || (card.authentication === 'first' && !wasAuthenticated)
  return { kind: needsAction ? 'action' : 'succeeded' }
}

/** Tries to charge an intent to a payment method. `isAuthenticated`: 3-D Secure was just passed. */
export function attemptPayment(
  account: Account,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  { isAuthenticated = false } = {},
): PaymentOutcome {
  const card = getObject(account.cards, method.id)
  const decision = decidePayment(card, account.authenticatedMethods.has(method.id))
  const outcome: PaymentOutcome = decision.kind === 'action' && isAuthenticated ? { kind: 'succeeded' } : decision
  intent.payment_method = method.id
  intent.last_payment_error = null
  intent.next_action = null
  if (outcome.kind === 'action') {
    intent.status = 'requires_action'
    intent.next_action = nextAction(account, intent.id)
    emit(account, 'payment_intent.requires_action', intent)
    return outcome
  }
  const decline = outcome.kind === 'declined' ? outcome.decline : null
  const receiptUrl = `${account.url}/receipts/${intent.id}`
  const charge = newCharge({ intent, method, card, decline, receiptUrl, created: account.time.now() })
  account.charges.set(charge.id, charge)
  intent.latest_charge = charge.id
  if (decline) {
    fail(account, intent, { ...decline, charge: charge.id, payment_method: method })
    return outcome
  }
  if (isAuthenticated) account.authenticatedMethods.add(method.id)
  if (intent.setup_future_usage && method.customer === null)
    attachWithoutChecks(account, method, referenceId(intent.customer!))
  intent.status = 'succeeded'
  intent.amount_received = intent.amount
  emit(account, 'charge.succeeded', charge)
  emit(account, 'payment_intent.succeeded', intent)
  return outcome
}

/** Resets the intent to `requires_payment_method` and records the error. */
function fail(
  account: Account,
  intent: Stripe.PaymentIntent,
  error: Decline & Pick<Stripe.PaymentIntent.LastPaymentError, 'charge' | 'payment_method'>,
): void {
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.next_action = null
  intent.last_payment_error = { ...error, type: 'card_error' } as Stripe.PaymentIntent.LastPaymentError
  if (error.charge) emit(account, 'charge.failed', getObject(account.charges, error.charge))
  emit(account, 'payment_intent.payment_failed', intent)
}

/** The customer failed 3-D Secure. */
export function failAuthentication(account: Account, intent: Stripe.PaymentIntent): void {
  fail(account, intent, authenticationFailure)
}

export const authenticationFailure: Decline = {
  code: 'payment_intent_authentication_failure',
  message:
    'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
}

export function attachWithoutChecks(account: Account, method: Stripe.PaymentMethod, customer: string): void {
  method.customer = customer
  emit(account, 'payment_method.attached', method)
}

export function detach(account: Account, method: Stripe.PaymentMethod): void {
  updateAndEmit(account, 'payment_method.detached', method, it => {
    it.customer = null
  })
}

/** Makes Stripe.js show the bank's 3-D Secure page. */
export const nextAction = (account: Account, intent: string) => ({
  type: 'use_stripe_sdk',
  use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: `${account.url}/three-d-secure/${intent}` },
})
