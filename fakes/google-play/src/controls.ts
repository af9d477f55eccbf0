import { type BuyOptions, buy, type ChangeMode, cancelPending, changePlan, pay, resubscribe } from './buy.ts'
import { nextDueEvent, runDueEvents } from './due-events.ts'
import {
  cancel,
  enterGrace,
  expire,
  putOnHold,
  recover,
  renew,
  revoke,
  schedulePause,
  undoCancel,
} from './lifecycle.ts'
import { publish } from './notifications.ts'
import { refundOrder } from './orders.ts'
import { getById, type Purchase, type Shop } from './shop.ts'
import type { createWebhooks } from './webhooks/index.ts'

/** Actions of customers, banks and Google, and control of the clock. A purchase is identified by its token. */
export function createControls(shop: Shop, webhooks: ReturnType<typeof createWebhooks>) {
  /** Advances the clock. Due events run at their own time, and all messages are delivered. */
  async function advanceTo(to: Date): Promise<void> {
    const end = to.getTime()
    await webhooks.settled()
    for (;;) {
      const next = Math.min(nextDueEvent(shop)?.at ?? end, webhooks.nextRetryAt() ?? end, end)
      shop.time.advanceTo(next)
      runDueEvents(shop)
      await webhooks.settled()
      await webhooks.retryDue()
      if (next >= end) return
    }
  }

  /** Finds a purchase after running everything that is due. */
  function currentPurchase(token: string): Purchase {
    runDueEvents(shop)
    return getById(shop.purchases, token)
  }

  /** Ends the paid period now and declines the next payment. */
  function declineRenewal(purchase: Purchase): Purchase {
    const now = shop.time.now()
    Object.assign(purchase, { isDeclined: true, paidUntil: now })
    const latestOrderId = purchase.orders.at(-1)
    if (latestOrderId) getById(shop.orders, latestOrderId).periodEnd = now
    return purchase
  }

  return {
    now: (): Date => new Date(shop.time.now()),
    advanceTo,
    advance: async ({ days = 0, hours = 0, minutes = 0 }: { days?: number; hours?: number; minutes?: number }) =>
      await advanceTo(new Date(shop.time.now() + ((days * 24 + hours) * 60 + minutes) * 60_000)),

    /** Returns the token, which is the receipt. */
    buy: (accountToken: string | null, productId: string, options?: BuyOptions): string =>
      buy(shop, accountToken, productId, options).token,
    /** Completes a pending purchase; `giveUp` cancels it. */
    pay: (token: string): void => pay(shop, currentPurchase(token)),
    giveUp: (token: string): void => cancelPending(shop, currentPurchase(token)),
    /** Returns the token of the new purchase. */
    changePlan: (token: string, productId: string, mode?: ChangeMode): string =>
      changePlan(shop, currentPurchase(token), productId, mode).token,
    /** Resubscribes in Google Play itself after the purchase has ended. Returns the new token. */
    resubscribe: (token: string): string => resubscribe(shop, currentPurchase(token)).token,

    /** Charges the next period now. */
    renew: (token: string): void => renew(shop, currentPurchase(token)),
    /** Declines the payment method from now on. */
    fail(token: string): void {
      currentPurchase(token).isDeclined = true
    },
    /** Declines a renewal now and starts the grace period. */
    grace(token: string): void {
      enterGrace(shop, declineRenewal(currentPurchase(token)))
    },
    hold(token: string): void {
      putOnHold(shop, declineRenewal(currentPurchase(token)))
    },
    /** Makes the payment method work again and charges the failed payment. */
    recover: (token: string): void => recover(shop, currentPurchase(token)),
    cancel: (token: string): void => cancel(shop, currentPurchase(token)),
    undo: (token: string): void => undoCancel(shop, currentPurchase(token)),
    pause: (token: string, days = 30): void => schedulePause(shop, currentPurchase(token), days),
    expire: (token: string): void => expire(shop, currentPurchase(token)),
    /** Refunds an order, by default the latest, fully or by `cents`. The purchase stays valid. */
    refund(token: string, { cents, orderId }: { cents?: number; orderId?: string } = {}): void {
      const order = getById(shop.orders, orderId ?? currentPurchase(token).orders.at(-1) ?? '')
      refundOrder(shop, order, cents === undefined ? {} : { cents })
    },
    /** Refunds the latest order and ends the purchase. `CHARGEBACK`: the bank reversed the payment. */
    revoke: (token: string, reason?: 'OTHER' | 'CHARGEBACK'): void => revoke(shop, currentPurchase(token), reason),

    /** Publishes the test notification of the Play Console. */
    publishTest: (): void => publish(shop, 'TEST', { testNotification: { version: '1.0' } }),
    /** Publishes a notification about a one-time product. */
    publishOneTime: (sku = 'coins'): void =>
      publish(shop, 'ONE_TIME', {
        oneTimeProductNotification: { version: '1.0', notificationType: 1, purchaseToken: 'of-coins', sku },
      }),
  }
}
