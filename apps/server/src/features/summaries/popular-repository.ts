import { type Timeframe, timeframeDays } from '@recaps/domain/popularity'
import { sql } from 'kysely'
import type { Db } from '../../database/open.ts'
import type { Trx } from '../../jobs/queue.ts'
import { isPopular } from './visibility.ts'

/** Any number that no other advisory lock uses. */
const lockKey = 0x504f50

/** Only one process at a time writes standings, so that an older count never overwrites a newer one. */
export async function lockStandings(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ ours: boolean }>`select pg_try_advisory_xact_lock(${lockKey}) as ours`.execute(trx)
  return rows[0]!.ours
}

/** Removes recaps from the marks and returns them, together with recaps whose oldest views leave a timeframe today. */
export async function takeDueRecaps(trx: Trx, today: string, limit: number): Promise<number[]> {
  const oldest = trx.selectFrom('popular_marks').select('id').orderBy('id').limit(limit)
  const marked = await trx.deleteFrom('popular_marks').where('id', 'in', oldest).returning('recap_id').execute()
  const moved = await trx
    .selectFrom('popular_standings')
    .select('recap_id')
    .where('changes_on', '<=', today)
    .limit(limit)
    .execute()
  return [...new Set([...marked, ...moved].map(row => row.recap_id))]
}

/** Recalculates the standings of these recaps as of today, and the totals of the timeframes. */
export async function updateStandings(trx: Trx, recapIds: readonly number[], today: string): Promise<void> {
  const ids = sql`${`{${recapIds.join(',')}}`}::bigint[]`
  await sql`
    with reach (timeframe, back) as (values ${sql.join(reaches)}),
    popular as materialized (
      select recaps.id, videos.channel_id from recaps join videos on videos.video_id = recaps.video_id
      where recaps.id = any(${ids}) and ${isPopular}),
    wanted as (
      select view_days.recap_id, reach.timeframe, popular.channel_id, sum(view_days.views)::bigint as views,
        min(view_days.day) + reach.back + 1 as changes_on
      from popular join view_days on view_days.recap_id = popular.id cross join reach
      where (reach.back is null or view_days.day >= ${today}::date - reach.back)
      group by view_days.recap_id, reach.timeframe, popular.channel_id, reach.back),
    known as (select recap_id, timeframe from popular_standings where recap_id = any(${ids})),
    gone as (
      delete from popular_standings where recap_id = any(${ids})
        and (recap_id, timeframe) not in (select recap_id, timeframe from wanted)
      returning timeframe),
    written as (
      insert into popular_standings (recap_id, timeframe, channel_id, views, changes_on)
      select recap_id, timeframe, channel_id, views, changes_on from wanted
      on conflict (recap_id, timeframe) do update
        set channel_id = excluded.channel_id, views = excluded.views, changes_on = excluded.changes_on
      returning timeframe),
    growth as (
      select timeframe, sum(change) as change from (
        select timeframe, -1 as change from gone
        union all select timeframe, 1 from wanted where (recap_id, timeframe) not in (select * from known)) as changes
      group by timeframe)
    update popular_totals set total = total + growth.change from growth where growth.timeframe = popular_totals.timeframe`.execute(
    trx,
  )
}

const reaches = Object.entries(timeframeDays).map(([name, back]) => sql`(${name}::text, ${back}::integer)`)

export interface PopularFilter {
  timeframe: Timeframe
  /** Excludes channels that this user has hidden. */
  readerId: number
  /** Also excludes recaps that the user has a summary of or has read. */
  hidesKnown: boolean
}

export async function countPopular(db: Db, { timeframe, readerId, hidesKnown }: PopularFilter): Promise<number> {
  const { total } = await db
    .selectFrom('popular_totals')
    .select('total')
    .where('timeframe', '=', timeframe)
    .executeTakeFirstOrThrow()
  // Counts the excluded recaps rather than the remaining ones: even for heavy readers there are fewer of them.
  const { hidden } = await db
    .selectFrom('hidden_channels')
    .innerJoin('popular_standings', 'popular_standings.channel_id', 'hidden_channels.channel_id')
    .select(eb => eb.fn.countAll<number>().as('hidden'))
    .where('user_id', '=', readerId)
    .where('timeframe', '=', timeframe)
    .executeTakeFirstOrThrow()
  return Math.max(0, total - Number(hidden) - (hidesKnown ? await countKnown(db, timeframe, readerId) : 0))
}

/** Not counting hidden channels. Uses a subquery per recap: with a join, PostgreSQL would scan the whole list. */
async function countKnown(db: Db, timeframe: Timeframe, readerId: number): Promise<number> {
  const { rows } = await sql<{ known: number }>`
    select count((select true from popular_standings
      where recap_id = known.id and timeframe = ${timeframe} and ${isNotHidden(readerId)})) as known
    from ${knownTo(readerId)} as known (id)`.execute(db)
  return Number(rows[0]!.known)
}

/** The recaps of a page, most viewed first, read from an index in this order. */
export async function findPopularPage(
  db: Db,
  { timeframe, readerId, hidesKnown }: PopularFilter,
  limit: number,
  offset: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('popular_standings')
    .select('recap_id')
    .where('timeframe', '=', timeframe)
    .where(isNotHidden(readerId))
    .$if(hidesKnown, query => query.where(sql<boolean>`recap_id not in ${knownTo(readerId)}`))
    .orderBy('views', 'desc')
    .orderBy('recap_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(row => row.recap_id)
}

const isNotHidden = (userId: number) =>
  sql<boolean>`coalesce(channel_id, '') not in (select channel_id from hidden_channels where user_id = ${userId})`

/** Recaps of videos that this user has a summary of, in any form, and recaps that they have opened in any month. */
const knownTo = (userId: number) => sql`(
  select known.id from summaries
    join recaps own on own.id = summaries.recap_id join recaps known on known.video_id = own.video_id
    where summaries.user_id = ${userId} and summaries.deleted_at is null and summaries.cancelled_at is null
      and own.state <> 'failed'
  union select recap_id from reads where user_id = ${userId})`
