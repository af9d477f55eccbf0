import type { Stripe } from 'stripe'
import { type Account, getObject, referenceId } from '../account.ts'
import { invalidRequest } from '../errors.ts'
import { emit, updateAndEmit } from '../events.ts'
import { newPhase, newSchedule } from '../objects/schedule.ts'
import { endSubscription, hasEnded } from './cancel-subscription.ts'
import { applyChanges } from './items.ts'
import { addIntervals } from './period.ts'
import { findPrice } from './prices.ts'

export function createSchedule(account: Account, subscription: Stripe.Subscription): Stripe.SubscriptionSchedule {
  if (subscription.schedule)
    throw invalidRequest(
      `You cannot migrate a subscription that is already attached to a schedule: ${referenceId(subscription.schedule)}.`,
      { param: 'from_subscription' },
    )
  if (hasEnded(subscription) || subscription.status === 'incomplete')
    throw invalidRequest(`You cannot migrate a subscription that is ${subscription.status}.`, {
      param: 'from_subscription',
    })
  const schedule = newSchedule({ subscription, created: account.time.now() })
  account.schedules.set(schedule.id, schedule)
  updateAndEmit(account, 'customer.subscription.updated', subscription, it => {
    it.schedule = schedule.id
  })
  emit(account, 'subscription_schedule.created', schedule)
  return schedule
}

type Phases = NonNullable<Stripe.SubscriptionScheduleUpdateParams['phases']>

/** The new phases. Past phases may be omitted; the current one must keep its start date. */
export function buildPhases(
  account: Account,
  schedule: Stripe.SubscriptionSchedule,
  phases: Phases,
): Stripe.SubscriptionSchedule.Phase[] {
  const first = schedule.current_phase?.start_date ?? account.time.now()
  let start = first
  return phases.map((phase, index) => {
    const path = `phases[${index}]`
    if (typeof phase.start_date === 'number' && phase.start_date !== start)
      throw invalidRequest(
        index === 0
          ? 'You can not modify the start date of the current phase.'
          : 'The start date of each phase must be the end date of the previous phase.',
        { param: `${path}[start_date]` },
      )
    const items = phase.items.map((item, itemIndex) => ({
      price: findPrice(account, item.price, `${path}[items][${itemIndex}][price]`).id,
      quantity: item.quantity ?? 1,
    }))
    const end = resolveEnd(account, phase, start, items[0]!.price, index === phases.length - 1)
    if (end === undefined)
      throw invalidRequest(`Missing required param: ${path}[end_date].`, { param: `${path}[end_date]` })
    if (end <= start)
      throw invalidRequest('The end date of a phase must be after its start date.', { param: `${path}[end_date]` })
    const built = newPhase({
      items,
      period: { start, end },
      currency: getObject(account.prices, items[0]!.price).currency,
      metadata: (phase.metadata ?? {}) as Stripe.Metadata,
      ...(phase.proration_behavior ? { proration: phase.proration_behavior } : {}),
    })
    start = end
    return built
  })
}

/** The last phase may omit its end, and then lasts one period. */
function resolveEnd(
  account: Account,
  { end_date, duration }: Phases[number],
  start: number,
  price: string,
  isLast: boolean,
): number | undefined {
  if (end_date === 'now') return account.time.now()
  if (typeof end_date === 'number') return end_date
  if (duration)
    return addIntervals(start, 1, { interval: duration.interval, interval_count: duration.interval_count ?? 1 })
  return isLast ? addIntervals(start, 1, getObject(account.prices, price).recurring!) : undefined
}

/** Moves to the next phase. After the last one, releases the schedule or cancels the subscription. */
export function advancePhase(account: Account, schedule: Stripe.SubscriptionSchedule): void {
  const subscription = getObject(account.subscriptions, schedule.subscription!)
  const next = schedule.phases.find(({ start_date }) => start_date === schedule.current_phase!.end_date)
  if (next) {
    updateAndEmit(account, 'subscription_schedule.updated', schedule, it => {
      it.current_phase = { start_date: next.start_date, end_date: next.end_date }
    })
    updateAndEmit(account, 'customer.subscription.updated', subscription, it => {
      applyChanges(
        account,
        it,
        next.items.map(({ price, quantity }, index) => ({
          item: it.items.data[index]!.id,
          price: getObject(account.prices, price as string),
          quantity: quantity ?? 1,
        })),
      )
      it.metadata = { ...it.metadata, ...next.metadata }
    })
    return
  }
  if (schedule.end_behavior !== 'cancel') return void releaseSchedule(account, schedule)
  Object.assign(schedule, { status: 'completed', completed_at: account.time.now(), current_phase: null })
  subscription.schedule = null
  emit(account, 'subscription_schedule.completed', schedule)
  endSubscription(account, subscription, 'cancellation_requested')
}

/** Detaches the schedule from its subscription, which continues unchanged. */
export function releaseSchedule(account: Account, schedule: Stripe.SubscriptionSchedule): void {
  if (schedule.status !== 'active' && schedule.status !== 'not_started')
    throw invalidRequest(
      `You cannot release a subscription schedule that is currently in the \`${schedule.status}\` status. It must be in the \`not_started\` or \`active\` status.`,
    )
  const subscription = getObject(account.subscriptions, schedule.subscription!)
  Object.assign(schedule, {
    status: 'released',
    released_at: account.time.now(),
    released_subscription: subscription.id,
    subscription: null,
    current_phase: null,
  })
  emit(account, 'subscription_schedule.released', schedule)
  updateAndEmit(account, 'customer.subscription.updated', subscription, it => {
    it.schedule = null
  })
}
