import type { Selectable } from 'kysely'
import type { Db } from '../../database/open.ts'
import type { UserSubscriptionsTable } from '../../database/payment-tables.ts'
import type { Trx } from '../../jobs/queue.ts'

export type PurchaseRow = Selectable<UserSubscriptionsTable>

export const findPurchases = (db: Db | Trx, userId: number): Promise<PurchaseRow[]> =>
  db.selectFrom('user_subscriptions').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').execute()

const ended = ['canceled', 'expired', 'refunded'] as const

export const endPurchases = (trx: Trx, userId: number, now: Date) =>
  trx
    .updateTable('user_subscriptions')
    .set({ status: 'canceled', ends_at: now, updated_at: now })
    .where('user_id', '=', userId)
    .where('status', 'not in', ended)
    .execute()
