import type { Stripe } from 'stripe'
import type { PaidSubscription, Payments } from '../../../ports/payments.ts'
import { dateFromSeconds, expandableId, expandedObject, isId } from './client.ts'
import { isMissing } from './errors.ts'
import { invoiceCharges } from './invoice-charges.ts'
import { type PriceBook, planFromPrice } from './prices.ts'
import { expandedFields, mapSubscription } from './subscription.ts'

/** About a year of monthly invoices with an upgrade or two. Older ones can't be disputed any longer and are already in our ledger. */
const maxInvoices = 15

export interface SubscriptionReader extends Pick<Payments, 'subscription' | 'listSubscriptions'> {
  /** Fetches a subscription with all fields expanded that `PaidSubscription` needs. Null if not found. */
  retrieve(id: string): Promise<Stripe.Subscription | null>
  toPaidSubscription(subscription: Stripe.Subscription): Promise<PaidSubscription>
}

export function subscriptionReader(stripe: Stripe, book: PriceBook): SubscriptionReader {
  const { withCharges } = invoiceCharges(stripe, book)

  async function retrieve(id: string): Promise<Stripe.Subscription | null> {
    if (!isId(id)) return null
    return stripe.subscriptions.retrieve(id, { expand: expandedFields }).catch((error: unknown) => {
      if (isMissing(error)) return null
      throw error
    })
  }

  async function toPaidSubscription(subscription: Stripe.Subscription): Promise<PaidSubscription> {
    const [invoices, nextPlan] = await Promise.all([
      stripe.invoices.list({ subscription: subscription.id, limit: maxInvoices }),
      fetchNextPlan(subscription),
    ])
    const [item] = subscription.items.data
    const planId = item ? planFromPrice(item.price) : null
    return mapSubscription(subscription, {
      invoices: await Promise.all(invoices.data.map(withCharges)),
      planId,
      nextPlan,
    })
  }

  async function fetchNextPlan(subscription: Stripe.Subscription): Promise<PaidSubscription['nextPlan']> {
    const next = nextPhase(subscription)
    const planId = next ? await book.planForPrice(expandableId(next.items[0]!.price)) : null
    return next && planId ? { planId, at: dateFromSeconds(next.start_date) } : null
  }

  return {
    retrieve,
    toPaidSubscription,
    async subscription(id) {
      const found = await retrieve(id)
      return found && toPaidSubscription(found)
    },
    async listSubscriptions(customer) {
      const { data } = await stripe.subscriptions.list({ customer, status: 'all', limit: 100 })
      return data.map(({ id, ended_at }) => ({ id, isOver: ended_at !== null }))
    },
  }
}

/** The phase after the current one of an active schedule. */
export function nextPhase(subscription: Stripe.Subscription): Stripe.SubscriptionSchedule.Phase | undefined {
  const schedule = expandedObject(subscription.schedule)
  if (schedule?.status !== 'active' || !schedule.current_phase) return undefined
  const { end_date } = schedule.current_phase
  return schedule.phases.find(({ start_date, items }) => start_date >= end_date && items.length > 0)
}
