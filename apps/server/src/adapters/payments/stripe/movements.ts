import type { Stripe } from 'stripe'
import type { Movement } from '../../../ports/payments.ts'
import { dateFromSeconds } from './client.ts'
import type { ChargeDetails, InvoiceWithCharges } from './invoice-charges.ts'

/** Takes invoices newest first; returns their movements oldest first. */
export const stripeMovements = (invoices: readonly InvoiceWithCharges[]): Movement[] =>
  invoices
    .toReversed()
    .flatMap(invoice => invoice.charges.flatMap(charge => movementsOfCharge(invoice, charge)))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())

function movementsOfCharge(
  { invoice, periodStart, periodEnd }: InvoiceWithCharges,
  { charge, refunds, disputes }: ChargeDetails,
): Movement[] {
  const movement = (kind: Movement['kind'], id: string, amountCents: number, at: number): Movement => ({
    ...{ id, kind, amountCents, currency: charge.currency, at: dateFromSeconds(at) },
    ...{ invoiceId: invoice.id, periodStart, periodEnd },
  })
  return [
    movement('charge', charge.id, charge.amount_captured, charge.created),
    ...refunds.flatMap(({ id, amount, created, status }) => [
      movement('refund', id, amount, created),
      ...(hasRefundFailed(status) ? [movement('refund_failed', `${id}:failed`, amount, created)] : []),
    ]),
    ...disputes
      .filter(movesMoney)
      .flatMap(({ id, amount, created, status, balance_transactions }) => [
        movement('dispute', id, amount, created),
        ...(status === 'won'
          ? [movement('dispute_won', `${id}:won`, amount, balance_transactions.at(-1)?.created ?? created)]
          : []),
      ]),
  ]
}

/** The customer's bank returned the refund, or it was canceled before it was sent. */
const hasRefundFailed = (status: string | null): boolean => status === 'failed' || status === 'canceled'

/** A bank's inquiry (`warning_…`) and a prevented dispute move no money. */
const movesMoney = ({ status }: Stripe.Dispute): boolean => !status.startsWith('warning_') && status !== 'prevented'

const closedStatuses = new Set(['lost', 'won', 'prevented', 'warning_closed'])

/** Whether a dispute is open. */
export const isDisputed = (invoices: readonly InvoiceWithCharges[]): boolean =>
  invoices.some(({ charges }) =>
    charges.some(({ disputes }) => disputes.some(({ status }) => !closedStatuses.has(status))),
  )

/** Whether all payments of a period were refunded, or a dispute over one was lost. */
export function isPeriodRefunded(invoices: readonly InvoiceWithCharges[], period: { start: Date; end: Date }): boolean {
  const charges = invoices
    .filter(({ periodStart, periodEnd }) => periodEnd > period.start && periodStart < period.end)
    .flatMap(invoice => invoice.charges)
  const paid = sum(charges.map(({ charge }) => charge.amount_captured))
  const refunded = sum(
    charges.flatMap(({ refunds }) => refunds.filter(it => !hasRefundFailed(it.status)).map(it => it.amount)),
  )
  const isLost = charges.some(({ disputes }) => disputes.some(({ status }) => status === 'lost'))
  return isLost || (paid > 0 && refunded >= paid)
}

/** Refunded cents of an invoice, without failed refunds. */
export const sumRefunds = ({ charges }: InvoiceWithCharges): number =>
  sum(charges.flatMap(({ refunds }) => refunds.filter(it => !hasRefundFailed(it.status)).map(it => it.amount)))

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)
