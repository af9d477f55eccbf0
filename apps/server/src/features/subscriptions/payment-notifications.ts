import type { Notifications } from '../notifications/service.ts'
import type { PurchaseRow } from './purchases-repository.ts'
import { createStoreNotifications } from './store-notifications.ts'
import { createStripeNotifications, type PaymentNotifications } from './stripe-notifications.ts'

/** Notifications about purchases, with the texts for their provider: Stripe or an app store. */
export function createPaymentNotifications(
  notifications: Pick<Notifications, 'addNotice' | 'sendMail'>,
): PaymentNotifications {
  const stripe = createStripeNotifications(notifications)
  const store = createStoreNotifications(notifications, stripe.notifyPlanLost)
  const ofProvider = ({ provider }: PurchaseRow) => (provider === 'stripe' ? stripe : store)
  return {
    notifyPlanLost: stripe.notifyPlanLost,
    notifyGraceEnding: (trx, row) => ofProvider(row).notifyGraceEnding(trx, row),
    notifyChange: (trx, change) => ofProvider(change.after).notifyChange(trx, change),
  }
}
