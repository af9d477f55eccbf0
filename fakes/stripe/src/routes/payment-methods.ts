import type { Stripe } from 'stripe'
import { detach } from '../billing/attempt.ts'
import { attach, findPaymentMethod, savePaymentMethod } from '../billing/methods.ts'
import { findCardByNumber, findCardByToken, type TestCard, testCards } from '../cards.ts'
import { ApiError, invalidRequest, notFound } from '../errors.ts'
import { paginate } from '../requests/lists.ts'
import { type Call, defineRoute, type Route } from './route.ts'

export const paymentMethodRoutes: Route[] = [
  defineRoute<Stripe.PaymentMethodCreateParams>({
    method: 'POST',
    path: '/v1/payment_methods',
    params: 'PaymentMethodCreateParams',
    supports: ['type', 'card', 'billing_details'],
    isPublic: true,
    run({ account, params }) {
      if (params.type !== 'card') throw invalidRequest('The Stripe fake supports only cards.', { param: 'type' })
      const method = savePaymentMethod(account, resolveCard(params.card))
      const { name, email, phone, address } = params.billing_details ?? {}
      Object.assign(method.billing_details, {
        ...(name ? { name } : {}),
        ...(email ? { email } : {}),
        ...(phone ? { phone } : {}),
      })
      if (address) Object.assign(method.billing_details.address!, address)
      if (params.card && 'exp_month' in params.card)
        Object.assign(method.card!, { exp_month: params.card.exp_month, exp_year: params.card.exp_year })
      return method
    },
  }),
  defineRoute<Stripe.PaymentMethodListParams>({
    method: 'GET',
    path: '/v1/payment_methods',
    params: 'PaymentMethodListParams',
    supports: ['customer', 'type', 'limit', 'starting_after', 'ending_before'],
    run({ account, params: { customer, type, ...page } }) {
      const all = [...account.paymentMethods.values()].filter(
        it => it.customer !== null && it.customer === customer && it.type === (type ?? it.type),
      )
      return paginate('/v1/payment_methods', all, page)
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/payment_methods/:id',
    params: 'PaymentMethodRetrieveParams',
    supports: [],
    run: methodOf,
  }),
  defineRoute<Stripe.PaymentMethodAttachParams>({
    method: 'POST',
    path: '/v1/payment_methods/:id/attach',
    params: 'PaymentMethodAttachParams',
    supports: ['customer'],
    run(call) {
      const { account, id, params } = call
      const method = Object.hasOwn(testCards, id) ? findPaymentMethod(account, id) : methodOf(call)
      attach(account, method, params.customer ?? '')
      return method
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/v1/payment_methods/:id/detach',
    params: 'PaymentMethodDetachParams',
    supports: [],
    run(call) {
      const method = methodOf(call)
      if (method.customer === null)
        throw invalidRequest(
          'The payment method you provided is not attached to a customer so detachment is impossible.',
        )
      detach(call.account, method)
      for (const subscription of call.account.subscriptions.values())
        if (subscription.default_payment_method === method.id) subscription.default_payment_method = null
      for (const { invoice_settings } of call.account.customers.values())
        if (invoice_settings.default_payment_method === method.id) invoice_settings.default_payment_method = null
      return method
    },
  }),
]

function methodOf({ account, id }: Pick<Call, 'account' | 'id'>): Stripe.PaymentMethod {
  const method = account.paymentMethods.get(id)
  if (!method) throw notFound('PaymentMethod', id, 'payment_method')
  return method
}

function resolveCard(card: Stripe.PaymentMethodCreateParams['card']): TestCard {
  const testCard = card && 'token' in card ? findCardByToken(card.token ?? '') : findCardByNumber(card?.number ?? '')
  if (testCard) return testCard
  throw new ApiError(402, {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'test_mode_live_card',
    message:
      'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
    param: '',
  })
}
