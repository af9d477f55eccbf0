import { planById } from '@recaps/domain/plans'
import type { Trx } from '../../jobs/queue.ts'
import type { Notifications } from '../notifications/service.ts'
import { chargedMail, graceEndingMail, moneyText, paymentFailedMail, planLostMail, refundedMail } from './mails.ts'
import type { MovementRow } from './movements-repository.ts'
import type { PurchaseRow } from './repository.ts'

export const subscriptionsPage = '/subscriptions'

/** What a look has changed. */
export interface News {
  before: PurchaseRow | undefined
  after: PurchaseRow
  /** Money that was not known to have moved. */
  movements: readonly MovementRow[]
}

type Messages = Pick<Notifications, 'addNotice' | 'sendMail'>

/** Tells users of their money, in the transaction of what it tells: each thing once. */
export function createTelling(notifications: Messages) {
  async function notice(trx: Trx, { user_id }: PurchaseRow, key: string, title: string, body: string) {
    return await notifications.addNotice(trx, user_id, { key, kind: 'payment', title, body, path: subscriptionsPage })
  }

  async function lost(trx: Trx, row: PurchaseRow, reason: LossReason): Promise<void> {
    const { title } = planById(row.plan_id)
    const key = `plan-lost-${row.id}-${(row.grace_ends_at ?? row.ends_at)?.getTime() ?? ''}`
    // Who writes it down last has not seen that it was told.
    if (!(await notice(trx, row, key, `Your ${title} plan has ended`, lossSentences[reason]))) return
    await notifications.sendMail(trx, planLostMail, { userId: row.user_id }, { planId: row.plan_id, reason })
  }

  return {
    lost,

    async graceEnding(trx: Trx, row: PurchaseRow): Promise<void> {
      const data = { planId: row.plan_id, graceEndsAt: row.grace_ends_at!.toISOString() }
      await notifications.sendMail(trx, graceEndingMail, { userId: row.user_id }, data)
    },

    async tell(trx: Trx, { before, after, movements }: News): Promise<void> {
      const to = { userId: after.user_id }
      const planId = after.plan_id
      for (const { id, kind, amount_cents, at } of movements) {
        const money = { planId, amountCents: amount_cents, at: at.toISOString() }
        if (kind === 'charge' && amount_cents > 0) await notifications.sendMail(trx, chargedMail, to, money)
        if (kind !== 'refund') continue
        await notice(
          trx,
          after,
          `refund-${id}`,
          'Money was given back',
          `${moneyText(amount_cents)} go back to your card.`,
        )
        await notifications.sendMail(trx, refundedMail, to, { ...money, isOver: after.status === 'refunded' })
      }
      if (hasBegunToFail(before, after)) {
        const graceEndsAt = after.grace_ends_at!.toISOString()
        const body = 'Your plan goes on for some days. Use another card, or ask your bank.'
        await notice(trx, after, `payment-failed-${after.id}-${graceEndsAt}`, 'Your payment failed', body)
        await notifications.sendMail(trx, paymentFailedMail, to, { planId, graceEndsAt })
      }
      const reason = lossOf(before, after)
      // Who is given the money back reads it in that mail.
      if (reason && !(reason === 'taken_back' && movements.some(({ kind }) => kind === 'refund')))
        await lost(trx, after, reason)
    },
  }
}

export type PaymentTelling = ReturnType<typeof createTelling>

const lossReasons = ['unpaid', 'ended', 'taken_back'] as const
export type LossReason = (typeof lossReasons)[number]

const lossSentences: Record<LossReason, string> = {
  unpaid: 'The payment could not be made. What you have stays; choose a plan whenever you like.',
  ended: 'What you have stays; choose a plan whenever you like.',
  taken_back: 'Its payment was taken back. What you have stays.',
}

const hasBegunToFail = (before: PurchaseRow | undefined, after: PurchaseRow): boolean =>
  after.issue_since !== null && after.issue_since.getTime() !== before?.issue_since?.getTime()

/** Why a plan that counted counts no longer. That a grace is over may have been told before. */
function lossOf(before: PurchaseRow | undefined, after: PurchaseRow): LossReason | null {
  if (before?.status !== 'active' || after.status === 'active') return null
  if (after.status === 'refunded') return 'taken_back'
  return before.is_canceling && !before.issue_since ? 'ended' : 'unpaid'
}
