import { expire, hold, pause, recover, renew, revoke } from './life.ts'
import type { Purchase, Shop } from './shop.ts'
import { dayMs } from './time.ts'

/** Something to run at a time, in milliseconds. Of several at the same time, the first listed runs first. */
export interface Due {
  at: number
  run(): void
}

/** Google revokes and refunds purchases that are not acknowledged within this time. */
const acknowledgementDeadlineMs = 3 * dayMs

/** The next due event, derived from the purchases themselves. */
export function nextDue(shop: Shop): Due | undefined {
  const due = [...shop.purchases.values()].flatMap(purchase => dueOf(shop, purchase))
  return due.reduce<Due | undefined>((first, each) => (first && first.at <= each.at ? first : each), undefined)
}

/** Runs everything due by now in order, with the clock at the time of each event. */
export function catchUp(shop: Shop): void {
  for (let due = nextDue(shop); due && due.at <= shop.time.now(); due = nextDue(shop)) shop.time.during(due.at, due.run)
}

function dueOf(shop: Shop, purchase: Purchase): Due[] {
  const { state, isAcknowledged, boughtAt, expiresAt, resumesAt } = purchase
  if (state === 'PENDING' || state === 'PENDING_PURCHASE_CANCELED' || state === 'EXPIRED') return []
  const unacknowledged: Due[] = isAcknowledged
    ? []
    : [{ at: boughtAt + acknowledgementDeadlineMs, run: () => revoke(shop, purchase) }]
  return [...unacknowledged, lifecycleEvent(shop, purchase, { expiresAt, resumesAt })]
}

function lifecycleEvent(shop: Shop, purchase: Purchase, at: Pick<Purchase, 'expiresAt' | 'resumesAt'>): Due {
  switch (purchase.state) {
    case 'IN_GRACE_PERIOD':
      return { at: at.expiresAt, run: () => hold(shop, purchase) }
    case 'ON_HOLD':
      return { at: at.expiresAt + shop.dunning.holdDays * dayMs, run: () => expire(shop, purchase) }
    case 'PAUSED':
      return { at: at.resumesAt!, run: () => resume(shop, purchase) }
    default:
      return { at: at.expiresAt, run: () => endPeriod(shop, purchase) }
  }
}

function endPeriod(shop: Shop, purchase: Purchase): void {
  if (!purchase.willRenew) expire(shop, purchase)
  else if (purchase.pauseMs !== null) pause(shop, purchase)
  else renew(shop, purchase)
}

function resume(shop: Shop, purchase: Purchase): void {
  if (purchase.isDeclined) hold(shop, purchase)
  else recover(shop, purchase)
}
