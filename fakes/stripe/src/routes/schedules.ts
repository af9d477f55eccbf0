import type { Stripe } from 'stripe'
import { mergedMetadata } from '../billing/changing.ts'
import { phasesOf, release, scheduleFrom } from '../billing/scheduling.ts'
import { invalid, missing, missingParam } from '../errors.ts'
import { change } from '../events.ts'
import { type Call, type Route, route } from './route.ts'

export const scheduleRoutes: Route[] = [
  route<Stripe.SubscriptionScheduleCreateParams>({
    method: 'POST',
    path: '/v1/subscription_schedules',
    params: 'SubscriptionScheduleCreateParams',
    does: ['from_subscription'],
    run({ account, params }) {
      const subscription = account.subscriptions.get(params.from_subscription ?? '')
      if (!subscription) throw missingParam('subscription', params.from_subscription ?? '', 'from_subscription')
      return scheduleFrom(account, subscription)
    },
  }),
  route({
    method: 'GET',
    path: '/v1/subscription_schedules/:id',
    params: 'SubscriptionScheduleRetrieveParams',
    does: [],
    run: scheduleOf,
  }),
  route<Stripe.SubscriptionScheduleUpdateParams>({
    method: 'POST',
    path: '/v1/subscription_schedules/:id',
    params: 'SubscriptionScheduleUpdateParams',
    does: [
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
      if (schedule.status !== 'active') throw invalid(`A schedule that is ${schedule.status} cannot be changed.`)
      change(account, 'subscription_schedule.updated', schedule, it => {
        if (params.phases) {
          it.phases = phasesOf(account, schedule, params.phases)
          const { start_date, end_date } = it.phases[0]!
          it.current_phase = { start_date, end_date }
        }
        if (params.end_behavior) it.end_behavior = params.end_behavior
        if (params.metadata !== undefined) it.metadata = mergedMetadata(it.metadata, params.metadata)
      })
      return schedule
    },
  }),
  route({
    method: 'POST',
    path: '/v1/subscription_schedules/:id/release',
    params: 'SubscriptionScheduleReleaseParams',
    does: [],
    run(call) {
      const schedule = scheduleOf(call)
      release(call.account, schedule)
      return schedule
    },
  }),
]

function scheduleOf({ account, id }: Pick<Call, 'account' | 'id'>): Stripe.SubscriptionSchedule {
  const schedule = account.schedules.get(id)
  if (!schedule) throw missing('subscription_schedule', id)
  return schedule
}
