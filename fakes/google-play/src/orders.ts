import { newOrderId, renewalId } from './ids.ts'
import { publish } from './notifications.ts'
import { getById, type Order, type Purchase, type Shop } from './shop.ts'

/** Charges a period and records its order. */
export function charge(
  shop: Shop,
  purchase: Purchase,
  period: { cents: number; from: number; until: number; phase?: Purchase['phase'] },
): Order {
  const { token, productId } = purchase
  const { currency } = getById(shop.products, productId)
  const first = purchase.orders.at(-1)?.replace(/\.\.\d+$/, '')
  const id = first ? renewalId(first, purchase.renewals++) : newOrderId()
  const phase = period.phase ?? 'base'
  const order: Order = {
    ...{ id, token, productId, cents: period.cents, currency, createdAt: shop.time.now(), refunds: [] },
    ...{ periodStart: period.from, periodEnd: period.until, phase },
  }
  shop.orders.set(id, order)
  purchase.orders.push(id)
  Object.assign(purchase, { phase, paidUntil: period.until, expiresAt: period.until })
  if (period.cents > 0) addLedgerEntry(shop, 'charge', order, period.cents)
  return order
}

/** Refunds `cents` of an order, by default everything not refunded yet. */
export function refundOrder(
  shop: Shop,
  order: Order,
  { cents, reason = 'OTHER' }: { cents?: number; reason?: 'OTHER' | 'CHARGEBACK' } = {},
): void {
  if (order.refunds.some(refund => refund.isFull)) return
  const refundable = order.cents - order.refunds.reduce((sum, refund) => sum + refund.cents, 0)
  const amount = Math.min(cents ?? refundable, refundable)
  const isFull = cents === undefined || amount === refundable
  order.refunds.push({ cents: amount, at: shop.time.now(), isFull, reason })
  if (amount > 0) addLedgerEntry(shop, 'refund', order, amount)
  // Google Play publishes no notification for a partial refund.
  if (isFull)
    publish(shop, 'VOIDED', {
      voidedPurchaseNotification: { purchaseToken: order.token, orderId: order.id, productType: 1, refundType: 1 },
    })
}

const addLedgerEntry = (shop: Shop, kind: 'charge' | 'refund', { id, token, currency }: Order, cents: number): void =>
  void shop.ledger.push({ kind, orderId: id, token, cents, currency, at: new Date(shop.time.now()) })
