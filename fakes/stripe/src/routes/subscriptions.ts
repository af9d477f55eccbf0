import type { Stripe } from 'stripe'
import { endSubscription, hasEnded } from '../billing/cancel-subscription.ts'
import { createSubscription } from '../billing/create-subscription.ts'
import { resume } from '../billing/renewal.ts'
import { updateSubscription } from '../billing/update-subscription.ts'
import { invalidRequest, notFound } from '../errors.ts'
import { paginate } from '../requests/lists.ts'
import { type Call, defineRoute, type Route } from './route.ts'

const commonParams = [
  'cancel_at_period_end',
  'default_payment_method',
  'description',
  'items.price',
  'items.quantity',
  'metadata',
  'off_session',
  'payment_behavior',
  'payment_settings.save_default_payment_method',
  'payment_settings.payment_method_types',
  'payment_settings.payment_method_options.card.request_three_d_secure',
  'trial_settings',
]

export const subscriptionRoutes: Route[] = [
  defineRoute<Stripe.SubscriptionCreateParams>({
    method: 'POST',
    path: '/v1/subscriptions',
    params: 'SubscriptionCreateParams',
    supports: [...commonParams, 'customer', 'currency', 'trial_period_days', 'trial_end'],
    run: ({ account, params }) => createSubscription(account, params),
  }),
  defineRoute<Stripe.SubscriptionListParams>({
    method: 'GET',
    path: '/v1/subscriptions',
    params: 'SubscriptionListParams',
    supports: ['customer', 'price', 'status', 'created', 'limit', 'starting_after', 'ending_before'],
    run({ account, params: { customer, price, status, ...page } }) {
      const all = [...account.subscriptions.values()].filter(
        it =>
          it.customer === (customer ?? it.customer) &&
          (!price || it.items.data.some(item => item.price.id === price)) &&
          isListed(it, status),
      )
      return paginate('/v1/subscriptions', all, page)
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/subscriptions/:id',
    params: 'SubscriptionRetrieveParams',
    supports: [],
    run: subscriptionOf,
  }),
  defineRoute<Stripe.SubscriptionUpdateParams>({
    method: 'POST',
    path: '/v1/subscriptions/:id',
    params: 'SubscriptionUpdateParams',
    supports: [
      ...commonParams,
      'items.id',
      'proration_behavior',
      'proration_date',
      'cancel_at',
      'cancellation_details',
      'trial_end',
    ],
    run(call) {
      const subscription = subscriptionOf(call)
      updateSubscription(call.account, subscription, call.params)
      return subscription
    },
  }),
  defineRoute<Stripe.SubscriptionCancelParams>({
    method: 'DELETE',
    path: '/v1/subscriptions/:id',
    params: 'SubscriptionCancelParams',
    supports: ['cancellation_details'],
    run(call) {
      const subscription = subscriptionOf(call)
      if (hasEnded(subscription)) throw notFound('subscription', call.id)
      Object.assign(subscription.cancellation_details!, call.params.cancellation_details)
      endSubscription(call.account, subscription, 'cancellation_requested')
      return subscription
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/v1/subscriptions/:id/resume',
    params: 'SubscriptionResumeParams',
    supports: ['billing_cycle_anchor', 'proration_behavior'],
    run(call) {
      const subscription = subscriptionOf(call)
      if (subscription.status !== 'paused') throw invalidRequest('Only a paused subscription can be resumed.')
      resume(call.account, subscription)
      return subscription
    },
  }),
]

function subscriptionOf({ account, id }: Pick<Call, 'account' | 'id'>): Stripe.Subscription {
  const subscription = account.subscriptions.get(id)
  if (!subscription) throw notFound('subscription', id)
  return subscription
}

/** Canceled subscriptions are listed only on request. */
function isListed(subscription: Stripe.Subscription, status: Stripe.SubscriptionListParams['status']): boolean {
  if (status === undefined) return subscription.status !== 'canceled'
  if (status === 'all') return true
  return status === 'ended' ? hasEnded(subscription) : subscription.status === status
}
