import { type Selectable, sql, type Updateable } from 'kysely'
import type { ChannelsTable } from '../../database/following-tables.ts'
import type { Db } from '../../database/open.ts'
import type { Trx } from '../../jobs/queue.ts'

export type ChannelRow = Selectable<ChannelsTable>

/** Who has asked for so long has died: asking one channel takes less than a minute. */
const abandonedAfterMs = 5 * 60_000
const abandonedBefore = (now: Date) => new Date(now.getTime() - abandonedAfterMs)

/**
 * Channels are locked in the order of their ids, so that nobody waits for somebody who waits for him. The followed ones stay
 * locked until the transaction ends: who lets go of channels that nobody follows sees it, or is seen.
 */
export const followChannels = (trx: Trx, channelIds: readonly string[], now: Date) =>
  trx
    .insertInto('channels')
    .values([...new Set(channelIds)].sort().map(channel_id => ({ channel_id, next_poll_at: now })))
    .onConflict(conflict =>
      conflict
        .column('channel_id')
        .doUpdateSet({ next_poll_at: sql<Date>`coalesce(channels.next_poll_at, excluded.next_poll_at)` }),
    )
    .execute()

/**
 * Enters those of these channels that nobody has named yet, without following them. Gives those that were not polled since
 * `before`.
 */
export async function meetChannels(db: Db, channelIds: readonly string[], before: Date): Promise<string[]> {
  const ids = [...new Set(channelIds)].sort()
  if (ids.length === 0) return []
  await db
    .insertInto('channels')
    .values(ids.map(channel_id => ({ channel_id })))
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const rows = await db
    .selectFrom('channels')
    .select('channel_id')
    .where('channel_id', 'in', ids)
    .where(eb => eb.or([eb('polled_at', 'is', null), eb('polled_at', '<', before)]))
    .execute()
  return rows.map(row => row.channel_id)
}

/** Forgets channels that were only looked at, or that nobody has followed for so long. */
export const forgetUnfollowed = (db: Db, before: Date) =>
  db
    .deleteFrom('channels')
    .where('next_poll_at', 'is', null)
    .where(eb => eb.or([eb('polled_at', 'is', null), eb('polled_at', '<', before)]))
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('schedule_channels')
            .select('schedule_channels.channel_id')
            .whereRef('schedule_channels.channel_id', '=', 'channels.channel_id'),
        ),
      ),
    )
    .execute()

/** Takes channels that are due for this process; what another one is taking is passed over. */
export const claimDue = (db: Db, now: Date, limit: number): Promise<ChannelRow[]> =>
  db
    .with(
      cte => cte('taken').materialized(),
      cte =>
        cte
          .selectFrom('channels')
          .select('channel_id')
          .where('next_poll_at', '<=', now)
          .where(eb => eb.or([eb('poll_begun_at', 'is', null), eb('poll_begun_at', '<', abandonedBefore(now))]))
          .orderBy('next_poll_at')
          .limit(limit)
          .forNoKeyUpdate()
          .skipLocked(),
    )
    .updateTable('channels')
    .from('taken')
    .set({ poll_begun_at: now })
    .whereRef('channels.channel_id', '=', 'taken.channel_id')
    .returningAll('channels')
    .execute()

/** Takes those of these channels that were not polled since, and that nobody is asking at the moment. */
export const claimStale = (
  db: Db,
  { channelIds, since, now, limit }: { channelIds: readonly string[]; since: Date; now: Date; limit: number },
): Promise<ChannelRow[]> =>
  db
    .with(
      cte => cte('taken').materialized(),
      cte =>
        cte
          .selectFrom('channels')
          .select('channel_id')
          .where('channel_id', 'in', channelIds)
          .where('health', '=', 'ok')
          .where(eb => eb.or([eb('polled_at', 'is', null), eb('polled_at', '<', since)]))
          .where(eb => eb.or([eb('poll_begun_at', 'is', null), eb('poll_begun_at', '<', abandonedBefore(now))]))
          .limit(limit)
          .forNoKeyUpdate()
          .skipLocked(),
    )
    .updateTable('channels')
    .from('taken')
    .set({ poll_begun_at: now })
    .whereRef('channels.channel_id', '=', 'taken.channel_id')
    .returningAll('channels')
    .execute()

