import { sql } from 'kysely'
import type { Db } from '../../database/open.ts'
import { AppError } from '../../errors.ts'
import type { Trx } from '../../jobs/queue.ts'

export interface QueueLimit {
  /** Throws `queue_full` while users wait for so many summaries that one more would take too long. */
  requireRoom(db: Db | Trx): Promise<void>
  /** The same for one that begins now. */
  takeRoom(trx: Trx): Promise<void>
}

/** Requests that come meanwhile share one count, so the limit may be passed by as many as other processes accept in this time. */
const countedForMs = 2_000
/** About how long it takes until there is room again. */
const retryAfterSeconds = 120

/**
 * Limits how many summaries that users asked for may be in the making at once. Those of schedules do not count: they come after
 * all of them, and nobody watches.
 */
export function createQueueLimit(most: number): QueueLimit {
  let counted = { at: Number.NEGATIVE_INFINITY, waiting: 0 }

  async function count(db: Db | Trx): Promise<number> {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from (
        select 1 from recaps
        where state in ('queued', 'working') and exists (
          select 1 from summaries
          where recap_id = recaps.id and origin <> 'schedule' and deleted_at is null and cancelled_at is null
        )
        limit ${most}
      ) in_work`.execute(db)
    return rows[0]!.waiting
  }

  async function requireRoom(db: Db | Trx): Promise<void> {
    const now = performance.now()
    if (now - counted.at > countedForMs) counted = { at: now, waiting: await count(db) }
    if (counted.waiting >= most) throw new AppError('queue_full', undefined, { retryAfterSeconds })
  }

  return {
    requireRoom,
    async takeRoom(trx) {
      await requireRoom(trx)
      counted.waiting++
    },
  }
}
