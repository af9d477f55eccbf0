import { getPriceCents } from './buy.ts'
import { publishSubscriptionNotification } from './notifications.ts'
import { charge, refundOrder } from './orders.ts'
import { getById, type Purchase, type Shop } from './shop.ts'
import { dayMs, monthLater } from './time.ts'

/** Charges the next period. If the payment is declined, starts the grace period instead. */
export function renew(shop: Shop, purchase: Purchase): void {
  if (purchase.isDeclined) {
    enterGrace(shop, purchase)
    return
  }
  const { nextProductId } = purchase
  // A deferred plan change starts with a new order.
  if (nextProductId) Object.assign(purchase, { productId: nextProductId, nextProductId: null, orders: [], renewals: 0 })
  const from = purchase.paidUntil
  charge(shop, purchase, { cents: getPriceCents(shop, purchase), from, until: monthLater(from, purchase.day) })
  purchase.state = 'ACTIVE'
  publishSubscriptionNotification(shop, 'RENEWED', purchase)
}

export function enterGrace(shop: Shop, purchase: Purchase): void {
  const { graceDays } = shop.dunning
  if (graceDays === 0) putOnHold(shop, purchase)
  else {
    purchase.state = 'IN_GRACE_PERIOD'
    purchase.expiresAt = purchase.paidUntil + graceDays * dayMs
    publishSubscriptionNotification(shop, 'IN_GRACE_PERIOD', purchase)
  }
}

export function putOnHold(shop: Shop, purchase: Purchase): void {
  Object.assign(purchase, { state: 'ON_HOLD', expiresAt: shop.time.now() })
  publishSubscriptionNotification(shop, 'ON_HOLD', purchase)
}

/** Charges a failed payment successfully. In grace, the renewal day stays; after a hold or a pause, a new period starts now. */
export function recover(shop: Shop, purchase: Purchase): void {
  purchase.isDeclined = false
  if (purchase.state === 'IN_GRACE_PERIOD') renew(shop, purchase)
  if (purchase.state !== 'ON_HOLD' && purchase.state !== 'PAUSED') return
  const now = shop.time.now()
  Object.assign(purchase, { state: 'ACTIVE', day: new Date(now).getUTCDate(), resumesAt: null })
  charge(shop, purchase, { cents: getPriceCents(shop, purchase), from: now, until: monthLater(now, purchase.day) })
  publishSubscriptionNotification(shop, 'RECOVERED', purchase)
}

/** Schedules a pause that starts with the next period; 0 days cancels it. */
export function schedulePause(shop: Shop, purchase: Purchase, days: number): void {
  purchase.pauseMs = days > 0 ? days * dayMs : null
  publishSubscriptionNotification(shop, 'PAUSE_SCHEDULE_CHANGED', purchase)
}

export function pause(shop: Shop, purchase: Purchase): void {
  const resumesAt = shop.time.now() + (purchase.pauseMs ?? 0)
  Object.assign(purchase, { state: 'PAUSED', resumesAt, pauseMs: null })
  publishSubscriptionNotification(shop, 'PAUSED', purchase)
}

/** Cancels for the customer: at the end of the period, or at once while on hold or paused. */
export function cancel(shop: Shop, purchase: Purchase): void {
  const canceled = { willRenew: false, canceledBy: 'user', canceledAt: shop.time.now(), nextProductId: null } as const
  const isOver = purchase.state === 'ON_HOLD' || purchase.state === 'PAUSED'
  Object.assign(purchase, canceled, { state: isOver ? 'EXPIRED' : 'CANCELED', pauseMs: null })
  publishSubscriptionNotification(shop, 'CANCELED', purchase)
  if (isOver) publishSubscriptionNotification(shop, 'EXPIRED', purchase)
}

export function undoCancel(shop: Shop, purchase: Purchase): void {
  if (purchase.state !== 'CANCELED') throw new Error(`${purchase.token} is not canceled, or has already ended`)
  Object.assign(purchase, { state: 'ACTIVE', willRenew: true, canceledBy: null, canceledAt: null })
  publishSubscriptionNotification(shop, 'RESTARTED', purchase)
}

/** Ends a purchase. If it was not canceled before, Google cancels it (`system`). */
export function expire(shop: Shop, purchase: Purchase): void {
  const now = shop.time.now()
  const { canceledBy, canceledAt } = purchase
  const actor = canceledBy ?? 'system'
  if (!canceledBy) publishSubscriptionNotification(shop, 'CANCELED', purchase)
  Object.assign(purchase, { state: 'EXPIRED', willRenew: false, canceledBy: actor, canceledAt: canceledAt ?? now })
  purchase.expiresAt = Math.min(purchase.expiresAt, now)
  publishSubscriptionNotification(shop, 'EXPIRED', purchase)
}

/** Ends a purchase at once and refunds its latest order. */
export function revoke(shop: Shop, purchase: Purchase, reason?: 'OTHER' | 'CHARGEBACK'): void {
  const now = shop.time.now()
  Object.assign(purchase, { state: 'EXPIRED', willRenew: false, expiresAt: now, canceledAt: now })
  purchase.canceledBy ??= 'system'
  publishSubscriptionNotification(shop, 'REVOKED', purchase)
  const latestOrderId = purchase.orders.at(-1)
  if (latestOrderId) refundOrder(shop, getById(shop.orders, latestOrderId), reason ? { reason } : {})
}
