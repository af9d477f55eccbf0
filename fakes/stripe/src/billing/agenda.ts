import type { Stripe } from 'stripe'
import type { Account } from '../account.ts'
import { emit } from '../events.ts'
import { bill, collect } from './collect.ts'
import { periodOf } from './creation.ts'
import { endSubscription, expireSubscription, isOver } from './ending.ts'
import { expirePendingUpdate } from './items.ts'
import { day, hour } from './period.ts'
import { renew } from './renewal.ts'
import { passPhase } from './scheduling.ts'

/** Something to run at a time, in seconds. Of several at the same time, the first listed runs first. */
export interface Due {
  at: number
  run(): void
}

/** The next due event, derived from the objects themselves. */
export function nextDue(account: Account): Due | undefined {
  const due = [
    ...[...account.schedules.values()].flatMap(schedule => dueOfSchedule(account, schedule)),
    ...[...account.subscriptions.values()].flatMap(subscription => dueOfSubscription(account, subscription)),
    ...[...account.invoices.values()].flatMap(invoice => dueOfInvoice(account, invoice)),
  ]
  return due.reduce<Due | undefined>((first, each) => (first && first.at <= each.at ? first : each), undefined)
}

/** Runs everything due by now in order, with the clock at the time of each event. */
export function catchUp(account: Account): void {
  for (let due = nextDue(account); due && due.at <= account.time.now(); due = nextDue(account))
    account.time.during(due.at, due.run)
}

function dueOfSchedule(account: Account, schedule: Stripe.SubscriptionSchedule): Due[] {
  const end = schedule.status === 'active' ? schedule.current_phase?.end_date : undefined
  return end ? [{ at: end, run: () => passPhase(account, schedule) }] : []
}

const hoursToPay = 23
const trialEndNoticeDays = 3

function dueOfSubscription(account: Account, subscription: Stripe.Subscription): Due[] {
  const { id, status, created, pending_update, trial_end, cancel_at } = subscription
  if (isOver(subscription) || status === 'paused') return []
  if (status === 'incomplete')
    return [{ at: created + hoursToPay * hour, run: () => expireSubscription(account, subscription) }]
  const due: Due[] = []
  if (pending_update) due.push({ at: pending_update.expires_at, run: () => expirePendingUpdate(account, subscription) })
  if (status === 'trialing' && trial_end !== null && !account.toldOfTrialEnd.has(id))
    due.push({ at: Math.max(created, trial_end - trialEndNoticeDays * day), run: () => announceTrialEnd(account, id) })
  if (cancel_at !== null)
    due.push({ at: cancel_at, run: () => endSubscription(account, subscription, 'cancellation_requested') })
  due.push({ at: periodOf(subscription).end, run: () => renew(account, subscription) })
  return due
}

function announceTrialEnd(account: Account, id: string): void {
  account.toldOfTrialEnd.add(id)
  emit(account, 'customer.subscription.trial_will_end', account.subscriptions.get(id)!)
}

function dueOfInvoice(account: Account, invoice: Stripe.Invoice): Due[] {
  const { status, automatically_finalizes_at, next_payment_attempt } = invoice
  if (status === 'draft' && automatically_finalizes_at !== null)
    return [{ at: automatically_finalizes_at, run: () => bill(account, invoice) }]
  if (status === 'open' && next_payment_attempt !== null)
    return [{ at: next_payment_attempt, run: () => collect(account, invoice) }]
  return []
}
