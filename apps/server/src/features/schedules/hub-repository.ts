import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../database/open.ts'
import type { Database } from '../../database/schema.ts'

const askedAtMostEveryMs = 3600_000

/** Takes channels that the hub still tells of though they are not asked for any more, by noting that it was asked. */
export const claimToLeave = (db: Db, now: Date, limit: number): Promise<string[]> =>
  claim(db, now, limit, eb => eb.and([eb('next_poll_at', 'is', null), eb('hub_until', '>', now)]))

/** The hub does not tell of it any more; false where it is asked for again meanwhile. */
export async function leave(db: Db, channelId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('channels')
    .set({ hub_until: null, hub_told_at: null })
    .where('channel_id', '=', channelId)
    .where('next_poll_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Takes followed channels that the hub is to be asked about, by noting that it was: those it does not tell of, and those whose
 * lease has less than a fifth left of what was given when it was last asked for.
 */
export const claimForHub = (db: Db, now: Date, limit: number): Promise<string[]> =>
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

/** The longest untold first, and each at most once in an hour. */
async function claim(
  db: Db,
  now: Date,
  limit: number,
  which: (eb: ExpressionBuilder<Database, 'channels'>) => Expression<SqlBool>,
): Promise<string[]> {
  const rows = await db
    .with(
      cte => cte('taken').materialized(),
      cte =>
        cte
          .selectFrom('channels')
          .select('channel_id')
          .where(which)
          .where(eb =>
            eb.or([
              eb('hub_asked_at', 'is', null),
              eb('hub_asked_at', '<', new Date(now.getTime() - askedAtMostEveryMs)),
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
