import { planById } from '@recaps/domain/plans'
import type { Trx } from '../../jobs/queue.ts'
import type { Notifications } from '../notifications/service.ts'
import { formatMoney } from './format-money.ts'
import { chargedMail, graceEndingMail, paymentFailedMail, planLostMail, refundedMail } from './mails.ts'
import type { MovementRow } from './movements-repository.ts'
import { isOver } from './projection.ts'
import type { PurchaseRow } from './purchases-repository.ts'

export const subscriptionsPath = '/subscriptions'

/** The change that a sync has found. */
export interface PurchaseChange {
  before: PurchaseRow | undefined
  after: PurchaseRow
  /** Movements that were not stored before. */
  movements: readonly MovementRow[]
  isReplaced: boolean
}

type Messages = Pick<Notifications, 'addNotice' | 'sendMail'>

/** Notifies users of their payments, in the transaction that saves the change, so that each is reported once. */
export function createStripeNotifications(notifications: Messages) {
  async function addNotice(trx: Trx, { user_id }: PurchaseRow, key: string, title: string, body: string) {
    return await notifications.addNotice(trx, user_id, { key, kind: 'payment', title, body, path: subscriptionsPath })
  }

  async function notifyPlanLost(trx: Trx, row: PurchaseRow, reason: PlanLossReason): Promise<void> {
    const { title } = planById(row.plan_id)
    const key = `plan-lost-${row.id}-${(row.grace_ends_at ?? row.ends_at)?.getTime() ?? ''}`
    // The expiry of the grace period and a sync may both report the loss: only the first one sends the mail.
    if (!(await addNotice(trx, row, key, `Your ${title} plan has ended`, lossSentences[reason]))) return
    const at = (isOver(row.status) ? row.ends_at : lastDayOf(row))?.toISOString() ?? null
    await notifications.sendMail(trx, planLostMail, { userId: row.user_id }, { planId: row.plan_id, reason, at })
  }

  return {
    notifyPlanLost,

    async notifyGraceEnding(trx: Trx, row: PurchaseRow): Promise<void> {
      await notifications.sendMail(trx, graceEndingMail, { userId: row.user_id }, dueOf(row))
    },

    async notifyChange(trx: Trx, { before, after, movements }: PurchaseChange): Promise<void> {
      const to = { userId: after.user_id }
      const planId = after.plan_id
      for (const { id, kind, amount_cents, currency, invoice_id, at } of movements) {
        const money = { planId, amountCents: amount_cents, currency, invoiceId: invoice_id, at: at.toISOString() }
        if (kind === 'charge' && amount_cents > 0)
          await notifications.sendMail(trx, chargedMail, to, { ...money, nextCents: nextCentsOf(after) })
        if (kind !== 'refund') continue
        await addNotice(
          trx,
          after,
          `refund-${id}`,
          'Refund issued',
          `${formatMoney(amount_cents, currency)} is being refunded to your payment method.`,
        )
        await notifications.sendMail(trx, refundedMail, to, { ...money, isOver: after.status === 'refunded' })
      }
      if (hasStartedFailing(before, after)) {
        const { graceEndsAt } = dueOf(after)
        const body = 'You keep your plan for a few days. Use another card, or ask your bank.'
        await addNotice(trx, after, `payment-failed-${after.id}-${graceEndsAt}`, 'Your payment failed', body)
        await notifications.sendMail(trx, paymentFailedMail, to, dueOf(after))
      }
      if (after.is_disputed && !before?.is_disputed) {
        const key = `payment-disputed-${after.id}-${(after.updated_at ?? after.created_at).getTime()}`
        const { title } = planById(planId)
        const body = `Your bank is looking into a payment for your ${title} plan. You keep the plan, but can’t upgrade until this is settled.`
        await addNotice(trx, after, key, 'A payment is disputed', body)
      }
      const reason = findLossReason(before, after)
      // The refund mail already announces the end of the plan.
      if (reason && !(reason === 'taken_back' && movements.some(({ kind }) => kind === 'refund')))
        await notifyPlanLost(trx, after, reason)
    },
  }
}

export type PaymentNotifications = ReturnType<typeof createStripeNotifications>

const dueOf = (row: PurchaseRow) => ({
  planId: row.plan_id,
  amountCents: row.amount_cents,
  currency: row.currency,
  since: (row.issue_since ?? row.grace_ends_at!).toISOString(),
  graceEndsAt: row.grace_ends_at!.toISOString(),
})

/** Price of the next month in cents; null if the plan ends before. A plan may still be pending when its charge is found. */
function nextCentsOf({ status, is_canceling, next_plan_id, amount_cents }: PurchaseRow): number | null {
  if (is_canceling || isOver(status)) return null
  return next_plan_id ? planById(next_plan_id).priceCents : amount_cents
}

const lossReasons = ['unpaid', 'ended', 'taken_back'] as const
export type PlanLossReason = (typeof lossReasons)[number]

const lossSentences: Record<PlanLossReason, string> = {
  unpaid: 'We couldn’t charge your payment method. You keep your summaries, and can choose a plan anytime.',
  ended: 'You keep your summaries, and can choose a plan anytime.',
  taken_back: 'Its payment was reversed. You keep your summaries.',
}

/** Whether a payment has just failed while the plan stays active. If it is not retried, the plan is lost at once instead. */
export const hasStartedFailing = (before: PurchaseRow | undefined, after: PurchaseRow): boolean =>
  after.status === 'active' &&
  after.issue_since !== null &&
  after.issue_since.getTime() !== before?.issue_since?.getTime()

/** When an unpaid plan ended: with its grace period, or earlier if the payment was not retried. */
function lastDayOf({ grace_ends_at, updated_at }: PurchaseRow): Date | null {
  return grace_ends_at && updated_at && updated_at < grace_ends_at ? updated_at : grace_ends_at
}

export function findLossReason(before: PurchaseRow | undefined, after: PurchaseRow): PlanLossReason | null {
  if (before?.status !== 'active' || after.status === 'active') return null
  if (after.status === 'refunded') return 'taken_back'
  // Cancelled by the user, or by the merchant at the provider.
  if (isOver(after.status) && !before.issue_since) return 'ended'
  return 'unpaid'
}
