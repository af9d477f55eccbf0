import { newToken } from './ids.ts'
import { charge } from './orders.ts'
import { known, type Purchase, type Shop } from './shop.ts'
import { dayMs, monthLater } from './time.ts'
import { tell } from './told.ts'

export interface BuyOptions {
  /** By a tester: no money moves. */
  isTest?: boolean
  /** Free for so many days first. */
  trialDays?: number
  /** To be paid in cash, later. */
  isPending?: boolean
}

/** Buys for an account; the token is what the app shows the server. */
export function buy(shop: Shop, accountToken: string | null, productId: string, options: BuyOptions = {}): Purchase {
  known(shop.products, productId)
  const purchase = newPurchase(shop, { productId, accountToken, isTest: options.isTest ?? false })
  if (options.isPending) purchase.state = 'PENDING'
  else begin(shop, purchase, options.trialDays)
  tell(shop, 'PURCHASED', purchase)
  return purchase
}

export function newPurchase(shop: Shop, given: Partial<Purchase> & Pick<Purchase, 'productId'>): Purchase {
  const now = shop.time.now()
  const purchase: Purchase = {
    ...{ token: newToken(), state: 'ACTIVE', accountToken: null, isTest: false, isAcknowledged: false },
    ...{ boughtAt: now, startedAt: null, expiresAt: now, paidUntil: now, day: new Date(now).getUTCDate() },
    ...{ willRenew: true, phase: 'base', nextProductId: null, linkedToken: null, expired: null },
    ...{ canceledBy: null, canceledAt: null, pauseMs: null, resumesAt: null, isDeclined: false },
    ...{ orders: [], renewals: 0 },
    ...given,
  }
  shop.purchases.set(purchase.token, purchase)
  return purchase
}

/** Its first period begins now. */
function begin(shop: Shop, purchase: Purchase, trialDays = 0): void {
  const now = shop.time.now()
  Object.assign(purchase, { state: 'ACTIVE', startedAt: now, boughtAt: now })
  if (trialDays > 0) {
    const until = now + trialDays * dayMs
    purchase.day = new Date(until).getUTCDate()
    charge(shop, purchase, { cents: 0, from: now, until, phase: 'trial' })
  } else {
    purchase.day = new Date(now).getUTCDate()
    charge(shop, purchase, { cents: priceOf(shop, purchase), from: now, until: monthLater(now, purchase.day) })
  }
}

export const priceOf = (shop: Shop, { productId, isTest }: Pick<Purchase, 'productId' | 'isTest'>): number =>
  isTest ? 0 : known(shop.products, productId).priceCents

/** The cash of a pending purchase came. */
export function pay(shop: Shop, purchase: Purchase): void {
  if (purchase.state !== 'PENDING') throw new Error(`${purchase.token} is not pending`)
  if (purchase.linkedToken) replace(shop, known(shop.purchases, purchase.linkedToken))
  begin(shop, purchase)
  tell(shop, 'PURCHASED', purchase)
}

/** It never came. */
export function giveUp(shop: Shop, purchase: Purchase): void {
  if (purchase.state !== 'PENDING') throw new Error(`${purchase.token} is not pending`)
  purchase.state = 'PENDING_PURCHASE_CANCELED'
  purchase.willRenew = false
  tell(shop, 'PENDING_PURCHASE_CANCELED', purchase)
}

export type ChangeMode =
  /** At once: the difference for what is left of the period is charged. */
  | 'prorated'
  /** At once, to be paid in cash: the old one runs until then. */
  | 'pending'
  /** With the next period. */
  | 'deferred'

/** Another plan is another purchase, with its own token, that names the one before. */
export function changePlan(shop: Shop, old: Purchase, productId: string, mode: ChangeMode = 'prorated'): Purchase {
  known(shop.products, productId)
  const { accountToken, isTest, startedAt, expiresAt, paidUntil, day } = old
  const purchase = newPurchase(shop, { productId, accountToken, isTest, linkedToken: old.token })
  if (mode === 'pending') {
    purchase.state = 'PENDING'
  } else if (mode === 'deferred') {
    // Until then it is the old product under the new token, paid by the old order.
    const orders = old.orders.slice(-1)
    const same = { productId: old.productId, nextProductId: productId, orders, renewals: old.renewals }
    Object.assign(purchase, same, { startedAt, expiresAt, paidUntil, day, phase: old.phase })
    replace(shop, old)
  } else {
    const now = shop.time.now()
    const paidFrom = known(shop.orders, old.orders.at(-1)!).periodStart
    const left = Math.max(0, (paidUntil - now) / (paidUntil - paidFrom))
    const difference = priceOf(shop, purchase) - priceOf(shop, old)
    Object.assign(purchase, { startedAt: now, day })
    replace(shop, old)
    const cents = Math.max(0, Math.round(difference * left))
    charge(shop, purchase, { cents, from: now, until: paidUntil, phase: 'proration' })
  }
  tell(shop, 'PURCHASED', purchase)
  return purchase
}

function replace(shop: Shop, old: Purchase): void {
  const now = shop.time.now()
  Object.assign(old, { state: 'EXPIRED', expiresAt: now, willRenew: false, canceledBy: 'replacement', canceledAt: now })
  tell(shop, 'EXPIRED', old)
}

/** Subscribes again in Google Play itself, where no app names its user. */
export function resubscribe(shop: Shop, old: Purchase): Purchase {
  const expired = { token: old.token, accountToken: old.accountToken ?? old.expired?.accountToken ?? null }
  const purchase = newPurchase(shop, { productId: old.productId, isTest: old.isTest, expired })
  begin(shop, purchase)
  tell(shop, 'PURCHASED', purchase)
  return purchase
}
