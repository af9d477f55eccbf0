import { catchUp, nextDue } from './agenda.ts'
import { type BuyOptions, buy, type ChangeMode, changePlan, giveUp, pay, resubscribe } from './buying.ts'
import { cancel, enterGrace, expire, hold, planPause, recover, renew, revoke, undoCancel } from './life.ts'
import { giveBack } from './orders.ts'
import { known, type Purchase, type Shop } from './shop.ts'
import { publish } from './told.ts'
import type { webhookPost } from './webhooks/index.ts'

/** What buyers, banks, Google and time do. A purchase is named by its token. */
export function controlsOf(shop: Shop, webhooks: ReturnType<typeof webhookPost>) {
  /** Puts the clock forward; everything due on the way happens at its time, and every message is delivered. */
  async function advanceTo(to: Date): Promise<void> {
    const end = to.getTime()
    await webhooks.settled()
    for (;;) {
      const next = Math.min(nextDue(shop)?.at ?? end, webhooks.nextRetryAt() ?? end, end)
      shop.time.putForwardTo(next)
      catchUp(shop)
      await webhooks.settled()
      await webhooks.retryDue()
      if (next >= end) return
    }
  }

  /** First what was due by now. */
  function on(token: string): Purchase {
    catchUp(shop)
    return known(shop.purchases, token)
  }

  /** As if the period that was paid had ended just now, and the next could not be. */
  function endPaid(purchase: Purchase): Purchase {
    const now = shop.time.now()
    Object.assign(purchase, { isDeclined: true, paidUntil: now })
    const newest = purchase.orders.at(-1)
    if (newest) known(shop.orders, newest).periodEnd = now
    return purchase
  }

  return {
    now: (): Date => new Date(shop.time.now()),
    advanceTo,
    advance: async ({ days = 0, hours = 0, minutes = 0 }: { days?: number; hours?: number; minutes?: number }) =>
      await advanceTo(new Date(shop.time.now() + ((days * 24 + hours) * 60 + minutes) * 60_000)),

    /** Gives the token, which is the receipt. */
    buy: (accountToken: string | null, productId: string, options?: BuyOptions): string =>
      buy(shop, accountToken, productId, options).token,
    /** The cash of a pending purchase comes, or never does. */
    pay: (token: string): void => pay(shop, on(token)),
    giveUp: (token: string): void => giveUp(shop, on(token)),
    /** Gives the token of the purchase that takes the place of this one. */
    changePlan: (token: string, productId: string, mode?: ChangeMode): string =>
      changePlan(shop, on(token), productId, mode).token,
    /** Again, in Google Play itself, after the one before is over. */
    resubscribe: (token: string): string => resubscribe(shop, on(token)).token,

    /** The next period is charged now. */
    renew: (token: string): void => renew(shop, on(token)),
    /** The means of payment is declined from now on. */
    fail(token: string): void {
      on(token).isDeclined = true
    },
    /** A renewal was declined just now: the grace begins. */
    grace(token: string): void {
      enterGrace(shop, endPaid(on(token)))
    },
    hold(token: string): void {
      hold(shop, endPaid(on(token)))
    },
    /** The means of payment works again, and what was owed is paid. */
    recover: (token: string): void => recover(shop, on(token)),
    cancel: (token: string): void => cancel(shop, on(token)),
    undo: (token: string): void => undoCancel(shop, on(token)),
    pause: (token: string, days = 30): void => planPause(shop, on(token), days),
    expire: (token: string): void => expire(shop, on(token)),
    /** Money goes back, of the newest order unless told otherwise; what was bought stays. */
    refund(token: string, { cents, orderId }: { cents?: number; orderId?: string } = {}): void {
      const order = known(shop.orders, orderId ?? on(token).orders.at(-1) ?? '')
      giveBack(shop, order, cents === undefined ? {} : { cents })
    },
    /** Money goes back, and what was bought is gone; a bank did it where the reason is `CHARGEBACK`. */
    revoke: (token: string, reason?: 'OTHER' | 'CHARGEBACK'): void => revoke(shop, on(token), reason),

    /** What the button in the Play Console publishes. */
    tellTest: (): void => publish(shop, 'TEST', { testNotification: { version: '1.0' } }),
    /** About something that is bought once. */
    tellOneTime: (sku = 'coins'): void =>
      publish(shop, 'ONE_TIME', {
        oneTimeProductNotification: { version: '1.0', notificationType: 1, purchaseToken: 'of-coins', sku },
      }),
  }
}
