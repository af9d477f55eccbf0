import { priceOf } from './buying.ts'
import { charge, giveBack } from './orders.ts'
import { known, type Purchase, type Shop } from './shop.ts'
import { dayMs, monthLater } from './time.ts'
import { tell } from './told.ts'

/** The next period is charged, or it is not paid. */
export function renew(shop: Shop, purchase: Purchase): void {
  if (purchase.isDeclined) {
    enterGrace(shop, purchase)
    return
  }
  const { nextProductId } = purchase
  // What a change has waited for has an order of its own.
  if (nextProductId) Object.assign(purchase, { productId: nextProductId, nextProductId: null, orders: [], renewals: 0 })
  const from = purchase.paidUntil
  charge(shop, purchase, { cents: priceOf(shop, purchase), from, until: monthLater(from, purchase.day) })
  purchase.state = 'ACTIVE'
  tell(shop, 'RENEWED', purchase)
}

export function enterGrace(shop: Shop, purchase: Purchase): void {
  const { graceDays } = shop.dunning
  if (graceDays === 0) hold(shop, purchase)
  else {
    purchase.state = 'IN_GRACE_PERIOD'
    purchase.expiresAt = purchase.paidUntil + graceDays * dayMs
    tell(shop, 'IN_GRACE_PERIOD', purchase)
  }
}

export function hold(shop: Shop, purchase: Purchase): void {
  Object.assign(purchase, { state: 'ON_HOLD', expiresAt: shop.time.now() })
  tell(shop, 'ON_HOLD', purchase)
}

/** It can be paid again: out of grace as if nothing had been, out of a hold or a pause with a period that begins now. */
export function recover(shop: Shop, purchase: Purchase): void {
  purchase.isDeclined = false
  if (purchase.state === 'IN_GRACE_PERIOD') renew(shop, purchase)
  if (purchase.state !== 'ON_HOLD' && purchase.state !== 'PAUSED') return
  const now = shop.time.now()
  Object.assign(purchase, { state: 'ACTIVE', day: new Date(now).getUTCDate(), resumesAt: null })
  charge(shop, purchase, { cents: priceOf(shop, purchase), from: now, until: monthLater(now, purchase.day) })
  tell(shop, 'RECOVERED', purchase)
}

/** Its user pauses it from the next period on; 0 takes that back. */
export function planPause(shop: Shop, purchase: Purchase, days: number): void {
  purchase.pauseMs = days > 0 ? days * dayMs : null
  tell(shop, 'PAUSE_SCHEDULE_CHANGED', purchase)
}

export function pause(shop: Shop, purchase: Purchase): void {
  const resumesAt = shop.time.now() + (purchase.pauseMs ?? 0)
  Object.assign(purchase, { state: 'PAUSED', resumesAt, pauseMs: null })
  tell(shop, 'PAUSED', purchase)
}

/** Its user ends it with the period. */
export function cancel(shop: Shop, purchase: Purchase): void {
  const canceled = { willRenew: false, canceledBy: 'user', canceledAt: shop.time.now(), nextProductId: null } as const
  const isOver = purchase.state === 'ON_HOLD' || purchase.state === 'PAUSED'
  Object.assign(purchase, canceled, { state: isOver ? 'EXPIRED' : 'CANCELED', pauseMs: null })
  tell(shop, 'CANCELED', purchase)
  if (isOver) tell(shop, 'EXPIRED', purchase)
}

export function undoCancel(shop: Shop, purchase: Purchase): void {
  if (purchase.state !== 'CANCELED') throw new Error(`${purchase.token} is not canceled, or over`)
  Object.assign(purchase, { state: 'ACTIVE', willRenew: true, canceledBy: null, canceledAt: null })
  tell(shop, 'RESTARTED', purchase)
}

/** Over; by Google where nobody had ended it. */
export function expire(shop: Shop, purchase: Purchase): void {
  const now = shop.time.now()
  const { canceledBy, canceledAt } = purchase
  const by = canceledBy ?? 'system'
  if (!canceledBy) tell(shop, 'CANCELED', purchase)
  Object.assign(purchase, { state: 'EXPIRED', willRenew: false, canceledBy: by, canceledAt: canceledAt ?? now })
  purchase.expiresAt = Math.min(purchase.expiresAt, now)
  tell(shop, 'EXPIRED', purchase)
}

/** The newest payment goes back, and what was bought is gone. */
export function revoke(shop: Shop, purchase: Purchase, reason?: 'OTHER' | 'CHARGEBACK'): void {
  const now = shop.time.now()
  Object.assign(purchase, { state: 'EXPIRED', willRenew: false, expiresAt: now, canceledAt: now })
  purchase.canceledBy ??= 'system'
  tell(shop, 'REVOKED', purchase)
  const newest = purchase.orders.at(-1)
  if (newest) giveBack(shop, known(shop.orders, newest), reason ? { reason } : {})
}
