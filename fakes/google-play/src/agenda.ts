import { expire, hold, pause, recover, renew, revoke } from './life.ts'
import type { Purchase, Shop } from './shop.ts'
import { dayMs } from './time.ts'

/** Something that happens by itself once its time has come. Of two at the same time the one listed first goes first. */
export interface Due {
  at: number
  run(): void
}

/** What nobody has acknowledged by then goes back to its buyer. */
const acknowledgedWithinMs = 3 * dayMs

/** What comes next, read out of the purchases themselves. */
export function nextDue(shop: Shop): Due | undefined {
  const due = [...shop.purchases.values()].flatMap(purchase => dueOf(shop, purchase))
  return due.reduce<Due | undefined>((first, each) => (first && first.at <= each.at ? first : each), undefined)
}

/** Does everything that was due by now, each at its own time and in order. */
export function catchUp(shop: Shop): void {
  for (let due = nextDue(shop); due && due.at <= shop.time.now(); due = nextDue(shop)) shop.time.during(due.at, due.run)
}

function dueOf(shop: Shop, purchase: Purchase): Due[] {
  const { state, isAcknowledged, boughtAt, expiresAt, resumesAt } = purchase
  if (state === 'PENDING' || state === 'PENDING_PURCHASE_CANCELED' || state === 'EXPIRED') return []
  const unacknowledged: Due[] = isAcknowledged
    ? []
    : [{ at: boughtAt + acknowledgedWithinMs, run: () => revoke(shop, purchase) }]
  return [...unacknowledged, lifeOf(shop, purchase, { expiresAt, resumesAt })]
}

function lifeOf(shop: Shop, purchase: Purchase, at: Pick<Purchase, 'expiresAt' | 'resumesAt'>): Due {
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
