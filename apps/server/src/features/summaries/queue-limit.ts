import { sql } from 'kysely'
import type { Db } from '../../database/open.ts'
import { AppError } from '../../errors.ts'
import type { Trx } from '../../jobs/queue.ts'

export interface QueueLimit {
  /** Throws `queue_full` if users are waiting for so many summaries that one more would take too long. */
  requireRoom(db: Db | Trx): Promise<void>
  /** `requireRoom` for a summary that starts now and is counted at once. */
  takeRoom(trx: Trx): Promise<void>
}

/** The count is cached this long, so the limit may be exceeded by as many as other processes accept in this time. */
const countCachedForMs = 2_000
/** A typical time until the queue has room again. */
const retryAfterSeconds = 120

/**
 * Limits how many summaries requested by users may be in progress at once. Summaries requested by schedules do not count:
 * they have lower priority, and no user is waiting for them on screen.
 */
export function createQueueLimit(limit: number): QueueLimit {
  let counted = { at: Number.NEGATIVE_INFINITY, waiting: 0 }

  async function count(db: Db | Trx): Promise<number> {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from (
        select 1 from recaps
        where state in ('queued', 'working') and exists (
          select 1 from summaries
          where recap_id = recaps.id and origin <> 'schedule' and deleted_at is null and cancelled_at is null
        )
        limit ${limit}
      ) in_work`.execute(db)
    return rows[0]!.waiting
  }

  async function requireRoom(db: Db | Trx): Promise<void> {
    const now = performance.now()
    if (now - counted.at > countCachedForMs) counted = { at: now, waiting: await count(db) }
    if (counted.waiting >= limit) throw new AppError('queue_full', undefined, { retryAfterSeconds })
  }

  return {
    requireRoom,
    async takeRoom(trx) {
      await requireRoom(trx)
      counted.waiting++
    },
  }
}
