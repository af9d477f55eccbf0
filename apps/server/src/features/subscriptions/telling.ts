import { planById } from '@recaps/domain/plans'
import type { Trx } from '../../jobs/queue.ts'
import type { Notifications } from '../notifications/service.ts'
import { chargedMail, graceEndingMail, paymentFailedMail, planLostMail, refundedMail } from './mails.ts'
import { moneyText } from './money-text.ts'
import type { MovementRow } from './movements-repository.ts'
import { isOver } from './projection.ts'
import type { PurchaseRow } from './repository.ts'

export const subscriptionsPage = '/subscriptions'

/** What a look has changed. */
export interface News {
  before: PurchaseRow | undefined
  after: PurchaseRow
  /** Money that was not known to have moved. */
  movements: readonly MovementRow[]
  /** Another purchase has taken its place. */
  isReplaced: boolean
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
    const at = (isOver(row.status) ? row.ends_at : lastDayOf(row))?.toISOString() ?? null
    await notifications.sendMail(trx, planLostMail, { userId: row.user_id }, { planId: row.plan_id, reason, at })
  }

  return {
    lost,

    async graceEnding(trx: Trx, row: PurchaseRow): Promise<void> {
      await notifications.sendMail(trx, graceEndingMail, { userId: row.user_id }, dueOf(row))
    },

    async tell(trx: Trx, { before, after, movements }: News): Promise<void> {
      const to = { userId: after.user_id }
      const planId = after.plan_id
      for (const { id, kind, amount_cents, currency, invoice_id, at } of movements) {
        const money = { planId, amountCents: amount_cents, currency, invoiceId: invoice_id, at: at.toISOString() }
        if (kind === 'charge' && amount_cents > 0)
          await notifications.sendMail(trx, chargedMail, to, { ...money, nextCents: nextCentsOf(after) })
        if (kind !== 'refund') continue
        await notice(
          trx,
          after,
          `refund-${id}`,
          'Money was given back',
          `${moneyText(amount_cents, currency)} is being refunded to what you paid with.`,
        )
        await notifications.sendMail(trx, refundedMail, to, { ...money, isOver: after.status === 'refunded' })
      }
      if (hasBegunToFail(before, after)) {
        const { graceEndsAt } = dueOf(after)
        const body = 'Your plan goes on for some days. Use another card, or ask your bank.'
        await notice(trx, after, `payment-failed-${after.id}-${graceEndsAt}`, 'Your payment failed', body)
        await notifications.sendMail(trx, paymentFailedMail, to, dueOf(after))
      }
      if (after.is_disputed && !before?.is_disputed) {
        const key = `payment-disputed-${after.id}-${(after.updated_at ?? after.created_at).getTime()}`
        const { title } = planById(planId)
        const body = `Your bank is looking into a payment for your ${title} plan. The plan goes on, and cannot be raised until that is settled.`
        await notice(trx, after, key, 'A payment is disputed', body)
      }
      const reason = lossOf(before, after)
      // Who is given the money back reads it in that mail.
      if (reason && !(reason === 'taken_back' && movements.some(({ kind }) => kind === 'refund')))
        await lost(trx, after, reason)
    },
  }
}

export type PaymentTelling = ReturnType<typeof createTelling>

/** What is owed, and until when the plan stays without it. */
const dueOf = (row: PurchaseRow) => ({
  planId: row.plan_id,
  amountCents: row.amount_cents,
  currency: row.currency,
  since: (row.issue_since ?? row.grace_ends_at!).toISOString(),
  graceEndsAt: row.grace_ends_at!.toISOString(),
})

/** What the next month costs; null for what ends before. The charge may be seen while its plan is still pending. */
function nextCentsOf({ status, is_canceling, next_plan_id, amount_cents }: PurchaseRow): number | null {
  if (is_canceling || isOver(status)) return null
  return next_plan_id ? planById(next_plan_id).priceCents : amount_cents
}

const lossReasons = ['unpaid', 'ended', 'taken_back'] as const
export type LossReason = (typeof lossReasons)[number]

const lossSentences: Record<LossReason, string> = {
  unpaid: 'The payment could not be made. What you have stays; choose a plan whenever you like.',
  ended: 'What you have stays; choose a plan whenever you like.',
  taken_back: 'Its payment was taken back. What you have stays.',
}

/** A plan that does not go on meanwhile, because nothing is tried again, is told of as lost. */
export const hasBegunToFail = (before: PurchaseRow | undefined, after: PurchaseRow): boolean =>
  after.status === 'active' &&
  after.issue_since !== null &&
  after.issue_since.getTime() !== before?.issue_since?.getTime()

/** Until when a plan counted that is not paid: to the end of its grace, or less where nothing is tried again. */
function lastDayOf({ grace_ends_at, updated_at }: PurchaseRow): Date | null {
  return grace_ends_at && updated_at && updated_at < grace_ends_at ? updated_at : grace_ends_at
}

/** Why a plan that counted counts no longer. That a grace is over may have been told before. */
export function lossOf(before: PurchaseRow | undefined, after: PurchaseRow): LossReason | null {
  if (before?.status !== 'active' || after.status === 'active') return null
  if (after.status === 'refunded') return 'taken_back'
  // Ended by its user, or at the provider for a reason of its seller's.
  if (isOver(after.status) && !before.issue_since) return 'ended'
  return 'unpaid'
}
