import { toMonth } from '@recaps/domain/quota'
import { sql } from 'kysely'
import type { Db } from '../../database/open.ts'
import type { Trx } from '../../jobs/queue.ts'

/**
 * The monthly quota ledger. One quota unit is reserved when a summary is requested and committed when its text is ready.
 * It is released if the summary fails, is cancelled before money was spent on it, or turns out to be a duplicate.
 * `usage.used` counts reserved and committed units.
 */

/**
 * Reserves one unit with a conditional update, so that parallel requests cannot exceed the limit. Returns false if the
 * quota is used up.
 */
export async function reserveQuota(
  trx: Trx,
  unit: { userId: number; summaryId: number; limit: number; now: Date },
): Promise<boolean> {
  if (unit.limit <= 0) return false
  const month = toMonth(unit.now)
  const taken = await trx
    .insertInto('usage')
    .values({ user_id: unit.userId, month, used: 1 })
    .onConflict(conflict =>
      conflict
        .columns(['user_id', 'month'])
        .doUpdateSet({ used: sql`usage.used + 1` })
        .where('usage.used', '<', unit.limit),
    )
    .returning('used')
    .executeTakeFirst()
  if (!taken) return false
  await trx
    .insertInto('usage_entries')
    .values({ user_id: unit.userId, summary_id: unit.summaryId, month, state: 'reserved', created_at: unit.now })
    .execute()
  return true
}

/** Commits the reserved units of these summaries: their text is ready. */
export const commitQuota = (trx: Trx, summaryIds: readonly number[], now: Date) =>
  summaryIds.length === 0
    ? Promise.resolve()
    : trx
        .updateTable('usage_entries')
        .set({ state: 'committed', settled_at: now })
        .where('summary_id', 'in', summaryIds)
        .where('state', '=', 'reserved')
        .execute()

/** Charges a summary that will have no text because its owner cancelled it too late for a refund. */
export const chargeCancelledSummary = (trx: Trx, summaryId: number, reason: string, now: Date) =>
  trx
    .updateTable('usage_entries')
    .set({ state: 'committed', reason, settled_at: now })
    .where('summary_id', '=', summaryId)
    .where('state', '=', 'reserved')
    .execute()

/**
 * Refunds reserved units to the months they were reserved in. Units that are committed or released already do not
 * change.
 */
export async function releaseQuota(trx: Trx, summaryIds: readonly number[], reason: string, now: Date): Promise<void> {
  if (summaryIds.length === 0) return
  const released = await trx
    .updateTable('usage_entries')
    .set({ state: 'released', reason, settled_at: now })
    .where('summary_id', 'in', summaryIds)
    .where('state', '=', 'reserved')
    .returning(['user_id', 'month'])
    .execute()
  // Always in this order, to avoid deadlocks: two recaps that fail at once may have the same users.
  for (const { user_id, month } of released.toSorted((a, b) => a.user_id - b.user_id)) {
    await trx
      .updateTable('usage')
      .set({ used: sql`used - 1` })
      .where('user_id', '=', user_id)
      .where('month', '=', month)
      .execute()
  }
}

/** The user's ledger entries, newest first. They do not change when a summary is deleted later. */
export const listUsage = (db: Db, userId: number, { after, limit }: { after: number | null; limit: number }) =>
  db
    .selectFrom('usage_entries')
    .innerJoin('summaries', 'summaries.id', 'usage_entries.summary_id')
    .innerJoin('videos', 'videos.video_id', 'summaries.video_id')
    .select([
      'usage_entries.id',
      'usage_entries.summary_id',
      'usage_entries.state',
      'usage_entries.reason',
      'usage_entries.created_at',
      'summaries.deleted_at',
      'summaries.origin',
      'videos.title',
    ])
    .where('usage_entries.user_id', '=', userId)
    .$if(after !== null, lines => lines.where('usage_entries.id', '<', after))
    .orderBy('usage_entries.id', 'desc')
    .limit(limit)
    .execute()

export async function countUsedQuota(db: Db | Trx, userId: number, at: Date): Promise<number> {
  const row = await db
    .selectFrom('usage')
    .select('used')
    .where('user_id', '=', userId)
    .where('month', '=', toMonth(at))
    .executeTakeFirst()
  return row?.used ?? 0
}
