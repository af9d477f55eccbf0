import type { Movement } from '../../../ports/payments.ts'
import type { Money, Order } from './responses.ts'

/** Charges and refunds of these orders, oldest first. */
export const googleMovements = (orders: readonly Order[]): Movement[] =>
  orders.flatMap(movementsOfOrder).toSorted((a, b) => a.at.getTime() - b.at.getTime())

/** States of orders that were paid, even if refunded later. */
const paidStates = new Set(['PROCESSED', 'PENDING_REFUND', 'PARTIALLY_REFUNDED', 'REFUNDED'])

function movementsOfOrder({ orderId, state, createTime, total, orderHistory, lineItems }: Order): Movement[] {
  if (!paidStates.has(state) || !total || total.cents <= 0 || !createTime) return []
  const period = lineItems[0]?.subscriptionDetails
  const movement = (kind: Movement['kind'], id: string, cents: number, at: Date): Movement => ({
    ...{ id: `google:${orderId}${id}`, kind, amountCents: cents, currency: total.currency, at, invoiceId: null },
    periodStart: period?.servicePeriodStartTime ?? null,
    periodEnd: period?.servicePeriodEndTime ?? null,
  })
  const events = orderHistory.partialRefundEvents
  const partialRefunds = events.flatMap(({ createTime: at, state: refundState, refundDetails }, index) => {
    if (refundState !== 'PROCESSED_SUCCESSFULLY' || !at || !refundDetails?.total) return []
    const sameTime = events.slice(0, index).filter(event => event.createTime?.getTime() === at.getTime()).length
    // Partial refunds have no ids.
    const id = `:refund:${at.toISOString()}${sameTime > 0 ? `:${sameTime}` : ''}`
    return [movement('refund', id, refundDetails.total.cents, at)]
  })
  const remaining = total.cents - partialRefunds.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const { refundEvent } = orderHistory
  const finalRefund = state === 'REFUNDED' ? finalRefundCents(refundEvent?.refundDetails?.total, remaining) : 0
  return [
    movement('charge', '', total.cents, createTime),
    ...partialRefunds,
    ...(finalRefund > 0 ? [movement('refund', ':refund', finalRefund, refundEvent?.eventTime ?? createTime)] : []),
  ]
}

/** After partial refunds, only the remainder is refunded, even if Google reports the full amount. */
const finalRefundCents = (reported: Money | undefined, remaining: number): number =>
  Math.min(reported?.cents ?? remaining, remaining)
