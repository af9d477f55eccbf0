import { endGrace, expire, failRenewal, recover, renew } from './billing.ts'
import { latestTransaction, type Purchase, type Shop, statuses } from './shop.ts'
import { dayMs } from './time.ts'

/** How long Apple retries a failed payment. */
const retryDays = 60

interface DueEvent {
  at: number
  run(): void
}

/** The next due event. Ended purchases have none. */
export function nextDueEvent(shop: Shop): DueEvent | undefined {
  return [...shop.purchases.values()]
    .flatMap(purchase => dueOf(shop, purchase) ?? [])
    .toSorted((a, b) => a.at - b.at)[0]
}

/** Runs everything due by now, with the clock at the time of each event. */
export function runDueEvents(shop: Shop): void {
  for (let due = nextDueEvent(shop); due && due.at <= shop.time.now(); due = nextDueEvent(shop)) {
    const { at, run } = due
    shop.time.runAt(at, run)
  }
}

function dueOf(shop: Shop, purchase: Purchase): DueEvent | undefined {
  const { status, renewal, isCardDeclined } = purchase
  const ended = latestTransaction(purchase).expiresDate
  const expiry = { at: ended + retryDays * dayMs, run: () => expire(shop, purchase, 'BILLING_RETRY') }
  switch (status) {
    case statuses.active:
      if (renewal.autoRenewStatus === 0) return { at: ended, run: () => expire(shop, purchase, 'VOLUNTARY') }
      return { at: ended, run: () => (isCardDeclined ? failRenewal(shop, purchase) : renew(shop, purchase)) }
    case statuses.grace:
      if (!isCardDeclined) return { at: shop.time.now(), run: () => recover(shop, purchase) }
      return { at: renewal.gracePeriodExpiresDate ?? ended, run: () => endGrace(shop, purchase) }
    case statuses.retry:
      if (!isCardDeclined) return { at: shop.time.now(), run: () => recover(shop, purchase) }
      if (renewal.autoRenewStatus === 0)
        return { at: shop.time.now(), run: () => expire(shop, purchase, 'BILLING_RETRY') }
      return expiry
    default:
      return undefined
  }
}
