import type { Stripe } from 'stripe'
import type { Account } from '../account.ts'
import { change, emit } from '../events.ts'
import type { Period } from '../objects/subscription.ts'
import { bill } from './collect.ts'
import { periodOf } from './creation.ts'
import { endSubscription } from './ending.ts'
import { defaultMethodOf, draftInvoice, restAsDraft } from './invoices.ts'
import { periodLine } from './lines.ts'
import { boundaryAfter } from './period.ts'

/** The period, or the trial, is over: on to the next one. */
export function renew(account: Account, subscription: Stripe.Subscription): void {
  const now = account.time.now()
  if (subscription.status === 'trialing' && !defaultMethodOf(account, subscription)) {
    const { missing_payment_method } = subscription.trial_settings!.end_behavior
    if (missing_payment_method === 'cancel') return void endSubscription(account, subscription, 'payment_failed')
    if (missing_payment_method === 'pause') return void pause(account, subscription)
  }
  const period = { start: now, end: boundaryAfter(subscription.billing_cycle_anchor, now, rhythmOf(subscription)) }
  change(account, 'customer.subscription.updated', subscription, it => {
    if (it.status === 'trialing') it.status = 'active'
    const invoice = beginPeriod(account, it, period)
    // What is unpaid for good is written up and not asked for.
    if (it.status === 'unpaid') invoice.auto_advance = false
    else restAsDraft(account, invoice)
  })
}

/** The trial ends now, by request, and the first period is billed at once. */
export function endTrial(account: Account, subscription: Stripe.Subscription): void {
  if (subscription.status !== 'trialing') return
  startAnew(account, subscription)
}

/** A paused one goes on, with a period that begins now. */
export function resume(account: Account, subscription: Stripe.Subscription): void {
  startAnew(account, subscription)
  emit(account, 'customer.subscription.resumed', subscription)
}

function startAnew(account: Account, subscription: Stripe.Subscription): void {
  const now = account.time.now()
  let invoice!: Stripe.Invoice
  change(account, 'customer.subscription.updated', subscription, it => {
    it.status = 'active'
    it.billing_cycle_anchor = now
    if (it.trial_end !== null) it.trial_end = Math.min(it.trial_end, now)
    invoice = beginPeriod(account, it, { start: now, end: boundaryAfter(now, now, rhythmOf(it)) })
  })
  bill(account, invoice)
}

function beginPeriod(account: Account, subscription: Stripe.Subscription, period: Period): Stripe.Invoice {
  const before = periodOf(subscription)
  for (const item of subscription.items.data)
    Object.assign(item, { current_period_start: period.start, current_period_end: period.end })
  const lines = subscription.items.data.map(item => periodLine(account, item, period))
  return draftInvoice(account, subscription, { reason: 'subscription_cycle', lines, period: before })
}

function pause(account: Account, subscription: Stripe.Subscription): void {
  change(account, 'customer.subscription.updated', subscription, it => {
    it.status = 'paused'
  })
  emit(account, 'customer.subscription.paused', subscription)
}

const rhythmOf = ({ items }: Stripe.Subscription): Stripe.Price.Recurring => items.data[0]!.price.recurring!
