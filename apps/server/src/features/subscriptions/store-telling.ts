import type { Trx } from '../../jobs/queue.ts'
import type { Store } from '../../ports/payments.ts'
import type { Notifications } from '../notifications/service.ts'
import { moneyText } from './money-text.ts'
import type { PurchaseRow } from './repository.ts'
import { storeGraceEndingMail, storePaymentFailedMail, storeRefundedMail } from './store-mails.ts'
import { storeNames } from './store-words.ts'
import { hasBegunToFail, lossOf, type PaymentTelling, subscriptionsPage } from './telling.ts'

/** Notifications about store purchases. Lost plans are reported in the same way for all providers; stores send their own receipts. */
export function createStoreTelling(
  notifications: Pick<Notifications, 'addNotice' | 'sendMail'>,
  lost: PaymentTelling['lost'],
): PaymentTelling {
  const addNotice = (trx: Trx, { user_id }: PurchaseRow, key: string, title: string, body: string) =>
    notifications.addNotice(trx, user_id, { key, kind: 'payment', title, body, path: subscriptionsPage })

  const storeOf = ({ provider }: PurchaseRow) => provider as Store['provider']
  const dueOf = (row: PurchaseRow) => ({
    ...{ planId: row.plan_id, provider: storeOf(row) },
    graceEndsAt: row.grace_ends_at!.toISOString(),
  })

  return {
    lost,

    async graceEnding(trx, row) {
      await notifications.sendMail(trx, storeGraceEndingMail, { userId: row.user_id }, dueOf(row))
    },

    async tell(trx, { before, after, movements, isReplaced }) {
      const provider = storeOf(after)
      const refunds = movements.filter(({ kind }) => kind === 'refund')
      for (const { id, amount_cents, currency } of refunds) {
        const sum = amount_cents > 0 ? moneyText(amount_cents, currency) : 'your money'
        const body = `You’re getting ${sum} back from ${storeNames[provider]}.`
        await addNotice(trx, after, `refund-${id}`, 'Refund issued', body)
        const refund = { planId: after.plan_id, provider, amountCents: amount_cents, currency }
        const isOver = after.status === 'refunded'
        await notifications.sendMail(trx, storeRefundedMail, { userId: after.user_id }, { ...refund, isOver })
      }
      if (hasBegunToFail(before, after)) {
        const key = `payment-failed-${after.id}-${dueOf(after).graceEndsAt}`
        const body = `You keep your plan for a few days. Update your payment method in ${storeNames[provider]}.`
        await addNotice(trx, after, key, 'Your payment failed', body)
        await notifications.sendMail(trx, storePaymentFailedMail, { userId: after.user_id }, dueOf(after))
      }
      const reason = isReplaced ? null : lossOf(before, after)
      // The refund mail already announces the end of the plan.
      if (reason && !(reason === 'taken_back' && refunds.length > 0)) await lost(trx, after, reason)
    },
  }
}
