import { catchUp, nextDue } from './agenda.ts'
import { type BuyingOptions, buy, change, endGrace, expire, fail, recover, renew } from './billing.ts'
import { payloadOf } from './jws.ts'
import { lastOf, notify, type Purchase, type Shop, statuses, type Transaction } from './shop.ts'
import type { Signing } from './signing.ts'
import { dayMs } from './time.ts'
import type { Webhooks } from './webhooks/index.ts'

/** What buyers, their banks and Apple do. A purchase is named by the number of its first transaction, or by a receipt of it. */
export function controlsOf(shop: Shop, { transactionJws }: Signing, post: Webhooks) {
  function purchaseOf(named: string): Purchase {
    const id = named.includes('.') ? payloadOf<Transaction>(named).originalTransactionId : named
    const purchase = shop.purchases.get(id)
    if (!purchase) throw new Error(`Nobody has bought ${id}`)
    return purchase
  }

  /** Does something to a purchase, and gives its receipt as it is then. */
  const act =
    <Given extends unknown[]>(work: (purchase: Purchase, ...given: Given) => void) =>
    (named: string, ...given: Given): string => {
      catchUp(shop)
      const purchase = purchaseOf(named)
      work(purchase, ...given)
      catchUp(shop)
      return transactionJws(lastOf(purchase))
    }

  /** As if the period were over. */
  const endPeriod = (purchase: Purchase) => {
    const last = lastOf(purchase)
    last.expiresDate = Math.min(last.expiresDate, shop.time.now())
  }

  const decline = (purchase: Purchase) => {
    purchase.isCardDeclined = true
    endPeriod(purchase)
    fail(shop, purchase)
  }

  async function advanceTo(to: Date): Promise<void> {
    await post.settled()
    for (;;) {
      const next = Math.min(nextDue(shop)?.at ?? to.getTime(), post.nextRetryAt() ?? to.getTime(), to.getTime())
      shop.time.putForwardTo(next)
      catchUp(shop)
      await post.settled()
      await post.retryDue()
      if (next >= to.getTime()) return
    }
  }

  return {
    now: () => new Date(shop.time.now()),
    advanceTo,
    advance: ({ days = 0, hours = 0 }: { days?: number; hours?: number }) =>
      advanceTo(new Date(shop.time.now() + days * dayMs + hours * 3600_000)),
    /** Buys for an account; gives the receipt that the phone has then. */
    buy(accountToken: string | null, productId: string, options?: BuyingOptions): string {
      catchUp(shop)
      return transactionJws(lastOf(buy(shop, accountToken, productId, options)))
    },
    /** The number of a purchase's first transaction. */
    idOf: (named: string) => purchaseOf(named).originalTransactionId,
    receiptOf: act(() => {}),
    /** The next period begins now. */
    renew: act(purchase => {
      purchase.isCardDeclined = false
      endPeriod(purchase)
      if (purchase.status === statuses.active) renew(shop, purchase)
    }),
    /** The card is declined from the next renewal on. */
    fail: act(purchase => {
      purchase.isCardDeclined = true
    }),
    /** A renewal was declined just now; without days of grace the store goes straight on to trying again. */
    grace: act(decline),
    /** The grace is over, or never was: the store goes on trying. */
    hold: act(purchase => {
      if (purchase.status === statuses.active) decline(purchase)
      if (purchase.status === statuses.grace) endGrace(shop, purchase)
    }),
    /** The card works again, and what was owed is paid. */
    recover: act(purchase => recover(shop, purchase)),
    cancel: act(purchase => {
      purchase.renewal.autoRenewStatus = 0
      notify(shop, 'DID_CHANGE_RENEWAL_STATUS', 'AUTO_RENEW_DISABLED', purchase)
    }),
    undo: act(purchase => {
      purchase.renewal.autoRenewStatus = 1
      notify(shop, 'DID_CHANGE_RENEWAL_STATUS', 'AUTO_RENEW_ENABLED', purchase)
    }),
    /** What is dearer counts at once, what is cheaper from the next period on. */
    changePlan: act((purchase, productId: string) => void change(shop, purchase, productId)),
    /** Over now, by its user's wish. */
    expire: act(purchase => {
      endPeriod(purchase)
      expire(shop, purchase, 'VOLUNTARY')
    }),
    /** Apple gives the money of the newest period back, all or so many hundredths of it. */
    refund: act((purchase, percent: number = 100) => {
      const last = lastOf(purchase)
      const now = shop.time.now()
      Object.assign(last, {
        ...{ revocationDate: now, revocationReason: 0, revocationPercentage: percent * 1000 },
        revocationType: percent === 100 ? 'REFUND_FULL' : 'REFUND_PRORATED',
      })
      purchase.status = statuses.revoked
      purchase.renewal.autoRenewStatus = 0
      const { transactionId, originalTransactionId, currency } = last
      shop.ledger.push({
        ...{ kind: 'refund', transactionId, originalTransactionId, currency, at: new Date(now) },
        amountCents: Math.round((last.price * percent) / 1000),
      })
      notify(shop, 'REFUND', undefined, purchase)
    }),
    /** Somebody of the family shares it no more. */
    revoke: act(purchase => {
      Object.assign(lastOf(purchase), { revocationDate: shop.time.now(), revocationType: 'FAMILY_REVOKE' })
      purchase.status = statuses.revoked
      notify(shop, 'REVOKE', undefined, purchase)
    }),
    /** For what no control does: the purchase itself, to be changed at will. */
    purchase: purchaseOf,
    /** Tells of something with the purchase as it is. */
    notify: (type: string, subtype?: string, named?: string) =>
      notify(shop, type, subtype, named === undefined ? null : purchaseOf(named)),
  }
}
