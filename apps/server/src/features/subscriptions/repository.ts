import type { Selectable } from 'kysely'
import type { Db } from '../../database/open.ts'
import type { UserSubscriptionsTable } from '../../database/schema.ts'
import type { Trx } from '../../jobs/queue.ts'

export type PurchaseRow = Selectable<UserSubscriptionsTable>

export const findPurchases = (db: Db | Trx, userId: number): Promise<PurchaseRow[]> =>
  db.selectFrom('user_subscriptions').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').execute()
