import { monthOf } from '@recaps/domain/quota'
import { sql } from 'kysely'
import type { Db } from '../../database/open.ts'
import type { Trx } from '../../jobs/queue.ts'

/**
 * The monthly ledger: a place in the month is reserved when a summary is asked for, committed when its text can be read,
 * and released once when it fails, is cancelled before money was spent on it, or turns out to exist. `usage.used` counts
 * reserved and committed places.
 */

/** Takes a place by one conditional update, so that no number of parallel requests passes the limit. False: the month is spent. */
export async function reserve(
  trx: Trx,
  entry: { userId: number; summaryId: number; limit: number; now: Date },
): Promise<boolean> {
  if (entry.limit <= 0) return false
  const month = monthOf(entry.now)
  const taken = await trx
    .insertInto('usage')
    .values({ user_id: entry.userId, month, used: 1 })
    .onConflict(conflict =>
      conflict
        .columns(['user_id', 'month'])
        .doUpdateSet({ used: sql`usage.used + 1` })
        .where('usage.used', '<', entry.limit),
    )
    .returning('used')
    .executeTakeFirst()
  if (!taken) return false
  await trx
    .insertInto('usage_entries')
    .values({ user_id: entry.userId, summary_id: entry.summaryId, month, state: 'reserved', created_at: entry.now })
    .execute()
  return true
}

/** The text is there: what was reserved for these entries is now spent. */
export const commit = (trx: Trx, summaryIds: readonly number[], now: Date) =>
  summaryIds.length === 0
    ? Promise.resolve()
    : trx
        .updateTable('usage_entries')
        .set({ state: 'committed', settled_at: now })
        .where('summary_id', 'in', summaryIds)
        .where('state', '=', 'reserved')
        .execute()

/** Keeps a reserved place taken although there will be no text, because its user cancelled too late for a refund. */
export const keepTaken = (trx: Trx, summaryId: number, reason: string, now: Date) =>
  trx
    .updateTable('usage_entries')
    .set({ state: 'committed', reason, settled_at: now })
    .where('summary_id', '=', summaryId)
    .where('state', '=', 'reserved')
    .execute()

/** Gives reserved places back to the months they were taken from; what is settled already stays as it is. */
export async function release(trx: Trx, summaryIds: readonly number[], reason: string, now: Date): Promise<void> {
  if (summaryIds.length === 0) return
  const released = await trx
    .updateTable('usage_entries')
    .set({ state: 'released', reason, settled_at: now })
    .where('summary_id', 'in', summaryIds)
    .where('state', '=', 'reserved')
    .returning(['user_id', 'month'])
    .execute()
  // In one order everywhere: two recaps that fail at once may have the same users.
  for (const { user_id, month } of released.toSorted((a, b) => a.user_id - b.user_id)) {
    await trx
      .updateTable('usage')
      .set({ used: sql`used - 1` })
      .where('user_id', '=', user_id)
      .where('month', '=', month)
      .execute()
  }
}

/** The lines of the ledger, newest first. What became of a summary later does not change them. */
export const linesOf = (db: Db, userId: number, { after, limit }: { after: number | null; limit: number }) =>
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

export async function usedIn(db: Db | Trx, userId: number, at: Date): Promise<number> {
  const row = await db
    .selectFrom('usage')
    .select('used')
    .where('user_id', '=', userId)
    .where('month', '=', monthOf(at))
    .executeTakeFirst()
  return row?.used ?? 0
}
