import { communityLimitSentence, toMonth } from '@recaps/domain/quota'
import { sql } from 'kysely'
import type { Db } from '../../database/open.ts'
import { AppError } from '../../errors.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Subscriptions } from '../subscriptions/service.ts'

export interface CommunityReadsDeps {
  db: Db
  clock: Clock
  subscriptions: Subscriptions
}

/** Opening another user's recap uses one read per month. `read_months.used` is the number of rows in `reads`. */
export function createCommunityReads({ db, clock, subscriptions }: CommunityReadsDeps) {
  async function isOpened(userId: number, recapId: number, since: Date = clock.now()): Promise<boolean> {
    const row = await db
      .selectFrom('reads')
      .select('recap_id')
      .where('user_id', '=', userId)
      .where('month', 'in', [toMonth(since), toMonth(clock.now())])
      .where('recap_id', '=', recapId)
      .executeTakeFirst()
    return row !== undefined
  }

  return {
    isOpened,

    /** The recaps among these that the user has opened this month. */
    async openedAmong(userId: number, recapIds: readonly number[]): Promise<Set<number>> {
      if (recapIds.length === 0) return new Set()
      const rows = await db
        .selectFrom('reads')
        .select('recap_id')
        .where('user_id', '=', userId)
        .where('month', '=', toMonth(clock.now()))
        .where('recap_id', 'in', recapIds)
        .execute()
      return new Set(rows.map(row => row.recap_id))
    },

    /** Opens a recap for one community read; free if it is open already. Throws `community_reads_used_up`. */
    async open(userId: number, recapId: number): Promise<void> {
      if (await isOpened(userId, recapId)) return
      await db.transaction().execute(async trx => {
        const now = clock.now()
        const plan = await subscriptions.activePlan(userId, trx)
        const read = { userId, recapId, limit: plan.communityReadsPerMonth, now }
        if (!(await useRead(trx, read))) throw new AppError('community_reads_used_up', communityLimitSentence(plan))
      })
    },

    async used(userId: number, at: Date): Promise<number> {
      const row = await db
        .selectFrom('read_months')
        .select('used')
        .where('user_id', '=', userId)
        .where('month', '=', toMonth(at))
        .executeTakeFirst()
      return row?.used ?? 0
    },
  }
}

export type CommunityReads = ReturnType<typeof createCommunityReads>

/** Uses one conditional update, like the summary quota, so that parallel requests cannot exceed the limit. */
async function useRead(
  trx: Trx,
  read: { userId: number; recapId: number; limit: number; now: Date },
): Promise<boolean> {
  const month = toMonth(read.now)
  const isFirst = await trx
    .insertInto('reads')
    .values({ user_id: read.userId, month, recap_id: read.recapId, created_at: read.now })
    .onConflict(conflict => conflict.doNothing())
    .returning('recap_id')
    .executeTakeFirst()
  if (!isFirst) return true
  if (read.limit <= 0) return false
  const taken = await trx
    .insertInto('read_months')
    .values({ user_id: read.userId, month, used: 1 })
    .onConflict(conflict =>
      conflict
        .columns(['user_id', 'month'])
        .doUpdateSet({ used: sql`read_months.used + 1` })
        .where('read_months.used', '<', read.limit),
    )
    .returning('used')
    .executeTakeFirst()
  return taken !== undefined
}
