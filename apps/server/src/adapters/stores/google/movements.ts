import type { Movement } from '../../../ports/payments.ts'
import type { Money, Order } from './answers.ts'

/** The money that moved for these orders, oldest first. */
export const movementsOf = (orders: readonly Order[]): Movement[] =>
  orders.flatMap(ofOrder).toSorted((a, b) => a.at.getTime() - b.at.getTime())

/** Orders that were paid, whatever became of them. */
const paid = new Set(['PROCESSED', 'PENDING_REFUND', 'PARTIALLY_REFUNDED', 'REFUNDED'])

function ofOrder({ orderId, state, createTime, total, orderHistory, lineItems }: Order): Movement[] {
  if (!paid.has(state) || !total || total.cents <= 0 || !createTime) return []
  const period = lineItems[0]?.subscriptionDetails
  const moved = (kind: Movement['kind'], id: string, cents: number, at: Date): Movement => ({
    ...{ id: `google:${orderId}${id}`, kind, amountCents: cents, currency: total.currency, at, invoiceId: null },
    periodStart: period?.servicePeriodStartTime ?? null,
    periodEnd: period?.servicePeriodEndTime ?? null,
  })
  const events = orderHistory.partialRefundEvents
  const parts = events.flatMap(({ createTime: at, state: how, refundDetails }, place) => {
    if (how !== 'PROCESSED_SUCCESSFULLY' || !at || !refundDetails?.total) return []
    const before = events.slice(0, place).filter(event => event.createTime?.getTime() === at.getTime()).length
    // They have no ids of their own.
    const id = `:refund:${at.toISOString()}${before > 0 ? `:${before}` : ''}`
    return [moved('refund', id, refundDetails.total.cents, at)]
  })
  const left = total.cents - parts.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const { refundEvent } = orderHistory
  const rest = state === 'REFUNDED' ? restOf(refundEvent?.refundDetails?.total, left) : 0
  return [
    moved('charge', '', total.cents, createTime),
    ...parts,
    ...(rest > 0 ? [moved('refund', ':refund', rest, refundEvent?.eventTime ?? createTime)] : []),
  ]
}

/** After parts of it only the rest goes back, whatever is told of the whole. */
const restOf = (told: Money | undefined, left: number): number => Math.min(told?.cents ?? left, left)
