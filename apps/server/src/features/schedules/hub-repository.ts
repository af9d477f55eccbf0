import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../database/open.ts'
import type { Database } from '../../database/schema.ts'

const minRequestIntervalMs = 3600_000

/** Claims channels with an active hub subscription that are no longer polled, by setting `hub_asked_at`. */
export const claimForUnsubscribe = (db: Db, now: Date, limit: number): Promise<string[]> =>
  claim(db, now, limit, eb => eb.and([eb('next_poll_at', 'is', null), eb('hub_until', '>', now)]))

/** Records the end of a hub subscription; false if the channel is polled again by now. */
export async function endHubSubscription(db: Db, channelId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('channels')
    .set({ hub_until: null, hub_told_at: null })
    .where('channel_id', '=', channelId)
    .where('next_poll_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Claims followed channels without a hub subscription, or with under a fifth of their lease left, by setting `hub_asked_at`. */
export const claimForSubscribe = (db: Db, now: Date, limit: number): Promise<string[]> =>
  claim(db, now, limit, eb =>
    eb.and([
      eb('next_poll_at', 'is not', null),
      eb('health', '=', 'ok'),
      eb.or([
        eb('hub_until', 'is', null),
        eb('hub_until', '<', now),
        sql<boolean>`${now} > hub_until - (hub_until - hub_asked_at) / 5`,
      ]),
    ]),
  )

/** Channels without a subscription first, then those whose lease ends soonest; each at most once an hour. */
async function claim(
  db: Db,
  now: Date,
  limit: number,
  condition: (eb: ExpressionBuilder<Database, 'channels'>) => Expression<SqlBool>,
): Promise<string[]> {
  const rows = await db
    .with(
      cte => cte('taken').materialized(),
      cte =>
        cte
          .selectFrom('channels')
          .select('channel_id')
          .where(condition)
          .where(eb =>
            eb.or([
              eb('hub_asked_at', 'is', null),
              eb('hub_asked_at', '<', new Date(now.getTime() - minRequestIntervalMs)),
            ]),
          )
          .orderBy('hub_until', ob => ob.asc().nullsFirst())
          .limit(limit)
          .forNoKeyUpdate()
          .skipLocked(),
    )
    .updateTable('channels')
    .from('taken')
    .set({ hub_asked_at: now })
    .whereRef('channels.channel_id', '=', 'taken.channel_id')
    .returning('channels.channel_id')
    .execute()
  return rows.map(row => row.channel_id)
}
