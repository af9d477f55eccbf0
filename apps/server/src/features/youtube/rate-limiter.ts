import { sql } from 'kysely'
import type { Db } from '../../database/open.ts'
import type { Clock } from '../../ports/clock.ts'
import type { YoutubeRateLimiter } from '../../ports/youtube-rate-limiter.ts'

const hourMs = 3600_000
/** Share of the requests that background work may use. */
const backgroundShare = 0.8

/**
 * Allows at most `perHour` requests within any hour and route. Requests are counted in the database, so the limit holds across
 * processes and restarts.
 */
export const createYoutubeRateLimiter = ({
  db,
  clock,
  perHour,
}: {
  db: Db
  clock: Clock
  perHour: number
}): YoutubeRateLimiter => ({
  take: (route, { isBackground }) =>
    db.transaction().execute(async trx => {
      const limit = isBackground ? Math.max(1, Math.floor(perHour * backgroundShare)) : perHour
      // Serialized, so that two concurrent requests can't both take the last slot.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`youtube ${route}`}, 0))`.execute(trx)
      const now = clock.now()
      const hourAgo = new Date(now.getTime() - hourMs)
      await trx.deleteFrom('youtube_requests').where('route', '=', route).where('sent_at', '<=', hourAgo).execute()
      const blocking = await trx
        .selectFrom('youtube_requests')
        .select('sent_at')
        .where('route', '=', route)
        .orderBy('sent_at', 'desc')
        .offset(limit - 1)
        .limit(1)
        .executeTakeFirst()
      if (blocking) return new Date(blocking.sent_at.getTime() + hourMs)
      await trx.insertInto('youtube_requests').values({ route, sent_at: now }).execute()
      return null
    }),
})
