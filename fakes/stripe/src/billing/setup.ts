import type { Stripe } from 'stripe'
import { type Account, getObject, referenceId } from '../account.ts'
import type { Decline } from '../cards.ts'
import { emit, updateAndEmit } from '../events.ts'
import { attachWithoutChecks, nextAction, type PaymentOutcome } from './attempt.ts'

/** Saves a payment method for later. No money moves, but 3-D Secure may be required. */
export function confirmSetup(
  account: Account,
  setup: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  { isAuthenticated = false } = {},
): PaymentOutcome {
  const card = getObject(account.cards, method.id)
  setup.payment_method = method.id
  setup.last_setup_error = null
  setup.next_action = null
  if (card.refused) {
    failSetup(account, setup, card.refused)
    return { kind: 'declined', decline: card.refused }
  }
  if (card.authentication && !isAuthenticated) {
    setup.status = 'requires_action'
    setup.next_action = nextAction(account, setup.id)
    emit(account, 'setup_intent.requires_action', setup)
    return { kind: 'action' }
  }
  if (isAuthenticated) account.authenticatedMethods.add(method.id)
  setup.status = 'succeeded'
  if (setup.customer && method.customer === null) attachWithoutChecks(account, method, referenceId(setup.customer))
  emit(account, 'setup_intent.succeeded', setup)
  for (const subscription of account.subscriptions.values())
    if (subscription.pending_setup_intent === setup.id)
      updateAndEmit(account, 'customer.subscription.updated', subscription, it => {
        it.pending_setup_intent = null
        it.default_payment_method = method.id
      })
  return { kind: 'succeeded' }
}

function failSetup(account: Account, setup: Stripe.SetupIntent, decline: Decline): void {
  setup.status = 'requires_payment_method'
  setup.payment_method = null
  setup.next_action = null
  setup.last_setup_error = { ...decline, type: 'card_error' } as Stripe.SetupIntent.LastSetupError
  emit(account, 'setup_intent.setup_failed', setup)
}

/** Applies the result of the bank's 3-D Secure page. */
export function completeSetupAuthentication(account: Account, setup: Stripe.SetupIntent, isPassed: boolean): void {
  const method = getObject(account.paymentMethods, setup.payment_method!)
  if (isPassed) confirmSetup(account, setup, method, { isAuthenticated: true })
  else
    failSetup(account, setup, {
      code: 'setup_intent_authentication_failure',
      message: 'The latest attempt to set up the payment method has failed because authentication failed.',
    })
}
