import type { Stripe } from 'stripe'
import { buildPhases, createSchedule, releaseSchedule } from '../billing/schedule-phases.ts'
import { mergeMetadata } from '../billing/update-subscription.ts'
import { invalidRequest, notFound, notFoundParam } from '../errors.ts'
import { updateAndEmit } from '../events.ts'
import { type Call, defineRoute, type Route } from './route.ts'

export const scheduleRoutes: Route[] = [
  defineRoute<Stripe.SubscriptionScheduleCreateParams>({
    method: 'POST',
    path: '/v1/subscription_schedules',
    params: 'SubscriptionScheduleCreateParams',
    supports: ['from_subscription'],
    run({ account, params }) {
      const subscription = account.subscriptions.get(params.from_subscription ?? '')
      if (!subscription) throw notFoundParam('subscription', params.from_subscription ?? '', 'from_subscription')
      return createSchedule(account, subscription)
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/subscription_schedules/:id',
    params: 'SubscriptionScheduleRetrieveParams',
    supports: [],
    run: scheduleOf,
  }),
  defineRoute<Stripe.SubscriptionScheduleUpdateParams>({
    method: 'POST',
    path: '/v1/subscription_schedules/:id',
    params: 'SubscriptionScheduleUpdateParams',
    supports: [
      'end_behavior',
      'metadata',
      'proration_behavior',
      'phases.items.price',
      'phases.items.quantity',
      'phases.start_date',
      'phases.end_date',
      'phases.duration',
      'phases.metadata',
      'phases.proration_behavior',
    ],
    run(call) {
      const { account, params } = call
      const schedule = scheduleOf(call)
      if (schedule.status !== 'active') throw invalidRequest(`A schedule that is ${schedule.status} cannot be changed.`)
      updateAndEmit(account, 'subscription_schedule.updated', schedule, it => {
        if (params.phases) {
          it.phases = buildPhases(account, schedule, params.phases)
          const { start_date, end_date } = it.phases[0]!
          it.current_phase = { start_date, end_date }
        }
        if (params.end_behavior) it.end_behavior = params.end_behavior
        if (params.metadata !== undefined) it.metadata = mergeMetadata(it.metadata, params.metadata)
      })
      return schedule
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/v1/subscription_schedules/:id/release',
    params: 'SubscriptionScheduleReleaseParams',
    supports: [],
    run(call) {
      const schedule = scheduleOf(call)
      releaseSchedule(call.account, schedule)
      return schedule
    },
  }),
]

function scheduleOf({ account, id }: Pick<Call, 'account' | 'id'>): Stripe.SubscriptionSchedule {
  const schedule = account.schedules.get(id)
  if (!schedule) throw notFound('subscription_schedule', id)
  return schedule
}
