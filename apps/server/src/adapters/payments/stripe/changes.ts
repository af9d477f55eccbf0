import type { BuyablePlanId } from '@recaps/domain/billing'
import type { Stripe } from 'stripe'
import { PaymentRefused, type Payments } from '../../../ports/payments.ts'
import { intentsOf } from './billed.ts'
import { idOf, isId, writtenOut } from './client.ts'
import { isMissing } from './errors.ts'
import type { PriceBook } from './prices.ts'
import { nextPhase, type Reading } from './reading.ts'
import { keyOf, settled } from './settled.ts'
import { written } from './subscription.ts'

type Changes = Pick<
  Payments,
  'setCanceling' | 'end' | 'refund' | 'priceOfChange' | 'upgrade' | 'downgrade' | 'keepPlan'
>

/** What is done to a subscription. Each looks first: what is as it should be is not asked for again. */
export function changes(stripe: Stripe, book: PriceBook, { retrieved, told }: Reading): Changes {
  async function found(id: string): Promise<Stripe.Subscription> {
    const subscription = await retrieved(id)
    if (!subscription) throw new PaymentRefused('not_found', id)
    if (subscription.ended_at !== null) throw new PaymentRefused('wrong_state', `${id} is ${subscription.status}`)
    return subscription
  }

  /** Looks again, for whoever cannot tell what came of a call. */
  const lookFor = (id: string, isDone: (now: Stripe.Subscription) => boolean) => async () => {
    const now = await retrieved(id)
    return now && isDone(now) ? now : null
  }

  /** A schedule forbids every other change. */
  async function released(operationId: string, subscription: Stripe.Subscription): Promise<Stripe.Subscription> {
    const { id, schedule } = subscription
    if (schedule === null) return subscription
    await settled<unknown>(
      () => stripe.subscriptionSchedules.release(idOf(schedule), {}, keyOf(operationId, 'release')),
      lookFor(id, now => now.schedule === null),
    )
    return found(id)
  }

  async function canceling(operationId: string, subscription: Stripe.Subscription, isWanted: boolean) {
    const isCanceling = (now: Stripe.Subscription) => now.cancel_at_period_end || now.cancel_at !== null
    if (isCanceling(subscription) === isWanted) return subscription
    return settled(
      () =>
        stripe.subscriptions.update(
          subscription.id,
          { cancel_at_period_end: isWanted, expand: written },
          keyOf(operationId, isWanted ? 'cancel' : 'resume'),
        ),
      lookFor(subscription.id, now => isCanceling(now) === isWanted),
    )
  }

  const wanted = async (subscription: Stripe.Subscription, planId: BuyablePlanId) => {
    const [item] = subscription.items.data
    if (!item || subscription.currency !== 'usd')
      throw new PaymentRefused('wrong_state', `${subscription.id} has no item`)
    return { item, price: await book.priceOf(planId, subscription.currency) }
  }

  return {
    async setCanceling(operationId, id, isCanceling) {
      const subscription = await found(id)
      // A downgrade that is in store is given up by whoever ends it all.
      const free = isCanceling ? await released(operationId, subscription) : subscription
      return told(await canceling(operationId, free, isCanceling))
    },

    async end(_operationId, id) {
      // Ending twice has no second effect, and Stripe takes no keys for it.
      if (!isId(id)) return false
      const ended = await stripe.subscriptions.cancel(id).catch((error: unknown) => {
        if (isMissing(error)) return retrieved(id)
        throw error
      })
      return ended !== null
    },

    async refund(operationId, charge) {
      const isBack = async () => ((await stripe.charges.retrieve(charge)).refunded ? true : null)
      if (!isId(charge) || (await isBack())) return
      await settled<unknown>(() => stripe.refunds.create({ charge }, keyOf(operationId, 'refund')), isBack)
    },

    async priceOfChange(id, planId) {
      const subscription = await found(id)
      const { item, price } = await wanted(subscription, planId)
      const { amount_due } = await stripe.invoices.createPreview({
        subscription: id,
        subscription_details: { items: [{ id: item.id, price }], proration_behavior: 'always_invoice' },
      })
      return { dueNowCents: amount_due }
    },

    async upgrade(operationId, id, planId) {
      const subscription = await released(operationId, await found(id))
      const { item, price } = await wanted(subscription, planId)
      const hasIt = (now: Stripe.Subscription) => now.items.data[0]?.price.id === price
      const isAsked = (now: Stripe.Subscription) => hasIt(now) || pendingPrice(now) === price
      if (hasIt(subscription)) return told(subscription)
      const after = await settled(
        () =>
          stripe.subscriptions.update(
            id,
            {
              items: [{ id: item.id, price }],
              proration_behavior: 'always_invoice',
              payment_behavior: 'pending_if_incomplete',
              expand: written,
            },
            keyOf(operationId, 'upgrade'),
          ),
        lookFor(id, isAsked),
      )
      // Under the same key Stripe tells what was then: it may have been paid since.
      const now = hasIt(after) ? after : await found(id)
      if (!hasIt(now) && !(await waitsForBank(now))) throw new PaymentRefused('declined', id)
      return told(now)
    },

    async downgrade(operationId, id, planId) {
      const subscription = await canceling(operationId, await found(id), false)
      const { item, price } = await wanted(subscription, planId)
      const isAsked = (now: Stripe.Subscription) => idOf(nextPhase(now)?.items[0]?.price ?? '') === price
      if (isAsked(subscription)) return told(subscription)
      const scheduled = await scheduledFrom(operationId, subscription)
      const schedule = writtenOut(scheduled.schedule)
      if (!schedule?.current_phase) throw new PaymentRefused('wrong_state', `${id} has no schedule that runs`)
      const { start_date, end_date } = schedule.current_phase
      await settled<unknown>(
        () =>
          stripe.subscriptionSchedules.update(
            schedule.id,
            {
              end_behavior: 'release',
              phases: [
                { items: [{ price: item.price.id, quantity: 1 }], start_date, end_date },
                {
                  items: [{ price, quantity: 1 }],
                  duration: { interval: 'month', interval_count: 1 },
                  proration_behavior: 'none',
                },
              ],
            },
            keyOf(operationId, 'phases'),
          ),
        lookFor(id, isAsked),
      )
      return told(await found(id))
    },

    async keepPlan(operationId, id) {
      return told(await released(operationId, await found(id)))
    },
  }

  async function scheduledFrom(operationId: string, subscription: Stripe.Subscription): Promise<Stripe.Subscription> {
    const { id } = subscription
    if (subscription.schedule !== null) return subscription
    await settled<unknown>(
      () => stripe.subscriptionSchedules.create({ from_subscription: id }, keyOf(operationId, 'schedule')),
      lookFor(id, now => now.schedule !== null),
    )
    return found(id)
  }

  async function waitsForBank({ latest_invoice, pending_update }: Stripe.Subscription): Promise<boolean> {
    if (!pending_update || !latest_invoice) return false
    const intents = await intentsOf(stripe, idOf(latest_invoice))
    return intents.some(({ status }) => status === 'requires_action' || status === 'processing')
  }
}

const pendingPrice = ({ pending_update }: Stripe.Subscription): string | undefined =>
  pending_update?.subscription_items?.[0]?.price.id
