import { newToken } from './ids.ts'
import { publishSubscriptionNotification } from './notifications.ts'
import { charge } from './orders.ts'
import { getById, type Purchase, type Shop } from './shop.ts'
import { dayMs, monthLater } from './time.ts'

export interface BuyOptions {
  /** Bought by a tester: no money moves. */
  isTest?: boolean
  trialDays?: number
  /** Paid later, in cash. */
  isPending?: boolean
}

/** Buys a product for an account. The app passes the token of the purchase to the server as its receipt. */
export function buy(shop: Shop, accountToken: string | null, productId: string, options: BuyOptions = {}): Purchase {
  getById(shop.products, productId)
  const purchase = newPurchase(shop, { productId, accountToken, isTest: options.isTest ?? false })
  if (options.isPending) purchase.state = 'PENDING'
  else startFirstPeriod(shop, purchase, options.trialDays)
  publishSubscriptionNotification(shop, 'PURCHASED', purchase)
  return purchase
}

export function newPurchase(shop: Shop, fields: Partial<Purchase> & Pick<Purchase, 'productId'>): Purchase {
  const now = shop.time.now()
  const purchase: Purchase = {
    ...{ token: newToken(), state: 'ACTIVE', accountToken: null, isTest: false, isAcknowledged: false },
    ...{ boughtAt: now, startedAt: null, expiresAt: now, paidUntil: now, day: new Date(now).getUTCDate() },
    ...{ willRenew: true, phase: 'base', nextProductId: null, linkedToken: null, expired: null },
    ...{ canceledBy: null, canceledAt: null, pauseMs: null, resumesAt: null, isDeclined: false },
    ...{ orders: [], renewals: 0 },
    ...fields,
  }
  shop.purchases.set(purchase.token, purchase)
  return purchase
}

/** Starts and charges the first period, or the trial, now. */
function startFirstPeriod(shop: Shop, purchase: Purchase, trialDays = 0): void {
  const now = shop.time.now()
  Object.assign(purchase, { state: 'ACTIVE', startedAt: now, boughtAt: now })
  if (trialDays > 0) {
    const until = now + trialDays * dayMs
    purchase.day = new Date(until).getUTCDate()
    charge(shop, purchase, { cents: 0, from: now, until, phase: 'trial' })
  } else {
    purchase.day = new Date(now).getUTCDate()
    charge(shop, purchase, { cents: getPriceCents(shop, purchase), from: now, until: monthLater(now, purchase.day) })
  }
}

export const getPriceCents = (shop: Shop, { productId, isTest }: Pick<Purchase, 'productId' | 'isTest'>): number =>
  isTest ? 0 : getById(shop.products, productId).priceCents

/** Completes a pending purchase after its cash payment. */
export function pay(shop: Shop, purchase: Purchase): void {
  if (purchase.state !== 'PENDING') throw new Error(`${purchase.token} is not pending`)
  if (purchase.linkedToken) endReplaced(shop, getById(shop.purchases, purchase.linkedToken))
  startFirstPeriod(shop, purchase)
  publishSubscriptionNotification(shop, 'PURCHASED', purchase)
}

/** Cancels a pending purchase that was never paid. */
export function cancelPending(shop: Shop, purchase: Purchase): void {
  if (purchase.state !== 'PENDING') throw new Error(`${purchase.token} is not pending`)
  purchase.state = 'PENDING_PURCHASE_CANCELED'
  purchase.willRenew = false
  publishSubscriptionNotification(shop, 'PENDING_PURCHASE_CANCELED', purchase)
}

export type ChangeMode =
  /** At once, charging the price difference for the rest of the period. */
  | 'prorated'
  /** Once it is paid in cash. The old purchase continues until then. */
  | 'pending'
  /** With the next period. */
  | 'deferred'

/** Creates a purchase of another product, with a new token that links to the replaced purchase. */
export function changePlan(shop: Shop, old: Purchase, productId: string, mode: ChangeMode = 'prorated'): Purchase {
  getById(shop.products, productId)
  const { accountToken, isTest, startedAt, expiresAt, paidUntil, day } = old
  const purchase = newPurchase(shop, { productId, accountToken, isTest, linkedToken: old.token })
  if (mode === 'pending') {
    purchase.state = 'PENDING'
  } else if (mode === 'deferred') {
    // Until the next period, the new token has the old product and its order.
    const orders = old.orders.slice(-1)
    const inherited = { productId: old.productId, nextProductId: productId, orders, renewals: old.renewals }
    Object.assign(purchase, inherited, { startedAt, expiresAt, paidUntil, day, phase: old.phase })
    endReplaced(shop, old)
  } else {
    const now = shop.time.now()
    const periodStart = getById(shop.orders, old.orders.at(-1)!).periodStart
    const remainingShare = Math.max(0, (paidUntil - now) / (paidUntil - periodStart))
    const difference = getPriceCents(shop, purchase) - getPriceCents(shop, old)
    Object.assign(purchase, { startedAt: now, day })
    endReplaced(shop, old)
    const cents = Math.max(0, Math.round(difference * remainingShare))
    charge(shop, purchase, { cents, from: now, until: paidUntil, phase: 'proration' })
  }
  publishSubscriptionNotification(shop, 'PURCHASED', purchase)
  return purchase
}

function endReplaced(shop: Shop, old: Purchase): void {
  const now = shop.time.now()
  Object.assign(old, { state: 'EXPIRED', expiresAt: now, willRenew: false, canceledBy: 'replacement', canceledAt: now })
  publishSubscriptionNotification(shop, 'EXPIRED', old)
}

/** Resubscribes in Google Play itself, where no app passes an account token. */
export function resubscribe(shop: Shop, old: Purchase): Purchase {
  const expired = { token: old.token, accountToken: old.accountToken ?? old.expired?.accountToken ?? null }
  const purchase = newPurchase(shop, { productId: old.productId, isTest: old.isTest, expired })
  startFirstPeriod(shop, purchase)
  publishSubscriptionNotification(shop, 'PURCHASED', purchase)
  return purchase
}
