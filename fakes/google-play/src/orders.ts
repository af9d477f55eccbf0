import { newOrderId, renewalId } from './ids.ts'
import { known, type Order, type Purchase, type Shop } from './shop.ts'
import { publish } from './told.ts'

/** Takes money for a period, and notes it. */
export function charge(
  shop: Shop,
  purchase: Purchase,
  of: { cents: number; from: number; until: number; phase?: Purchase['phase'] },
): Order {
  const { token, productId } = purchase
  const { currency } = known(shop.products, productId)
  const first = purchase.orders.at(-1)?.replace(/\.\.\d+$/, '')
  const id = first ? renewalId(first, purchase.renewals++) : newOrderId()
  const phase = of.phase ?? 'base'
  const order: Order = {
    ...{ id, token, productId, cents: of.cents, currency, createdAt: shop.time.now(), refunds: [] },
    ...{ periodStart: of.from, periodEnd: of.until, phase },
  }
  shop.orders.set(id, order)
  purchase.orders.push(id)
  Object.assign(purchase, { phase, paidUntil: of.until, expiresAt: of.until })
  if (of.cents > 0) note(shop, 'charge', order, of.cents)
  return order
}

/** Gives money back; without `cents` all that is left of the order. */
export function giveBack(
  shop: Shop,
  order: Order,
  { cents, reason = 'OTHER' }: { cents?: number; reason?: 'OTHER' | 'CHARGEBACK' } = {},
): void {
  if (order.refunds.some(refund => refund.isFull)) return
  const left = order.cents - order.refunds.reduce((sum, refund) => sum + refund.cents, 0)
  const back = Math.min(cents ?? left, left)
  const isFull = cents === undefined || back === left
  order.refunds.push({ cents: back, at: shop.time.now(), isFull, reason })
  if (back > 0) note(shop, 'refund', order, back)
  // Of a part of the money Google Play publishes nothing.
  if (isFull)
    publish(shop, 'VOIDED', {
      voidedPurchaseNotification: { purchaseToken: order.token, orderId: order.id, productType: 1, refundType: 1 },
    })
}

const note = (shop: Shop, kind: 'charge' | 'refund', { id, token, currency }: Order, cents: number): void =>
  void shop.ledger.push({ kind, orderId: id, token, cents, currency, at: new Date(shop.time.now()) })
