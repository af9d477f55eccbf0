import { expire, pause, putOnHold, recover, renew, revoke } from './lifecycle.ts'
import type { Purchase, Shop } from './shop.ts'
import { dayMs } from './time.ts'

/** Something to run at a time, in milliseconds. Of several at the same time, the first listed runs first. */
export interface DueEvent {
  at: number
  run(): void
}

/** Google revokes and refunds purchases that are not acknowledged within this time. */
const acknowledgementDeadlineMs = 3 * dayMs

/** The next due event, derived from the purchases themselves. */
export function nextDueEvent(shop: Shop): DueEvent | undefined {
  const due = [...shop.purchases.values()].flatMap(purchase => dueOf(shop, purchase))
  return due.reduce<DueEvent | undefined>((first, each) => (first && first.at <= each.at ? first : each), undefined)
}

/** Runs everything due by now in order, with the clock at the time of each event. */
export function runDueEvents(shop: Shop): void {
  for (let due = nextDueEvent(shop); due && due.at <= shop.time.now(); due = nextDueEvent(shop))
    shop.time.runAt(due.at, due.run)
}

function dueOf(shop: Shop, purchase: Purchase): DueEvent[] {
  const { state, isAcknowledged, boughtAt, expiresAt, resumesAt } = purchase
  if (state === 'PENDING' || state === 'PENDING_PURCHASE_CANCELED' || state === 'EXPIRED') return []
  const unacknowledged: DueEvent[] = isAcknowledged
    ? []
    : [{ at: boughtAt + acknowledgementDeadlineMs, run: () => revoke(shop, purchase) }]
  return [...unacknowledged, lifecycleEvent(shop, purchase, { expiresAt, resumesAt })]
}

function lifecycleEvent(shop: Shop, purchase: Purchase, at: Pick<Purchase, 'expiresAt' | 'resumesAt'>): DueEvent {
  switch (purchase.state) {
    case 'IN_GRACE_PERIOD':
      return { at: at.expiresAt, run: () => putOnHold(shop, purchase) }
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
  if (purchase.isDeclined) putOnHold(shop, purchase)
  else recover(shop, purchase)
}
