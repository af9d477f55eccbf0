import { sql } from 'kysely'
import type { Db } from '../../database/open.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Pace } from '../../ports/pace.ts'

const hourMs = 3600_000
/** The share of the places that background work may take. */
const backgroundShare = 0.8

/**
 * At most `perHour` requests within any hour over each way out, counted in the database: whoever starts beside this process,
 * or in its place, goes on counting.
 */
export const createPace = ({ db, clock, perHour }: { db: Db; clock: Clock; perHour: number }): Pace => ({
  take: (route, { isBackground }) =>
    db.transaction().execute(async trx => {
      const limit = isBackground ? Math.max(1, Math.floor(perHour * backgroundShare)) : perHour
      // One after the other, so that two who count at once do not both take the last place.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`youtube ${route}`}, 0))`.execute(trx)
      const now = clock.now()
      const hourAgo = new Date(now.getTime() - hourMs)
      await trx.deleteFrom('youtube_requests').where('route', '=', route).where('sent_at', '<=', hourAgo).execute()
      const deciding = await trx
        .selectFrom('youtube_requests')
        .select('sent_at')
        .where('route', '=', route)
        .orderBy('sent_at', 'desc')
        .offset(limit - 1)
        .limit(1)
        .executeTakeFirst()
      if (deciding) return new Date(deciding.sent_at.getTime() + hourMs)
      await trx.insertInto('youtube_requests').values({ route, sent_at: now }).execute()
      return null
    }),
})
