import { endGrace, expire, fail, recover, renew } from './billing.ts'
import { lastOf, type Purchase, type Shop, statuses } from './shop.ts'
import { dayMs } from './time.ts'

/** For so long Apple tries to collect a payment that failed. */
const retriedDays = 60

interface Due {
  at: number
  run(): void
}

/** What happens next by itself; nothing for what is over. */
export function nextDue(shop: Shop): Due | undefined {
  return [...shop.purchases.values()]
    .flatMap(purchase => dueOf(shop, purchase) ?? [])
    .toSorted((a, b) => a.at - b.at)[0]
}

/** Does all that was due by now, each at its own time. */
export function catchUp(shop: Shop): void {
  for (let due = nextDue(shop); due && due.at <= shop.time.now(); due = nextDue(shop)) {
    const { at, run } = due
    shop.time.during(at, run)
  }
}

function dueOf(shop: Shop, purchase: Purchase): Due | undefined {
  const { status, renewal, isCardDeclined } = purchase
  const ended = lastOf(purchase).expiresDate
  const givenUp = { at: ended + retriedDays * dayMs, run: () => expire(shop, purchase, 'BILLING_RETRY') }
  switch (status) {
    case statuses.active:
      if (renewal.autoRenewStatus === 0) return { at: ended, run: () => expire(shop, purchase, 'VOLUNTARY') }
      return { at: ended, run: () => (isCardDeclined ? fail(shop, purchase) : renew(shop, purchase)) }
    case statuses.grace:
      if (!isCardDeclined) return { at: shop.time.now(), run: () => recover(shop, purchase) }
      return { at: renewal.gracePeriodExpiresDate ?? ended, run: () => endGrace(shop, purchase) }
    case statuses.retry:
      if (!isCardDeclined) return { at: shop.time.now(), run: () => recover(shop, purchase) }
      if (renewal.autoRenewStatus === 0)
        return { at: shop.time.now(), run: () => expire(shop, purchase, 'BILLING_RETRY') }
      return givenUp
    default:
      return undefined
  }
}
