import type { BuyablePlanId } from '@recaps/domain/billing'
import type { Stripe } from 'stripe'
import { PaymentRefused, type Payments } from '../../../ports/payments.ts'
import { expandableId, expandedObject, isId } from './client.ts'
import { isMissing } from './errors.ts'
import { fetchPaymentIntents } from './invoice-charges.ts'
import { idempotencyOptions, postOnce } from './post-once.ts'
import type { PriceBook } from './prices.ts'
import { expandedFields } from './subscription.ts'
import { nextPhase, type SubscriptionReader } from './subscription-reader.ts'

type Changes = Pick<
  Payments,
  'setCanceling' | 'cancelNow' | 'refund' | 'previewChange' | 'upgrade' | 'downgrade' | 'cancelDowngrade'
>

/** Changes to subscriptions. Each fetches the subscription first and does nothing if it is already in the requested state. */
export function stripeChanges(
  stripe: Stripe,
  book: PriceBook,
  { retrieve, toPaidSubscription }: SubscriptionReader,
): Changes {
  async function fetchRunning(id: string): Promise<Stripe.Subscription> {
    const subscription = await retrieve(id)
    if (!subscription) throw new PaymentRefused('not_found', id)
    if (subscription.ended_at !== null) throw new PaymentRefused('wrong_state', `${id} is ${subscription.status}`)
    return subscription
  }

  /** Checks whether a change of unknown outcome took effect; returns the subscription if so, else null. */
  const findChanged = (id: string, isDone: (current: Stripe.Subscription) => boolean) => async () => {
    const current = await retrieve(id)
    return current && isDone(current) ? current : null
  }

  /** Stripe rejects every other change while the subscription has a schedule. */
  async function releaseSchedule(operationId: string, subscription: Stripe.Subscription): Promise<Stripe.Subscription> {
    const { id, schedule } = subscription
    if (schedule === null) return subscription
    await postOnce<unknown>(
      () =>
        stripe.subscriptionSchedules.release(expandableId(schedule), {}, idempotencyOptions(operationId, 'release')),
      findChanged(id, current => current.schedule === null),
    )
    return fetchRunning(id)
  }

  async function setCancelAtPeriodEnd(operationId: string, subscription: Stripe.Subscription, shouldCancel: boolean) {
    const isCanceling = (current: Stripe.Subscription) => current.cancel_at_period_end || current.cancel_at !== null
    if (isCanceling(subscription) === shouldCancel) return subscription
    return postOnce(
      () =>
        stripe.subscriptions.update(
          subscription.id,
          { cancel_at_period_end: shouldCancel, expand: expandedFields },
          idempotencyOptions(operationId, shouldCancel ? 'cancel' : 'resume'),
        ),
      findChanged(subscription.id, current => isCanceling(current) === shouldCancel),
    )
  }

  const itemAndPrice = async (subscription: Stripe.Subscription, planId: BuyablePlanId) => {
    const [item] = subscription.items.data
    if (!item || subscription.currency !== 'usd')
      throw new PaymentRefused('wrong_state', `${subscription.id} has no item in usd`)
    return { item, price: await book.priceIdFor(planId, subscription.currency) }
  }

  return {
    async setCanceling(operationId, id, isCanceling) {
      const subscription = await fetchRunning(id)
      // Canceling also drops a scheduled downgrade.
      const unscheduled = isCanceling ? await releaseSchedule(operationId, subscription) : subscription
      return toPaidSubscription(await setCancelAtPeriodEnd(operationId, unscheduled, isCanceling))
    },

    async cancelNow(_operationId, id) {
      // Canceling is idempotent. Stripe accepts no idempotency keys for DELETE.
      if (!isId(id)) return false
      const canceled = await stripe.subscriptions.cancel(id).catch((error: unknown) => {
        if (isMissing(error)) return retrieve(id)
        throw error
      })
      return canceled !== null
    },

    async refund(operationId, charge) {
      const findRefunded = async () => ((await stripe.charges.retrieve(charge)).refunded ? true : null)
      if (!isId(charge) || (await findRefunded())) return
      await postOnce<unknown>(
        () => stripe.refunds.create({ charge }, idempotencyOptions(operationId, 'refund')),
        findRefunded,
      )
    },

    async previewChange(id, planId) {
      const subscription = await fetchRunning(id)
      const { item, price } = await itemAndPrice(subscription, planId)
      const { amount_due } = await stripe.invoices.createPreview({
        subscription: id,
        subscription_details: { items: [{ id: item.id, price }], proration_behavior: 'always_invoice' },
      })
      return { dueNowCents: amount_due }
    },

    async upgrade(operationId, id, planId) {
      const subscription = await releaseSchedule(operationId, await fetchRunning(id))
      const { item, price } = await itemAndPrice(subscription, planId)
      const hasPrice = (current: Stripe.Subscription) => current.items.data[0]?.price.id === price
      const isRequested = (current: Stripe.Subscription) => hasPrice(current) || pendingPrice(current) === price
      if (hasPrice(subscription)) return toPaidSubscription(subscription)
      const after = await postOnce(
        () =>
          stripe.subscriptions.update(
            id,
            {
              items: [{ id: item.id, price }],
              proration_behavior: 'always_invoice',
              payment_behavior: 'pending_if_incomplete',
              expand: expandedFields,
            },
            idempotencyOptions(operationId, 'upgrade'),
          ),
        findChanged(id, isRequested),
      )
      // For a repeated idempotency key, Stripe returns the original response. The upgrade may have been paid since.
      const current = hasPrice(after) ? after : await fetchRunning(id)
      if (!hasPrice(current) && !(await isPaymentPending(current))) throw new PaymentRefused('declined', id)
      return toPaidSubscription(current)
    },

    async downgrade(operationId, id, planId) {
      const subscription = await setCancelAtPeriodEnd(operationId, await fetchRunning(id), false)
      const { item, price } = await itemAndPrice(subscription, planId)
      const isRequested = (current: Stripe.Subscription) =>
        expandableId(nextPhase(current)?.items[0]?.price ?? '') === price
      if (isRequested(subscription)) return toPaidSubscription(subscription)
      const scheduled = await ensureSchedule(operationId, subscription)
      const schedule = expandedObject(scheduled.schedule)
      if (!schedule?.current_phase) throw new PaymentRefused('wrong_state', `${id} has no active schedule`)
      const { start_date, end_date } = schedule.current_phase
      await postOnce<unknown>(
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
            idempotencyOptions(operationId, 'phases'),
          ),
        findChanged(id, isRequested),
      )
      return toPaidSubscription(await fetchRunning(id))
    },

    async cancelDowngrade(operationId, id) {
      return toPaidSubscription(await releaseSchedule(operationId, await fetchRunning(id)))
    },
  }

  async function ensureSchedule(operationId: string, subscription: Stripe.Subscription): Promise<Stripe.Subscription> {
    const { id } = subscription
    if (subscription.schedule !== null) return subscription
    await postOnce<unknown>(
      () => stripe.subscriptionSchedules.create({ from_subscription: id }, idempotencyOptions(operationId, 'schedule')),
      findChanged(id, current => current.schedule !== null),
    )
    return fetchRunning(id)
  }

  async function isPaymentPending({ latest_invoice, pending_update }: Stripe.Subscription): Promise<boolean> {
    if (!pending_update || !latest_invoice) return false
    const intents = await fetchPaymentIntents(stripe, expandableId(latest_invoice))
    return intents.some(({ status }) => status === 'requires_action' || status === 'processing')
  }
}

const pendingPrice = ({ pending_update }: Stripe.Subscription): string | undefined =>
  pending_update?.subscription_items?.[0]?.price.id
