import { liveStatuses } from '@recaps/domain/billing'
import { type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../../database/open.ts'
import type { PaymentProvider, UserSubscriptionsTable } from '../../database/payment-tables.ts'
import type { Trx } from '../../jobs/queue.ts'
import { isOfStore, type Ref } from './refs.ts'

export type PurchaseRow = Selectable<UserSubscriptionsTable>

/** The newest first. */
export const findPurchases = (db: Db | Trx, userId: number): Promise<PurchaseRow[]> =>
  db.selectFrom('user_subscriptions').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').execute()

/** The one that nobody has two of. */
export const findLive = (db: Db | Trx, userId: number): Promise<PurchaseRow | undefined> =>
  db
    .selectFrom('user_subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', 'in', liveStatuses)
    .executeTakeFirst()

/** Another user's and a missing one look the same. */
export const findPurchase = (db: Db | Trx, userId: number, id: number): Promise<PurchaseRow | undefined> =>
  db.selectFrom('user_subscriptions').selectAll().where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()

export const findByRef = (db: Db | Trx, ref: Ref): Promise<PurchaseRow | undefined> =>
  db
    .selectFrom('user_subscriptions')
    .selectAll()
    .where('provider', '=', ref.provider)
    .where(nameOf(ref), '=', ref.id)
    .executeTakeFirst()

const nameOf = (ref: Ref) => (isOfStore(ref) ? 'original_id' : 'stripe_subscription_id')

/** What of it may change at a provider still, so many in the order of their ids. */
export const openPurchases = (
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

/** Counts a look at the provider that is about to begin; undefined for what has no row yet. */
export async function beginLook(db: Db, ref: Ref): Promise<number | undefined> {
  const row = await db
    .updateTable('user_subscriptions')
    .set({ looks_begun: sql`looks_begun + 1` })
    .where('provider', '=', ref.provider)
    .where(nameOf(ref), '=', ref.id)
    .returning('looks_begun')
    .executeTakeFirst()
  return row?.looks_begun
}

/** The row as it is, which nobody else changes until the transaction ends; undefined when a later look has been written. */
export const holdForLook = (trx: Trx, ref: Ref, look: number): Promise<PurchaseRow | undefined> =>
  trx
    .selectFrom('user_subscriptions')
    .selectAll()
    .where('provider', '=', ref.provider)
    .where(nameOf(ref), '=', ref.id)
    .where('looks_done', '<', look)
    .forUpdate()
    .executeTakeFirst()

export type Seen = Pick<
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

/** Undefined when another look has made the row first. */
export const insertPurchase = (
  trx: Trx,
  seen: Seen,
  of: { userId: number; type: string; customerId: string | null; ref: Ref; now: Date },
): Promise<PurchaseRow | undefined> =>
  trx
    .insertInto('user_subscriptions')
    .values({
      ...seen,
      user_id: of.userId,
      type: of.type,
      provider: of.ref.provider,
      customer_id: of.customerId,
      [nameOf(of.ref)]: of.ref.id,
      looks_begun: 1,
      looks_done: 1,
      created_at: of.now,
    })
    .onConflict(conflict =>
      (isOfStore(of.ref)
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

/** Its place is taken by another: looks that have begun at it count no more. */
export const endReplaced = (trx: Trx, { provider, id }: Ref, now: Date) =>
  trx
    .updateTable('user_subscriptions')
    .set({ ...ending(now), looks_done: sql`looks_begun`, updated_at: now })
    .where('provider', '=', provider)
    .where('original_id', '=', id)
    .where('status', 'not in', ended)
    .execute()

/** Another account goes on with what the store calls by this name: the row keeps its past, and gives the name up. */
export const giveNameUp = (trx: Trx, { id, status }: PurchaseRow, now: Date) =>
  trx
    .updateTable('user_subscriptions')
    .set({ ...(ended.includes(status) ? {} : ending(now)), original_id: null, updated_at: now })
    .where('id', '=', id)
    .execute()

/** A payment stands in one row: the store may tell the same one of a purchase and of what has taken its place. */
export const giveTransactionUp = (trx: Trx, { provider, id }: Ref, transactionId: string) =>
  trx
    .updateTable('user_subscriptions')
    .set({ transaction_id: '' })
    .where('provider', '=', provider)
    .where('transaction_id', '=', transactionId)
    .where(eb => eb.or([eb('original_id', 'is', null), eb('original_id', '<>', id)]))
    .execute()

/** Those whose grace has come so far and which nobody else has in hand. */
export const holdGraceEnding = (trx: Trx, before: Date, limit: number): Promise<PurchaseRow[]> =>
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

export const holdUntold = (trx: Trx, before: Date, limit: number): Promise<PurchaseRow[]> =>
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

/** How many purchases there are of each status. */
export async function countByStatus(db: Db): Promise<{ status: string; count: number }[]> {
  const rows = await db
    .selectFrom('user_subscriptions')
    .select(eb => ['status', eb.fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute()
  return rows.map(({ status, count }) => ({ status, count: Number(count) }))
}

const ended: readonly PurchaseRow['status'][] = ['canceled', 'expired', 'refunded']

const ending = (now: Date) => ({
  status: 'canceled' as const,
  ends_at: now,
  is_canceling: false,
  next_plan_id: null,
  next_plan_at: null,
})

export const endPurchases = (trx: Trx, userId: number, now: Date) =>
  trx
    .updateTable('user_subscriptions')
    .set({ ...ending(now), updated_at: now })
    .where('user_id', '=', userId)
    .where('status', 'not in', ended)
    .execute()
