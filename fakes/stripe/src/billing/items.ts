import type { Stripe } from 'stripe'
import { type Account, getObject } from '../account.ts'
import { emit, updateAndEmit } from '../events.ts'
import { toPlan } from '../objects/price.ts'
import type { PricedQuantity } from './invoice-lines.ts'
import { voidInvoice } from './invoices.ts'
import { day, hour } from './period.ts'

export interface ItemChange extends PricedQuantity {
  item: string
}

/** Sets prices and quantities on the items, and on the schedule's current phase. */
export function applyChanges(
  account: Account,
  subscription: Stripe.Subscription,
  changes: readonly ItemChange[],
): void {
  for (const { item: id, price, quantity } of changes) {
    const item = subscription.items.data.find(item => item.id === id)!
    Object.assign(item, { price, plan: toPlan(price), quantity })
  }
  const schedule = subscription.schedule ? getObject(account.schedules, subscription.schedule) : undefined
  const phase = schedule?.phases.find(({ start_date }) => start_date === schedule.current_phase?.start_date)
  if (!phase) return
  for (const [index, { price, quantity }] of subscription.items.data.entries())
    Object.assign(phase.items[index]!, { price: price.id, plan: price.id, quantity })
}

/** Stores changes that take effect once their invoice is paid, within 23 hours. */
export function setPendingUpdate(
  account: Account,
  subscription: Stripe.Subscription,
  changes: readonly ItemChange[],
  invoice: Stripe.Invoice,
): void {
  account.pendingUpdateInvoices.set(subscription.id, invoice.id)
  const items = structuredClone(subscription.items.data)
  for (const { item: id, price, quantity } of changes)
    Object.assign(items.find(item => item.id === id)!, { price, plan: toPlan(price), quantity })
  subscription.pending_update = {
    billing_cycle_anchor: null,
    cancel_at_period_end: null,
    discount: null,
    discounts: null,
    expires_at: Math.min(account.time.now() + day - hour, ...expiryLimits(subscription)),
    metadata: null,
    subscription_items: items,
    trial_end: null,
    trial_from_plan: null,
  }
}

/** A pending update expires no later than the period or the trial ends. */
const expiryLimits = ({ items, trial_end, status }: Stripe.Subscription): number[] => [
  items.data[0]!.current_period_end,
  ...(status === 'trialing' && trial_end !== null ? [trial_end] : []),
]

export function applyPendingUpdate(account: Account, subscription: Stripe.Subscription): void {
  const items = subscription.pending_update?.subscription_items ?? []
  account.pendingUpdateInvoices.delete(subscription.id)
  updateAndEmit(account, 'customer.subscription.updated', subscription, it => {
    it.pending_update = null
    applyChanges(
      account,
      it,
      items.map(({ id, price, quantity }) => ({ item: id, price, quantity: quantity ?? 1 })),
    )
  })
  emit(account, 'customer.subscription.pending_update_applied', subscription)
}

/** Drops an update that expired or was replaced, and voids its invoice. */
export function expirePendingUpdate(account: Account, subscription: Stripe.Subscription): void {
  const invoice = getObject(account.invoices, account.pendingUpdateInvoices.get(subscription.id)!)
  account.pendingUpdateInvoices.delete(subscription.id)
  subscription.pending_update = null
  emit(account, 'customer.subscription.pending_update_expired', subscription)
  voidInvoice(account, invoice)
}
