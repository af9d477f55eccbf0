import type { Stripe } from 'stripe'
import type { PaidSubscription, Payments } from '../../../ports/payments.ts'
import { billing } from './billed.ts'
import { idOf, instant, isId, writtenOut } from './client.ts'
import { isMissing } from './errors.ts'
import { type PriceBook, planOfPrice } from './prices.ts'
import { paidSubscription, written } from './subscription.ts'

/** About a year of months with an upgrade or two. Banks take nothing back after so long, and the ledger has it already. */
const mostInvoices = 15

export interface Reading extends Pick<Payments, 'subscription' | 'subscriptionsOf'> {
  /** Written out as it has to be to be told; null when there is none. */
  retrieved(id: string): Promise<Stripe.Subscription | null>
  told(subscription: Stripe.Subscription): Promise<PaidSubscription>
}

export function reading(stripe: Stripe, book: PriceBook): Reading {
  const { billed } = billing(stripe, book)

  async function retrieved(id: string): Promise<Stripe.Subscription | null> {
    if (!isId(id)) return null
    return stripe.subscriptions.retrieve(id, { expand: written }).catch((error: unknown) => {
      if (isMissing(error)) return null
      throw error
    })
  }

  async function told(subscription: Stripe.Subscription): Promise<PaidSubscription> {
    const [invoices, nextPlan] = await Promise.all([
      stripe.invoices.list({ subscription: subscription.id, limit: mostInvoices }),
      nextPlanOf(subscription),
    ])
    const [item] = subscription.items.data
    const planId = item ? planOfPrice(item.price) : null
    return paidSubscription(subscription, { billed: await Promise.all(invoices.data.map(billed)), planId, nextPlan })
  }

  /** What a schedule has in store. */
  async function nextPlanOf(subscription: Stripe.Subscription): Promise<PaidSubscription['nextPlan']> {
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

/** Of a schedule that runs, what comes after now. */
export function nextPhase(subscription: Stripe.Subscription): Stripe.SubscriptionSchedule.Phase | undefined {
  const schedule = writtenOut(subscription.schedule)
  if (schedule?.status !== 'active' || !schedule.current_phase) return undefined
  const { end_date } = schedule.current_phase
  return schedule.phases.find(({ start_date, items }) => start_date >= end_date && items.length > 0)
}
