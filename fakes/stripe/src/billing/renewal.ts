import type { Stripe } from 'stripe'
import type { Account } from '../account.ts'
import { emit, updateAndEmit } from '../events.ts'
import type { Period } from '../objects/subscription.ts'
import { endSubscription } from './cancel-subscription.ts'
import { finalizeAndCharge } from './collect.ts'
import { currentPeriod } from './create-subscription.ts'
import { periodLine } from './invoice-lines.ts'
import { draftInvoice, findDefaultMethod, scheduleFinalization } from './invoices.ts'
import { nextPeriodEnd } from './period.ts'

/** Starts the next period at the end of a period or trial. */
export function renew(account: Account, subscription: Stripe.Subscription): void {
  const now = account.time.now()
  if (subscription.status === 'trialing' && !findDefaultMethod(account, subscription)) {
    const { missing_payment_method } = subscription.trial_settings!.end_behavior
    if (missing_payment_method === 'cancel') return void endSubscription(account, subscription, 'payment_failed')
    if (missing_payment_method === 'pause') return void pause(account, subscription)
  }
  const period = { start: now, end: nextPeriodEnd(subscription.billing_cycle_anchor, now, intervalOf(subscription)) }
  updateAndEmit(account, 'customer.subscription.updated', subscription, it => {
    if (it.status === 'trialing') it.status = 'active'
    const invoice = startPeriod(account, it, period)
    // An unpaid subscription still gets invoices, but they are not charged.
    if (it.status === 'unpaid') invoice.auto_advance = false
    else scheduleFinalization(account, invoice)
  })
}

/** Ends a trial early, on request, and bills the first period at once. */
export function endTrial(account: Account, subscription: Stripe.Subscription): void {
  if (subscription.status !== 'trialing') return
  startPeriodNow(account, subscription)
}

/** Resumes a paused subscription. Its new period starts now. */
export function resume(account: Account, subscription: Stripe.Subscription): void {
  startPeriodNow(account, subscription)
  emit(account, 'customer.subscription.resumed', subscription)
}

function startPeriodNow(account: Account, subscription: Stripe.Subscription): void {
  const now = account.time.now()
  let invoice!: Stripe.Invoice
  updateAndEmit(account, 'customer.subscription.updated', subscription, it => {
    it.status = 'active'
    it.billing_cycle_anchor = now
    if (it.trial_end !== null) it.trial_end = Math.min(it.trial_end, now)
    invoice = startPeriod(account, it, { start: now, end: nextPeriodEnd(now, now, intervalOf(it)) })
  })
  finalizeAndCharge(account, invoice)
}

function startPeriod(account: Account, subscription: Stripe.Subscription, period: Period): Stripe.Invoice {
  const before = currentPeriod(subscription)
  for (const item of subscription.items.data)
    Object.assign(item, { current_period_start: period.start, current_period_end: period.end })
  const lines = subscription.items.data.map(item => periodLine(account, item, period))
  return draftInvoice(account, subscription, { reason: 'subscription_cycle', lines, period: before })
}

function pause(account: Account, subscription: Stripe.Subscription): void {
  updateAndEmit(account, 'customer.subscription.updated', subscription, it => {
    it.status = 'paused'
  })
  emit(account, 'customer.subscription.paused', subscription)
}

const intervalOf = ({ items }: Stripe.Subscription): Stripe.Price.Recurring => items.data[0]!.price.recurring!
