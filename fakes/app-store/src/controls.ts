import { type BuyOptions, buy, changePlan, endGrace, expire, failRenewal, recover, renew } from './billing.ts'
import { nextDueEvent, runDueEvents } from './due-events.ts'
import { decodePayload } from './jws.ts'
import { latestTransaction, notify, type Purchase, type Shop, statuses, type Transaction } from './shop.ts'
import type { Signer } from './signing.ts'
import { dayMs } from './time.ts'
import type { Webhooks } from './webhooks/index.ts'

/** Actions of customers, their banks and Apple. A purchase is identified by its original transaction id or by a receipt. */
export function createControls(shop: Shop, { signTransaction }: Signer, webhooks: Webhooks) {
  function purchaseOf(idOrReceipt: string): Purchase {
    const id = idOrReceipt.includes('.') ? decodePayload<Transaction>(idOrReceipt).originalTransactionId : idOrReceipt
    const purchase = shop.purchases.get(id)
    if (!purchase) throw new Error(`The App Store fake has no purchase ${id}`)
    return purchase
  }

  /** Turns an action on a purchase into a control that returns the new receipt. */
  const act =
    <Args extends unknown[]>(action: (purchase: Purchase, ...args: Args) => void) =>
    (idOrReceipt: string, ...args: Args): string => {
      runDueEvents(shop)
      const purchase = purchaseOf(idOrReceipt)
      action(purchase, ...args)
      runDueEvents(shop)
      return signTransaction(latestTransaction(purchase))
    }

  /** Ends the current period now. */
  const endPeriod = (purchase: Purchase) => {
    const last = latestTransaction(purchase)
    last.expiresDate = Math.min(last.expiresDate, shop.time.now())
  }

  const decline = (purchase: Purchase) => {
    purchase.isCardDeclined = true
    endPeriod(purchase)
    failRenewal(shop, purchase)
  }

  async function advanceTo(to: Date): Promise<void> {
    await webhooks.settled()
    for (;;) {
      const next = Math.min(
        nextDueEvent(shop)?.at ?? to.getTime(),
        webhooks.nextRetryAt() ?? to.getTime(),
        to.getTime(),
      )
      shop.time.advanceTo(next)
      runDueEvents(shop)
      await webhooks.settled()
      await webhooks.retryDue()
      if (next >= to.getTime()) return
    }
  }

  return {
    now: () => new Date(shop.time.now()),
    advanceTo,
    advance: ({ days = 0, hours = 0 }: { days?: number; hours?: number }) =>
      advanceTo(new Date(shop.time.now() + days * dayMs + hours * 3600_000)),
    /** Buys for an account and returns the receipt that the phone gets. */
    buy(accountToken: string | null, productId: string, options?: BuyOptions): string {
      runDueEvents(shop)
      return signTransaction(latestTransaction(buy(shop, accountToken, productId, options)))
    },
    /** Original transaction id of a purchase. */
    idOf: (idOrReceipt: string) => purchaseOf(idOrReceipt).originalTransactionId,
    receiptOf: act(() => {}),
    /** Starts the next period now. */
    renew: act(purchase => {
      purchase.isCardDeclined = false
      endPeriod(purchase)
      if (purchase.status === statuses.active) renew(shop, purchase)
    }),
    /** Makes the card fail from the next renewal on. */
    fail: act(purchase => {
      purchase.isCardDeclined = true
    }),
    /** Fails a renewal now. Without grace days, billing retry starts at once. */
    grace: act(decline),
    /** Skips to billing retry, after the grace period. */
    hold: act(purchase => {
      if (purchase.status === statuses.active) decline(purchase)
      if (purchase.status === statuses.grace) endGrace(shop, purchase)
    }),
    /** Makes the card work again and charges the failed payment. */
    recover: act(purchase => recover(shop, purchase)),
    cancel: act(purchase => {
      purchase.renewal.autoRenewStatus = 0
      notify(shop, 'DID_CHANGE_RENEWAL_STATUS', 'AUTO_RENEW_DISABLED', purchase)
    }),
    undo: act(purchase => {
      purchase.renewal.autoRenewStatus = 1
      notify(shop, 'DID_CHANGE_RENEWAL_STATUS', 'AUTO_RENEW_ENABLED', purchase)
    }),
    /** Upgrades take effect at once, downgrades with the next period. */
    changePlan: act((purchase, productId: string) => void changePlan(shop, purchase, productId)),
    /** Ends the subscription now, as after a cancellation. */
    expire: act(purchase => {
      endPeriod(purchase)
      expire(shop, purchase, 'VOLUNTARY')
    }),
    /** Refunds the latest period, fully or by `percent`. */
    refund: act((purchase, percent: number = 100) => {
      const last = latestTransaction(purchase)
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
    /** Ends family sharing of the purchase. */
    revoke: act(purchase => {
      Object.assign(latestTransaction(purchase), { revocationDate: shop.time.now(), revocationType: 'FAMILY_REVOKE' })
      purchase.status = statuses.revoked
      notify(shop, 'REVOKE', undefined, purchase)
    }),
    /** The purchase itself, which tests may change directly if no control fits. */
    purchase: purchaseOf,
    /** Sends a notification, with the current state of the purchase if one is given. */
    notify: (type: string, subtype?: string, idOrReceipt?: string) =>
      notify(shop, type, subtype, idOrReceipt === undefined ? null : purchaseOf(idOrReceipt)),
  }
}
