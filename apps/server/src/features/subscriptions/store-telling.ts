import type { Trx } from '../../jobs/queue.ts'
import type { Store } from '../../ports/payments.ts'
import type { Notifications } from '../notifications/service.ts'
import { moneyText } from './money-text.ts'
import type { PurchaseRow } from './repository.ts'
import { storeGraceEndingMail, storePaymentFailedMail, storeRefundedMail } from './store-mails.ts'
import { storeNames } from './store-words.ts'
import { hasBegunToFail, lossOf, type PaymentTelling, subscriptionsPage } from './telling.ts'

/** Tells of what a store sells; how a plan is lost is told as of any other. Receipts are the store's to send. */
export function createStoreTelling(
  notifications: Pick<Notifications, 'addNotice' | 'sendMail'>,
  lost: PaymentTelling['lost'],
): PaymentTelling {
  const notice = (trx: Trx, { user_id }: PurchaseRow, key: string, title: string, body: string) =>
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
        const body = `In ${storeNames[provider]}: ${sum}, for what you had bought there.`
        await notice(trx, after, `refund-${id}`, 'Money was given back', body)
        const given = { planId: after.plan_id, provider, amountCents: amount_cents, currency }
        const isOver = after.status === 'refunded'
        await notifications.sendMail(trx, storeRefundedMail, { userId: after.user_id }, { ...given, isOver })
      }
      if (hasBegunToFail(before, after)) {
        const key = `payment-failed-${after.id}-${dueOf(after).graceEndsAt}`
        const body = `Your plan goes on for some days. Update your payment method in ${storeNames[provider]}.`
        await notice(trx, after, key, 'Your payment failed', body)
        await notifications.sendMail(trx, storePaymentFailedMail, { userId: after.user_id }, dueOf(after))
      }
      const reason = isReplaced ? null : lossOf(before, after)
      // Who is given the money back reads it in that mail.
      if (reason && !(reason === 'taken_back' && refunds.length > 0)) await lost(trx, after, reason)
    },
  }
}
