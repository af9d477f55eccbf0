import type { Stripe } from 'stripe'
import { type Account, getObject } from './account.ts'
import { completeAuthentication } from './billing/collect.ts'
import { nextDueEvent, runDueEvents } from './billing/due-events.ts'
import { closeDispute, failRefund, openDispute } from './billing/refunds.ts'
import { completeSetupAuthentication } from './billing/setup.ts'
import { type TestCard, testCards } from './cards.ts'
import type { createWebhooks } from './webhooks/index.ts'

/** Controls for tests besides the API: time, banks and cards. */
export function createControls(account: Account, webhooks: ReturnType<typeof createWebhooks>) {
  /** Advances the clock. Due events run at their own time, and all webhooks are delivered. */
  async function advanceTo(to: Date): Promise<void> {
    const end = Math.floor(to.getTime() / 1000)
    await webhooks.settled()
    for (;;) {
      const next = Math.min(nextDueEvent(account)?.at ?? end, webhooks.nextRetryAt() ?? end, end)
      account.time.advanceTo(next)
      runDueEvents(account)
      await webhooks.settled()
      await webhooks.retryDue()
      if (next >= end) return
    }
  }

  return {
    now: (): Date => new Date(account.time.now() * 1000),
    advanceTo,
    advance: async (by: { days?: number; hours?: number; minutes?: number }): Promise<void> => {
      const { days = 0, hours = 0, minutes = 0 } = by
      await advanceTo(new Date((account.time.now() + ((days * 24 + hours) * 60 + minutes) * 60) * 1000))
    },
    /** Completes the 3-D Secure of an intent, as the bank's page would. */
    authenticate(intent: string, isPassed = true): void {
      const payment = account.paymentIntents.get(intent)
      if (payment) completeAuthentication(account, payment, isPassed)
      else completeSetupAuthentication(account, getObject(account.setupIntents, intent), isPassed)
    },
    /** Makes the card of a payment method behave like another test card, such as `pm_card_chargeCustomerFail`. */
    replaceCard(method: string, name: string): TestCard {
      const card = testCards[name]
      if (!card) throw new Error(`Unknown test card: ${name}`)
      getObject(account.paymentMethods, method)
      account.cards.set(method, card)
      return card
    },
    dispute: (charge: string, reason = 'fraudulent'): Stripe.Dispute => openDispute(account, charge, reason),
    closeDispute: (dispute: string, status: 'won' | 'lost'): void => closeDispute(account, dispute, status),
    failRefund: (refund: string): void => failRefund(account, refund),
  }
}
