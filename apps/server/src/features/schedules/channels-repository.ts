import { type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../../database/open.ts'
import type { ChannelsTable } from '../../database/schedule-tables.ts'
import type { Trx } from '../../jobs/queue.ts'

export type ChannelRow = Selectable<ChannelsTable>

/** A process that has polled for this long has crashed: polling one channel takes less than a minute. */
const abandonedAfterMs = 5 * 60_000
const abandonedBefore = (now: Date) => new Date(now.getTime() - abandonedAfterMs)

/**
 * Locks channels in the order of their ids, to avoid deadlocks. They stay locked until the transaction ends, so that stopping
 * the polling of unfollowed channels cannot miss a concurrent follow.
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

/** Inserts channels that are not stored yet, without following them. Returns the ids of those not polled since `before`. */
export async function ensureChannels(db: Db, channelIds: readonly string[], before: Date): Promise<string[]> {
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

/** Deletes channels that are in no schedule and were not polled since `before`. */
export const deleteUnfollowedChannels = (db: Db, before: Date) =>
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

/** Claims due channels for this process, skipping rows that another process has locked. */
export const claimDueChannels = (db: Db, now: Date, limit: number): Promise<ChannelRow[]> =>
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

/** Claims the given channels that were not polled since `since`, unless a process is polling them. */
export const claimStaleChannels = (
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

/** Number of the given channels that are healthy and were not polled since `since`. */
export async function countStaleChannels(db: Db, channelIds: readonly string[], since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('channels')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('channel_id', 'in', channelIds)
    .where('health', '=', 'ok')
    .where(eb => eb.or([eb('polled_at', 'is', null), eb('polled_at', '<', since)]))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Releases claimed channels that were not polled. */
export const releaseChannels = (db: Db, rows: readonly ChannelRow[]) =>
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

/** Releases claimed channels that could not be polled through no fault of their own, and postpones them. */
export const postponePolls = (db: Db, rows: readonly ChannelRow[], until: Date) =>
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

const isUnwanted = sql<boolean>`(
  not exists (
    select from schedule_channels join schedules on schedules.id = schedule_channels.schedule_id
    where schedule_channels.channel_id = channels.channel_id and not schedules.disabled
      and schedules.deleted_at is null)
  or exists (select from blocks where blocks.kind = 'channel' and blocks.subject = channels.channel_id))`

/** Stops polling the given channels that are no longer followed or are blocked. Returns their ids. */
export async function stopPollingUnfollowed(db: Db, channelIds: readonly string[]): Promise<string[]> {
  const found = await db
    .selectFrom('channels')
    .select('channel_id')
    .where('channel_id', 'in', channelIds)
    .where(isUnwanted)
    .execute()
  if (found.length === 0) return []
  return await db.transaction().execute(async trx => {
    const ids = found.map(row => row.channel_id)
    await lockChannels(trx, ids)
    // Checked again under the lock: a user may have followed one of them in the meantime.
    const released = await trx
      .updateTable('channels')
      .set({ next_poll_at: null, poll_begun_at: null })
      .where('channel_id', 'in', ids)
      .where(isUnwanted)
      .returning('channel_id')
      .execute()
    return released.map(row => row.channel_id)
  })
}

/** Resumes polling of an unblocked channel. If it is no longer followed, the next poll stops it again. */
export const resumePolling = (trx: Trx, channelId: string, now: Date) =>
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

/** Records polls without changes, in a single statement. */
export const saveUnchangedPolls = (db: Db, polls: readonly { channelId: string; nextPollAt: Date }[], now: Date) =>
  sql`
    with told as (
      select * from jsonb_to_recordset(${JSON.stringify(polls)}::jsonb) as polls ("channelId" text, "nextPollAt" timestamptz)),
    held as materialized (
      select channel_id from channels where channel_id in (select "channelId" from told)
      order by channel_id collate "C" for no key update)
    update channels set polled_at = ${now}, listed_at = case when listed is null then null else ${now}::timestamptz end, poll_begun_at = null, next_poll_at = told."nextPollAt"
    from told join held on held.channel_id = told."channelId"
    where channels.channel_id = held.channel_id`.execute(db)

/** Number of due channels, and when the oldest of them became due. */
export async function measurePollBacklog(db: Db, now: Date): Promise<{ due: number; oldest: Date | null }> {
  const { due, oldest } = await db
    .selectFrom('channels')
    .select(eb => [eb.fn.countAll<number>().as('due'), eb.fn.min('next_poll_at').as('oldest')])
    .where('next_poll_at', '<=', now)
    .executeTakeFirstOrThrow()
  return { due: Number(due), oldest }
}
