import type { Stripe } from 'stripe'
import type { Account } from '../account.ts'
import { emit } from '../events.ts'
import { endSubscription, expireSubscription, hasEnded } from './cancel-subscription.ts'
import { chargeInvoice, finalizeAndCharge } from './collect.ts'
import { currentPeriod } from './create-subscription.ts'
import { expirePendingUpdate } from './items.ts'
import { day, hour } from './period.ts'
import { renew } from './renewal.ts'
import { advancePhase } from './schedule-phases.ts'

/** Something to run at a time, in seconds. Of several at the same time, the first listed runs first. */
export interface DueEvent {
  at: number
  run(): void
}

/** The next due event, derived from the objects themselves. */
export function nextDueEvent(account: Account): DueEvent | undefined {
  const due = [
    ...[...account.schedules.values()].flatMap(schedule => dueOfSchedule(account, schedule)),
    ...[...account.subscriptions.values()].flatMap(subscription => dueOfSubscription(account, subscription)),
    ...[...account.invoices.values()].flatMap(invoice => dueOfInvoice(account, invoice)),
  ]
  return due.reduce<DueEvent | undefined>((first, each) => (first && first.at <= each.at ? first : each), undefined)
}

/** Runs everything due by now in order, with the clock at the time of each event. */
export function runDueEvents(account: Account): void {
  for (let due = nextDueEvent(account); due && due.at <= account.time.now(); due = nextDueEvent(account))
    account.time.runAt(due.at, due.run)
}

function dueOfSchedule(account: Account, schedule: Stripe.SubscriptionSchedule): DueEvent[] {
  const end = schedule.status === 'active' ? schedule.current_phase?.end_date : undefined
  return end ? [{ at: end, run: () => advancePhase(account, schedule) }] : []
}

const hoursToPay = 23
const trialEndNoticeDays = 3

function dueOfSubscription(account: Account, subscription: Stripe.Subscription): DueEvent[] {
  const { id, status, created, pending_update, trial_end, cancel_at } = subscription
  if (hasEnded(subscription) || status === 'paused') return []
  if (status === 'incomplete')
    return [{ at: created + hoursToPay * hour, run: () => expireSubscription(account, subscription) }]
  const due: DueEvent[] = []
  if (pending_update) due.push({ at: pending_update.expires_at, run: () => expirePendingUpdate(account, subscription) })
  if (status === 'trialing' && trial_end !== null && !account.announcedTrialEnds.has(id))
    due.push({ at: Math.max(created, trial_end - trialEndNoticeDays * day), run: () => announceTrialEnd(account, id) })
  if (cancel_at !== null)
    due.push({ at: cancel_at, run: () => endSubscription(account, subscription, 'cancellation_requested') })
  due.push({ at: currentPeriod(subscription).end, run: () => renew(account, subscription) })
  return due
}

function announceTrialEnd(account: Account, id: string): void {
  account.announcedTrialEnds.add(id)
  emit(account, 'customer.subscription.trial_will_end', account.subscriptions.get(id)!)
}

function dueOfInvoice(account: Account, invoice: Stripe.Invoice): DueEvent[] {
  const { status, automatically_finalizes_at, next_payment_attempt } = invoice
  if (status === 'draft' && automatically_finalizes_at !== null)
    return [{ at: automatically_finalizes_at, run: () => finalizeAndCharge(account, invoice) }]
  if (status === 'open' && next_payment_attempt !== null)
    return [{ at: next_payment_attempt, run: () => chargeInvoice(account, invoice) }]
  return []
}
