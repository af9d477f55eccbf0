import { liveStatuses } from '@recaps/domain/billing'
import { type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../../database/open.ts'
import type { PaymentProvider, UserSubscriptionsTable } from '../../database/payment-tables.ts'
import type { Trx } from '../../jobs/queue.ts'
import { isStoreRef, type PurchaseRef } from './purchase-refs.ts'

export type PurchaseRow = Selectable<UserSubscriptionsTable>

/** Newest first. */
export const findPurchases = (db: Db | Trx, userId: number): Promise<PurchaseRow[]> =>
  db.selectFrom('user_subscriptions').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').execute()

/** The live purchase: a unique index allows one per user. */
export const findLivePurchase = (db: Db | Trx, userId: number): Promise<PurchaseRow | undefined> =>
  db
    .selectFrom('user_subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', 'in', liveStatuses)
    .executeTakeFirst()

/** Undefined for a missing purchase and for one of another user. */
export const findPurchase = (db: Db | Trx, userId: number, id: number): Promise<PurchaseRow | undefined> =>
  db.selectFrom('user_subscriptions').selectAll().where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()

export const findPurchaseByRef = (db: Db | Trx, ref: PurchaseRef): Promise<PurchaseRow | undefined> =>
  db
    .selectFrom('user_subscriptions')
    .selectAll()
    .where('provider', '=', ref.provider)
    .where(idColumn(ref), '=', ref.id)
    .executeTakeFirst()

const idColumn = (ref: PurchaseRef) => (isStoreRef(ref) ? 'original_id' : 'stripe_subscription_id')

/** A page of the purchases that may still change at their provider, ordered by id. */
export const listOpenPurchases = (
  db: Db,
  provider: PaymentProvider,
  after: number,
  limit: number,
): Promise<PurchaseRow[]> =>
  db
    .selectFrom('user_subscriptions')
    .selectAll()
    .where('provider', '=', provider)
    .where('status', 'in', [...liveStatuses, 'paused'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Returns the number of a sync that is about to begin; undefined if the purchase has no row yet. */
export async function beginSync(db: Db, ref: PurchaseRef): Promise<number | undefined> {
  const row = await db
    .updateTable('user_subscriptions')
    .set({ looks_begun: sql`looks_begun + 1` })
    .where('provider', '=', ref.provider)
    .where(idColumn(ref), '=', ref.id)
    .returning('looks_begun')
    .executeTakeFirst()
  return row?.looks_begun
}

/** Locks the row until the transaction ends. Undefined if a later sync has already been saved. */
export const lockForSync = (trx: Trx, ref: PurchaseRef, syncNumber: number): Promise<PurchaseRow | undefined> =>
  trx
    .selectFrom('user_subscriptions')
    .selectAll()
    .where('provider', '=', ref.provider)
    .where(idColumn(ref), '=', ref.id)
    .where('looks_done', '<', syncNumber)
    .forUpdate()
    .executeTakeFirst()

export type PurchaseValues = Pick<
  PurchaseRow,
  | 'status'
  | 'provider_state'
  | 'plan_id'
  | 'started_at'
  | 'ends_at'
  | 'period_end'
  | 'payment_method'
  | 'transaction_id'
  | 'amount_cents'
  | 'currency'
  | 'is_trial'
  | 'is_canceling'
  | 'issue_since'
  | 'grace_ends_at'
  | 'next_plan_id'
  | 'next_plan_at'
  | 'is_disputed'
>

/** Undefined if a concurrent sync has inserted the row first. */
export const insertPurchase = (
  trx: Trx,
  values: PurchaseValues,
  purchase: { userId: number; type: string; customerId: string | null; ref: PurchaseRef; now: Date },
): Promise<PurchaseRow | undefined> =>
  trx
    .insertInto('user_subscriptions')
    .values({
      ...values,
      user_id: purchase.userId,
      type: purchase.type,
      provider: purchase.ref.provider,
      customer_id: purchase.customerId,
      [idColumn(purchase.ref)]: purchase.ref.id,
      looks_begun: 1,
      looks_done: 1,
      created_at: purchase.now,
    })
    .onConflict(conflict =>
      (isStoreRef(purchase.ref)
        ? conflict.columns(['provider', 'original_id'])
        : conflict.column('stripe_subscription_id')
      ).doNothing(),
    )
    .returningAll()
    .executeTakeFirst()

export const updatePurchase = (
  trx: Trx,
  id: number,
  change: Updateable<UserSubscriptionsTable>,
): Promise<PurchaseRow> =>
  trx.updateTable('user_subscriptions').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** Ends a purchase that another one has replaced, and discards the results of running syncs. */
export const endReplacedPurchase = (trx: Trx, { provider, id }: PurchaseRef, now: Date) =>
  trx
    .updateTable('user_subscriptions')
    .set({ ...canceledAt(now), looks_done: sql`looks_begun`, updated_at: now })
    .where('provider', '=', provider)
    .where('original_id', '=', id)
    .where('status', 'not in', endedStatuses)
    .execute()

/** Another account has taken over this store purchase: ends the row, clears its store id and keeps its history. */
export const releaseStoreId = (trx: Trx, { id, status }: PurchaseRow, now: Date) =>
  trx
    .updateTable('user_subscriptions')
    .set({ ...(endedStatuses.includes(status) ? {} : canceledAt(now)), original_id: null, updated_at: now })
    .where('id', '=', id)
    .execute()

/** Keeps a transaction id in one row only: a store may report the same one for a purchase and its replacement. */
export const releaseTransactionId = (trx: Trx, { provider, id }: PurchaseRef, transactionId: string) =>
  trx
    .updateTable('user_subscriptions')
    .set({ transaction_id: '' })
    .where('provider', '=', provider)
    .where('transaction_id', '=', transactionId)
    .where(eb => eb.or([eb('original_id', 'is', null), eb('original_id', '<>', id)]))
    .execute()

/** Locks active purchases whose grace period ends by `before`, skipping rows that another process has locked. */
export const lockExpiredGracePeriods = (trx: Trx, before: Date, limit: number): Promise<PurchaseRow[]> =>
  trx
    .selectFrom('user_subscriptions')
    .selectAll()
    .where('status', '=', 'active')
    .where('grace_ends_at', '<=', before)
    .orderBy('grace_ends_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()

/** Locks active purchases whose grace period ends by `before` and whose user has not been warned yet. */
export const lockUnwarnedGracePeriods = (trx: Trx, before: Date, limit: number): Promise<PurchaseRow[]> =>
  trx
    .selectFrom('user_subscriptions')
    .selectAll()
    .where('status', '=', 'active')
    .where('grace_ends_at', '<=', before)
    .where('told_grace_end', '=', false)
    .orderBy('grace_ends_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()

export async function countPurchasesByStatus(db: Db): Promise<{ status: string; count: number }[]> {
  const rows = await db
    .selectFrom('user_subscriptions')
    .select(eb => ['status', eb.fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute()
  return rows.map(({ status, count }) => ({ status, count: Number(count) }))
}

const endedStatuses: readonly PurchaseRow['status'][] = ['canceled', 'expired', 'refunded']

const canceledAt = (now: Date) => ({
  status: 'canceled' as const,
  ends_at: now,
  is_canceling: false,
  next_plan_id: null,
  next_plan_at: null,
})

export const endPurchases = (trx: Trx, userId: number, now: Date) =>
  trx
    .updateTable('user_subscriptions')
    .set({ ...canceledAt(now), updated_at: now })
    .where('user_id', '=', userId)
    .where('status', 'not in', endedStatuses)
    .execute()
