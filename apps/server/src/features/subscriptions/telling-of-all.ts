import type { Notifications } from '../notifications/service.ts'
import type { PurchaseRow } from './repository.ts'
import { createStoreTelling } from './store-telling.ts'
import { createTelling, type PaymentTelling } from './telling.ts'

/** Notifications about purchases, with the texts for their provider: Stripe or an app store. */
export function createTellingOfAll(notifications: Pick<Notifications, 'addNotice' | 'sendMail'>): PaymentTelling {
  const stripe = createTelling(notifications)
  const store = createStoreTelling(notifications, stripe.lost)
  const ofProvider = ({ provider }: PurchaseRow) => (provider === 'stripe' ? stripe : store)
  return {
    lost: stripe.lost,
    graceEnding: (trx, row) => ofProvider(row).graceEnding(trx, row),
    tell: (trx, change) => ofProvider(change.after).tell(trx, change),
  }
}
