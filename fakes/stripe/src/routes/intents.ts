import type { Stripe } from 'stripe'
import { type Account, referenceId } from '../account.ts'
import type { PaymentOutcome } from '../billing/attempt.ts'
import { pay } from '../billing/collect.ts'
import { findPaymentMethod } from '../billing/methods.ts'
import { confirmSetup } from '../billing/setup.ts'
import { mergeMetadata } from '../billing/update-subscription.ts'
import { ApiError, invalidRequest, notFound } from '../errors.ts'
import { emit } from '../events.ts'
import { newSetupIntent } from '../objects/intents.ts'
import { type Call, defineRoute, type Route } from './route.ts'

/** Accepted, but without effect in the fake. */
const ignored = ['return_url', 'use_stripe_sdk', 'mandate_data', 'off_session']

export const intentRoutes: Route[] = [
  defineRoute<Stripe.PaymentIntentRetrieveParams>({
    method: 'GET',
    path: '/v1/payment_intents/:id',
    params: 'PaymentIntentRetrieveParams',
    supports: ['client_secret'],
    isPublic: true,
    run: call => intentOf(call, call.account.paymentIntents, 'payment_intent'),
  }),
  defineRoute<Stripe.PaymentIntentConfirmParams>({
    method: 'POST',
    path: '/v1/payment_intents/:id/confirm',
    params: 'PaymentIntentConfirmParams',
    supports: ['payment_method', ...ignored],
    isPublic: true,
    run(call) {
      const { account, params } = call
      const intent = intentOf(call, account.paymentIntents, 'payment_intent')
      if (intent.status === 'succeeded' || intent.status === 'canceled') throw unexpectedState(intent)
      const method = resolveMethod(account, intent, params.payment_method)
      const outcome = pay(account, intent, method, { isAutomatic: false })
      throwIfDeclined(outcome, { payment_intent: structuredClone(intent), payment_method: method })
      return intent
    },
  }),
  defineRoute<Stripe.SetupIntentCreateParams>({
    method: 'POST',
    path: '/v1/setup_intents',
    params: 'SetupIntentCreateParams',
    supports: [
      'customer',
      'usage',
      'metadata',
      'description',
      'automatic_payment_methods',
      'payment_method',
      'confirm',
      ...ignored,
    ],
    run({ account, params }) {
      const {
        customer = null,
        usage,
        metadata,
        description,
        automatic_payment_methods,
        payment_method,
        confirm,
      } = params
      if (customer && !account.customers.has(customer)) throw notFound('customer', customer, 'customer')
      const setup = newSetupIntent({ customer, created: account.time.now() })
      setup.metadata = mergeMetadata({}, metadata ?? {})
      setup.description = description ?? null
      if (usage) setup.usage = usage
      if (automatic_payment_methods) setup.automatic_payment_methods = automatic_payment_methods
      account.setupIntents.set(setup.id, setup)
      emit(account, 'setup_intent.created', setup)
      if (confirm) confirmOrThrow(account, setup, payment_method)
      else if (payment_method) {
        setup.payment_method = findPaymentMethod(account, payment_method).id
        setup.status = 'requires_confirmation'
      }
      return setup
    },
  }),
  defineRoute<Stripe.SetupIntentRetrieveParams>({
    method: 'GET',
    path: '/v1/setup_intents/:id',
    params: 'SetupIntentRetrieveParams',
    supports: ['client_secret'],
    isPublic: true,
    run: call => intentOf(call, call.account.setupIntents, 'setup_intent'),
  }),
  defineRoute<Stripe.SetupIntentConfirmParams>({
    method: 'POST',
    path: '/v1/setup_intents/:id/confirm',
    params: 'SetupIntentConfirmParams',
    supports: ['payment_method', ...ignored],
    isPublic: true,
    run(call) {
      const setup = intentOf(call, call.account.setupIntents, 'setup_intent')
      if (setup.status === 'succeeded' || setup.status === 'canceled') throw unexpectedState(setup)
      confirmOrThrow(call.account, setup, call.params.payment_method)
      return setup
    },
  }),
]

function confirmOrThrow(account: Account, setup: Stripe.SetupIntent, methodId: string | undefined): void {
  const method = resolveMethod(account, setup, methodId)
  const outcome = confirmSetup(account, setup, method)
  throwIfDeclined(outcome, { setup_intent: structuredClone(setup), payment_method: method })
}

/** Finds an intent. Calls with the publishable key also need its client secret. */
function intentOf<T extends Stripe.PaymentIntent | Stripe.SetupIntent>(
  { id, isPublic, clientSecret }: Pick<Call, 'id' | 'isPublic' | 'clientSecret'>,
  intents: ReadonlyMap<string, T>,
  kind: string,
): T {
  const intent = intents.get(id)
  if (!intent) throw notFound(kind, id, 'intent')
  if (isPublic && clientSecret !== intent.client_secret)
    throw invalidRequest(
      `The client_secret provided does not match the client_secret associated with the ${intent.object}.`,
      {
        code: `${kind}_invalid_parameter`,
        param: 'client_secret',
      },
    )
  return intent
}

function resolveMethod(
  account: Account,
  intent: Stripe.PaymentIntent | Stripe.SetupIntent,
  methodId: string | undefined,
): Stripe.PaymentMethod {
  const reference = methodId ?? intent.payment_method
  const { customer } = intent
  if (!reference)
    throw invalidRequest(
      'You cannot confirm this intent because it is missing a payment method. You can either update the intent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.',
      { code: `${intent.object}_unexpected_state` },
    )
  const method = findPaymentMethod(account, referenceId(reference))
  if (method.customer !== null && (!customer || method.customer !== referenceId(customer)))
    throw invalidRequest('The provided PaymentMethod belongs to another customer.', { param: 'payment_method' })
  return method
}

function throwIfDeclined(outcome: PaymentOutcome, more: object): void {
  if (outcome.kind === 'declined') throw new ApiError(402, { type: 'card_error', ...outcome.decline, ...more })
}

const unexpectedState = (intent: Stripe.PaymentIntent | Stripe.SetupIntent): ApiError =>
  invalidRequest(`You cannot confirm this ${intent.object} because it has a status of ${intent.status}.`, {
    code: `${intent.object}_unexpected_state`,
    [intent.object]: intent,
  })