/** How many of these channels were not polled since, though they are there. */
export async function countStale(db: Db, channelIds: readonly string[], since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('channels')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('channel_id', 'in', channelIds)
    .where('health', '=', 'ok')
    .where(eb => eb.or([eb('polled_at', 'is', null), eb('polled_at', '<', since)]))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Gives back what was taken and not asked. */
export const handBack = (db: Db, rows: readonly ChannelRow[]) =>
  db
    .updateTable('channels')
    .set({ poll_begun_at: null })
    .where(
      'channel_id',
      'in',
      rows.map(row => row.channel_id),
    )
    .where('poll_begun_at', '=', rows[0]!.poll_begun_at)
    .execute()

/** These could not be asked, through no fault of theirs. */
export const putOff = (db: Db, rows: readonly ChannelRow[], until: Date) =>
  db
    .updateTable('channels')
    .set({ poll_begun_at: null, next_poll_at: until })
    .where(
      'channel_id',
      'in',
      rows.map(row => row.channel_id),
    )
    .where('poll_begun_at', '=', rows[0]!.poll_begun_at)
    .execute()

const unwanted = sql<boolean>`(
  not exists (
    select from schedule_channels join schedules on schedules.id = schedule_channels.schedule_id
    where schedule_channels.channel_id = channels.channel_id and not schedules.disabled
      and schedules.deleted_at is null)
  or exists (select from blocks where blocks.kind = 'channel' and blocks.subject = channels.channel_id))`

/** Stops asking for those of these channels that nobody follows any more, or that are blocked here; gives their ids. */
export async function letUnwantedGo(db: Db, channelIds: readonly string[]): Promise<string[]> {
  const found = await db
    .selectFrom('channels')
    .select('channel_id')
    .where('channel_id', 'in', channelIds)
    .where(unwanted)
    .execute()
  if (found.length === 0) return []
  return await db.transaction().execute(async trx => {
    const ids = found.map(row => row.channel_id)
    await lockChannels(trx, ids)
    // Looked at anew, behind the lock: somebody may have begun to follow one meanwhile.
    const gone = await trx
      .updateTable('channels')
      .set({ next_poll_at: null, poll_begun_at: null })
      .where('channel_id', 'in', ids)
      .where(unwanted)
      .returning('channel_id')
      .execute()
    return gone.map(row => row.channel_id)
  })
}

/** Asks again for a channel that is not blocked any more; where nobody follows it, it is let go once more. */
export const askAgain = (trx: Trx, channelId: string, now: Date) =>
  trx
    .updateTable('channels')
    .set({ next_poll_at: now })
    .where('channel_id', '=', channelId)
    .where('next_poll_at', 'is', null)
    .execute()

const lockChannels = (trx: Trx, channelIds: readonly string[]) =>
  trx
    .selectFrom('channels')
    .select('channel_id')
    .where('channel_id', 'in', channelIds)
    .orderBy(sql`channel_id collate "C"`)
    .forNoKeyUpdate()
    .execute()

export const lockChannel = (trx: Trx, channelId: string): Promise<ChannelRow | undefined> =>
  trx.selectFrom('channels').selectAll().where('channel_id', '=', channelId).forNoKeyUpdate().executeTakeFirst()

export const findChannel = (db: Db, channelId: string): Promise<ChannelRow | undefined> =>
  db.selectFrom('channels').selectAll().where('channel_id', '=', channelId).executeTakeFirst()

export const updateChannel = (db: Db | Trx, channelId: string, change: Updateable<ChannelsTable>) =>
  db.updateTable('channels').set(change).where('channel_id', '=', channelId).execute()

/** Polls that have changed nothing, all in one statement. */
export const noteUnchanged = (db: Db, polls: readonly { channelId: string; nextPollAt: Date }[], now: Date) =>
  sql`
    with told as (
      select * from jsonb_to_recordset(${JSON.stringify(polls)}::jsonb) as polls ("channelId" text, "nextPollAt" timestamptz)),
    held as materialized (
      select channel_id from channels where channel_id in (select "channelId" from told)
      order by channel_id collate "C" for no key update)
    update channels set polled_at = ${now}, listed_at = case when listed is null then null else ${now}::timestamptz end, poll_begun_at = null, next_poll_at = told."nextPollAt"
    from told join held on held.channel_id = told."channelId"
    where channels.channel_id = held.channel_id`.execute(db)

/** How many channels are due, and since when the one that waits longest. */
export async function backlog(db: Db, now: Date): Promise<{ due: number; oldest: Date | null }> {
  const { due, oldest } = await db
    .selectFrom('channels')
    .select(eb => [eb.fn.countAll<number>().as('due'), eb.fn.min('next_poll_at').as('oldest')])
    .where('next_poll_at', '<=', now)
    .executeTakeFirstOrThrow()
  return { due: Number(due), oldest }
}
