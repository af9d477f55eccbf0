import type { Stripe } from 'stripe'
import type { Movement } from '../../../ports/payments.ts'
import type { Billed, Charged } from './billed.ts'
import { instant } from './client.ts'

/** The money that moved for these invoices, which come newest first; oldest first, as it moved. */
export const movementsOf = (all: readonly Billed[]): Movement[] =>
  all
    .toReversed()
    .flatMap(billed => billed.charges.flatMap(charged => ofCharge(billed, charged)))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())

function ofCharge({ invoice, periodStart, periodEnd }: Billed, { charge, refunds, disputes }: Charged): Movement[] {
  const moved = (kind: Movement['kind'], id: string, amountCents: number, at: number): Movement => ({
    ...{ id, kind, amountCents, currency: charge.currency, at: instant(at) },
    ...{ invoiceId: invoice.id, periodStart, periodEnd },
  })
  return [
    moved('charge', charge.id, charge.amount_captured, charge.created),
    ...refunds.flatMap(({ id, amount, created, status }) => [
      moved('refund', id, amount, created),
      ...(isUndone(status) ? [moved('refund_failed', `${id}:failed`, amount, created)] : []),
    ]),
    ...disputes
      .filter(isMoney)
      .flatMap(({ id, amount, created, status, balance_transactions }) => [
        moved('dispute', id, amount, created),
        ...(status === 'won'
          ? [moved('dispute_won', `${id}:won`, amount, balance_transactions.at(-1)?.created ?? created)]
          : []),
      ]),
  ]
}

/** The bank of the customer sent it back, or it never left. */
const isUndone = (status: string | null): boolean => status === 'failed' || status === 'canceled'

/** An inquiry of a bank moves no money yet, and neither does what was settled before it became a dispute. */
const isMoney = ({ status }: Stripe.Dispute): boolean => !status.startsWith('warning_') && status !== 'prevented'

const settledDisputes = new Set(['lost', 'won', 'prevented', 'warning_closed'])

/** Whether a bank still asks for some of this money back. */
export const isDisputed = (all: readonly Billed[]): boolean =>
  all.some(({ charges }) => charges.some(({ disputes }) => disputes.some(({ status }) => !settledDisputes.has(status))))

/** Whether all that was paid for a period was given back, or a dispute over it was lost. */
export function isTakenBack(all: readonly Billed[], period: { start: Date; end: Date }): boolean {
  const charges = all
    .filter(({ periodStart, periodEnd }) => periodEnd > period.start && periodStart < period.end)
    .flatMap(billed => billed.charges)
  const paid = sum(charges.map(({ charge }) => charge.amount_captured))
  const back = sum(charges.flatMap(({ refunds }) => refunds.filter(it => !isUndone(it.status)).map(it => it.amount)))
  const isLost = charges.some(({ disputes }) => disputes.some(({ status }) => status === 'lost'))
  return isLost || (paid > 0 && back >= paid)
}

export const refundedOf = ({ charges }: Billed): number =>
  sum(charges.flatMap(({ refunds }) => refunds.filter(it => !isUndone(it.status)).map(it => it.amount)))

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)
