import type { Notifications } from '../notifications/service.ts'
import type { PurchaseRow } from './repository.ts'
import { createStoreTelling } from './store-telling.ts'
import { createTelling, type PaymentTelling } from './telling.ts'

/** Tells of each purchase in the words that fit whoever takes the money for it. */
export function createTellingOfAll(notifications: Pick<Notifications, 'addNotice' | 'sendMail'>): PaymentTelling {
  const here = createTelling(notifications)
  const inStore = createStoreTelling(notifications, here.lost)
  const of = ({ provider }: PurchaseRow) => (provider === 'stripe' ? here : inStore)
  return {
    lost: here.lost,
    graceEnding: (trx, row) => of(row).graceEnding(trx, row),
    tell: (trx, news) => of(news.after).tell(trx, news),
  }
}
