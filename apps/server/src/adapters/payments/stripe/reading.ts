import type { Stripe } from 'stripe'
import type { PaidSubscription, Payments } from '../../../ports/payments.ts'
import { billing } from './billed.ts'
import { idOf, instant, isId, writtenOut } from './client.ts'
import { isMissing } from './errors.ts'
import { type PriceBook, planOfPrice } from './prices.ts'
import { paidSubscription, written } from './subscription.ts'

/** About a year of monthly invoices with an upgrade or two. Older ones can't be disputed any longer and are already in our ledger. */
const maxInvoices = 15

export interface Reading extends Pick<Payments, 'subscription' | 'subscriptionsOf'> {
  /** Fetches a subscription with all fields expanded that `PaidSubscription` needs. Null if not found. */
  retrieved(id: string): Promise<Stripe.Subscription | null>
  told(subscription: Stripe.Subscription): Promise<PaidSubscription>
}

export function reading(stripe: Stripe, book: PriceBook): Reading {
  const { withCharges } = billing(stripe, book)

  async function retrieved(id: string): Promise<Stripe.Subscription | null> {
    if (!isId(id)) return null
    return stripe.subscriptions.retrieve(id, { expand: written }).catch((error: unknown) => {
      if (isMissing(error)) return null
      throw error
    })
  }

  async function told(subscription: Stripe.Subscription): Promise<PaidSubscription> {
    const [invoices, nextPlan] = await Promise.all([
      stripe.invoices.list({ subscription: subscription.id, limit: maxInvoices }),
      fetchNextPlan(subscription),
    ])
    const [item] = subscription.items.data
    const planId = item ? planOfPrice(item.price) : null
    return paidSubscription(subscription, {
      billed: await Promise.all(invoices.data.map(withCharges)),
      planId,
      nextPlan,
    })
  }

  async function fetchNextPlan(subscription: Stripe.Subscription): Promise<PaidSubscription['nextPlan']> {
    const next = nextPhase(subscription)
    const planId = next ? await book.planOf(idOf(next.items[0]!.price)) : null
    return next && planId ? { planId, at: instant(next.start_date) } : null
  }

  return {
    retrieved,
    told,
    async subscription(id) {
      const found = await retrieved(id)
      return found && told(found)
    },
    async subscriptionsOf(customer) {
      const { data } = await stripe.subscriptions.list({ customer, status: 'all', limit: 100 })
      return data.map(({ id, ended_at }) => ({ id, isOver: ended_at !== null }))
    },
  }
}

/** The phase after the current one of an active schedule. */
export function nextPhase(subscription: Stripe.Subscription): Stripe.SubscriptionSchedule.Phase | undefined {
  const schedule = writtenOut(subscription.schedule)
  if (schedule?.status !== 'active' || !schedule.current_phase) return undefined
  const { end_date } = schedule.current_phase
  return schedule.phases.find(({ start_date, items }) => start_date >= end_date && items.length > 0)
}
