import type { Stripe } from 'stripe'
import { type Account, getObject } from '../account.ts'
import { ApiError, invalidRequest, notFoundParam } from '../errors.ts'
import { emit } from '../events.ts'
import { newSetupIntent } from '../objects/intents.ts'
import { newItem, newSubscription, type Period } from '../objects/subscription.ts'
import { decidePayment, type PaymentOutcome } from './attempt.ts'
import { finalizeAndCharge } from './collect.ts'
import { periodLine } from './invoice-lines.ts'
import { draftInvoice, finalizeInvoice, findDefaultMethod } from './invoices.ts'
import { completeFreeInvoice } from './payment-outcome.ts'
import { day, nextPeriodEnd } from './period.ts'
import { findPrice } from './prices.ts'

type Params = Stripe.SubscriptionCreateParams

/** Creates a subscription and its first invoice. `payment_behavior` decides what happens if that is not paid at once. */
export function createSubscription(account: Account, params: Params): Stripe.Subscription {
  const customer = account.customers.get(params.customer!)
  if (!customer) throw notFoundParam('customer', params.customer!, 'customer')
  const subscription = buildSubscription(account, params, customer)
  const isFree = subscription.trial_end !== null || amountDue(subscription) === 0
  const behavior = params.payment_behavior ?? 'allow_incomplete'
  if (!isFree && behavior !== 'default_incomplete') requirePaymentMethod(account, subscription)
  if (!isFree && behavior === 'error_if_incomplete') requireImmediatePayment(account, subscription)

  customer.currency ??= subscription.currency
  account.subscriptions.set(subscription.id, subscription)
  if (subscription.trial_end !== null) subscription.status = 'trialing'
  else if (isFree) subscription.status = 'active'
  if (isFree && !findDefaultMethod(account, subscription)) collectMethodLater(account, subscription)
  const period = currentPeriod(subscription)
  const lines = subscription.items.data.map(item => periodLine(account, item, period, isFree))
  const invoice = draftInvoice(account, subscription, { reason: 'subscription_create', lines, period })
  emit(account, 'customer.subscription.created', subscription)
  if (isFree) {
    finalizeInvoice(account, invoice)
    completeFreeInvoice(account, invoice)
  } else if (behavior === 'default_incomplete') finalizeInvoice(account, invoice)
  else finalizeAndCharge(account, invoice)
  return subscription
}

/** The subscription, without the fields that depend on its payment. */
function buildSubscription(account: Account, params: Params, customer: Stripe.Customer): Stripe.Subscription {
  const now = account.time.now()
  const items = (params.items ?? []).map(({ price, quantity }, index) => ({
    price: findPrice(account, price, `items[${index}][price]`),
    quantity: quantity ?? 1,
  }))
  if (items.length === 0)
    throw invalidRequest('Missing required param: items.', { code: 'parameter_missing', param: 'items' })
  const { currency, recurring } = items[0]!.price
  if (customer.currency && customer.currency !== currency)
    throw invalidRequest(
      `You cannot combine currencies on a single customer. This customer has an active subscription, subscription schedule, discount, quote, or invoice item with currency ${customer.currency}.`,
    )
  const subscription = newSubscription({ customer: customer.id, currency, created: now })
  const trialEnd = trialEndOf(params, now)
  const anchor = trialEnd ?? now
  const end = trialEnd ?? nextPeriodEnd(now, now, recurring!)
  const period = { start: now, end }
  subscription.items.data = items.map(each => newItem({ ...each, subscription: subscription.id, period, created: now }))
  subscription.billing_cycle_anchor = anchor
  subscription.trial_start = trialEnd && now
  subscription.trial_end = trialEnd
  subscription.metadata = (params.metadata || {}) as Stripe.Metadata
  subscription.description = params.description ?? null
  subscription.default_payment_method = params.default_payment_method
    ? getObject(account.paymentMethods, requireOwnMethod(account, params.default_payment_method, customer.id)).id
    : null
  Object.assign(subscription.payment_settings!, params.payment_settings ?? {})
  Object.assign(subscription.trial_settings!.end_behavior, params.trial_settings?.end_behavior ?? {})
  if (params.cancel_at_period_end) {
    Object.assign(subscription, { cancel_at_period_end: true, cancel_at: end, canceled_at: now })
    subscription.cancellation_details!.reason = 'cancellation_requested'
  }
  return subscription
}

function trialEndOf({ trial_end, trial_period_days }: Params, now: number): number | null {
  if (typeof trial_end === 'number') return trial_end
  return trial_period_days ? now + trial_period_days * day : null
}

export function currentPeriod({ items }: Stripe.Subscription): Period {
  const [item] = items.data
  return { start: item!.current_period_start, end: item!.current_period_end }
}

const amountDue = ({ items }: Stripe.Subscription): number =>
  items.data.reduce((sum, { price, quantity }) => sum + (price.unit_amount ?? 0) * (quantity ?? 1), 0)

/** Checks that a payment method belongs to the customer, and returns its id. */
export function requireOwnMethod(account: Account, id: string, customer: string): string {
  const method = account.paymentMethods.get(id)
  if (!method) throw notFoundParam('PaymentMethod', id, 'default_payment_method')
  if (method.customer !== customer)
    throw invalidRequest(
      `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
      { code: 'resource_missing', param: 'default_payment_method' },
    )
  return id
}

/** Collects a payment method for later charges with a setup intent, because the first period is free. */
function collectMethodLater(account: Account, subscription: Stripe.Subscription): void {
  const customer = subscription.customer as string
  const setup = newSetupIntent({ customer, created: account.time.now() })
  account.setupIntents.set(setup.id, setup)
  subscription.pending_setup_intent = setup.id
  emit(account, 'setup_intent.created', setup)
}

export function requirePaymentMethod(account: Account, subscription: Stripe.Subscription): void {
  if (!findDefaultMethod(account, subscription))
    throw invalidRequest(
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
      { code: 'resource_missing' },
    )
}

export const canPayNow = (account: Account, subscription: Stripe.Subscription): boolean =>
  firstPaymentOutcome(account, subscription).kind === 'succeeded'

function firstPaymentOutcome(account: Account, subscription: Stripe.Subscription): PaymentOutcome {
  const method = findDefaultMethod(account, subscription)!
  return decidePayment(getObject(account.cards, method.id), account.authenticatedMethods.has(method.id))
}

/** For `error_if_incomplete`: throws if the first payment would not succeed at once. */
export function requireImmediatePayment(account: Account, subscription: Stripe.Subscription): void {
  const outcome = firstPaymentOutcome(account, subscription)
  if (outcome.kind === 'action')
    throw new ApiError(402, {
      type: 'card_error',
      code: 'subscription_payment_intent_requires_action',
      message:
        'Payment for this subscription requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with `subscription.latest_invoice`.',
    })
  if (outcome.kind === 'declined') throw new ApiError(402, { type: 'card_error', ...outcome.decline })
}
