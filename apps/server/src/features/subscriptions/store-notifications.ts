import type { Trx } from '../../jobs/queue.ts'
import type { Store } from '../../ports/payments.ts'
import type { Notifications } from '../notifications/service.ts'
import { formatMoney } from './format-money.ts'
import type { PurchaseRow } from './purchases-repository.ts'
import { storeGraceEndingMail, storePaymentFailedMail, storeRefundedMail } from './store-mails.ts'
import { storeNames } from './store-names.ts'
import {
  findLossReason,
  hasStartedFailing,
  type PaymentNotifications,
  subscriptionsPath,
} from './stripe-notifications.ts'

/** Notifications about store purchases. Lost plans are reported in the same way for all providers; stores send their own receipts. */
export function createStoreNotifications(
  notifications: Pick<Notifications, 'addNotice' | 'sendMail'>,
  notifyPlanLost: PaymentNotifications['notifyPlanLost'],
): PaymentNotifications {
  const addNotice = (trx: Trx, { user_id }: PurchaseRow, key: string, title: string, body: string) =>
    notifications.addNotice(trx, user_id, { key, kind: 'payment', title, body, path: subscriptionsPath })

  const storeOf = ({ provider }: PurchaseRow) => provider as Store['provider']
  const dueOf = (row: PurchaseRow) => ({
    ...{ planId: row.plan_id, provider: storeOf(row) },
    graceEndsAt: row.grace_ends_at!.toISOString(),
  })

  return {
    notifyPlanLost,

    async notifyGraceEnding(trx, row) {
      await notifications.sendMail(trx, storeGraceEndingMail, { userId: row.user_id }, dueOf(row))
    },

    async notifyChange(trx, { before, after, movements, isReplaced }) {
      const provider = storeOf(after)
      const refunds = movements.filter(({ kind }) => kind === 'refund')
      for (const { id, amount_cents, currency } of refunds) {
        const sum = amount_cents > 0 ? formatMoney(amount_cents, currency) : 'your money'
        const body = `You’re getting ${sum} back from ${storeNames[provider]}.`
        await addNotice(trx, after, `refund-${id}`, 'Refund issued', body)
        const refund = { planId: after.plan_id, provider, amountCents: amount_cents, currency }
        const isOver = after.status === 'refunded'
        await notifications.sendMail(trx, storeRefundedMail, { userId: after.user_id }, { ...refund, isOver })
      }
      if (hasStartedFailing(before, after)) {
        const key = `payment-failed-${after.id}-${dueOf(after).graceEndsAt}`
        const body = `You keep your plan for a few days. Update your payment method in ${storeNames[provider]}.`
        await addNotice(trx, after, key, 'Your payment failed', body)
        await notifications.sendMail(trx, storePaymentFailedMail, { userId: after.user_id }, dueOf(after))
      }
      const reason = isReplaced ? null : findLossReason(before, after)
      // The refund mail already announces the end of the plan.
      if (reason && !(reason === 'taken_back' && refunds.length > 0)) await notifyPlanLost(trx, after, reason)
    },
  }
}
