import type { Stripe } from 'stripe'
import type { Account } from '../account.ts'
import { type TestCard, testCards } from '../cards.ts'
import { ApiError, notFoundParam } from '../errors.ts'
import { newPaymentMethod } from '../objects/payment-method.ts'
import { attachWithoutChecks } from './attempt.ts'

export function savePaymentMethod(account: Account, card: TestCard): Stripe.PaymentMethod {
  const method = newPaymentMethod(card, account.time.now())
  account.paymentMethods.set(method.id, method)
  account.cards.set(method.id, card)
  return method
}

/** Finds a payment method by id. The name of a test card creates a new one each time. */
export function findPaymentMethod(account: Account, id: string, param = 'payment_method'): Stripe.PaymentMethod {
  const card = Object.hasOwn(testCards, id) ? testCards[id] : undefined
  const method = card ? savePaymentMethod(account, card) : account.paymentMethods.get(id)
  if (!method) throw notFoundParam('PaymentMethod', id, param)
  return method
}

/** Attaches a payment method to a customer. Throws if the bank refuses to let the card be saved. */
export function attach(account: Account, method: Stripe.PaymentMethod, customer: string): void {
  if (!account.customers.has(customer)) throw notFoundParam('customer', customer, 'customer')
  if (method.customer === customer) return
  if (method.customer !== null)
    throw new ApiError(400, {
      type: 'invalid_request_error',
      message: 'The payment method you provided has already been attached to a customer.',
    })
  const refused = account.cards.get(method.id)?.refused
  if (refused) throw new ApiError(402, { type: 'card_error', ...refused })
  attachWithoutChecks(account, method, customer)
}
