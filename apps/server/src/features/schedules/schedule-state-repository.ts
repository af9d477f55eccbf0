import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/open.ts'
import type { ChannelsTable } from '../../database/schedule-tables.ts'
import type { Trx } from '../../jobs/queue.ts'

/** Health of channels, and their uploads since `since`. */
export async function loadChannelStats(db: Db | Trx, channelIds: readonly string[], since: Date) {
  if (channelIds.length === 0) return []
  const { rows } = await sql<ChannelStats>`
    select id.channel_id, health, health_since, first_polled_at, polled_at,
      (select created_at from blocks where kind = 'channel' and subject = id.channel_id) as blocked_at,
      (select max(published_at) from channel_videos v where v.channel_id = id.channel_id) as last_upload_at,
      (select min(published_at) from channel_videos v
        where v.channel_id = id.channel_id and v.published_at > ${since}) as oldest_upload_at,
      (select count(*)::int from channel_videos v
        where v.channel_id = id.channel_id and v.published_at > ${since} and v.kind is distinct from 'short') as uploads,
      (select count(*)::int from channel_videos v
        where v.channel_id = id.channel_id and v.published_at > ${since} and v.kind = 'short') as shorts
    from unnest(${sql.val(channelIds)}::text[]) as id(channel_id) left join channels on channels.channel_id = id.channel_id`.execute(
    db,
  )
  return rows
}

/** The ids of the given channels that the user's schedules follow. */
export const filterFollowed = async (db: Db, userId: number, channelIds: readonly string[]): Promise<string[]> => {
  if (channelIds.length === 0) return []
  const rows = await db
    .selectFrom('schedule_channels')
    .innerJoin('schedules', 'schedules.id', 'schedule_channels.schedule_id')
    .select('channel_id')
    .where('schedules.user_id', '=', userId)
    .where('schedules.deleted_at', 'is', null)
    .where('channel_id', 'in', channelIds)
    .execute()
  return rows.map(row => row.channel_id)
}

export interface ChannelStats {
  channel_id: string
  health: ChannelsTable['health']['__select__'] | null
  health_since: Date | null
  first_polled_at: Date | null
  polled_at: Date | null
  blocked_at: Date | null
  last_upload_at: Date | null
  /** Only of the uploads since `since`. */
  oldest_upload_at: Date | null
  uploads: number
  shorts: number
}

/** The newest videos of each channel, at most `each`, newest first and without Shorts. */
export async function newestVideos(
  db: Db,
  channelIds: readonly string[],
  each: number,
): Promise<{ channel_id: string; video_id: string; title: string; published_at: Date }[]> {
  if (channelIds.length === 0) return []
  const { rows } = await sql<{ channel_id: string; video_id: string; title: string; published_at: Date }>`
    select newest.channel_id, video_id, title, published_at
    from unnest(${sql.val(channelIds)}::text[]) as wanted(channel_id)
    cross join lateral (
      select * from channel_videos where channel_id = wanted.channel_id and kind is distinct from 'short'
      order by published_at desc limit ${each}) newest
    order by published_at desc`.execute(db)
  return rows
}

export interface SuggestedVideo {
  video_id: string
  channel_id: string
  title: string
  channel: string
  published_at: Date
  duration_ms: number | null
}

/**
 * The newest videos since `since` of the channels that a user follows. Excludes videos that the schedule filters out, that have
 * not ended yet, that are blocked, or that the user has or had a summary of (a deleted one is not suggested again). Uses stored
 * data only, so a video of unknown kind or length may still turn out to be filtered out.
 */
export async function findSuggestedVideos(
  db: Db,
  userId: number,
  since: Date,
  limit: number,
): Promise<SuggestedVideo[]> {
  const { rows } = await sql<SuggestedVideo>`
    select v.video_id, v.channel_id, v.title, c.title as channel, v.published_at, v.duration_ms
    from schedules s
    join schedule_channels c on c.schedule_id = s.id
    join channel_videos v on v.channel_id = c.channel_id
    where s.user_id = ${userId} and s.deleted_at is null
      and v.published_at >= ${since}
      and coalesce(v.kind = 'video' or v.kind = 'short' and not s.skip_shorts, true)
      and coalesce(v.kind = 'short' or v.duration_ms >= s.min_minutes * 60000, true)
      and not exists (select from channels gone where gone.channel_id = v.channel_id and gone.health <> 'ok')
      and not exists (select from summaries where user_id = s.user_id and summaries.video_id = v.video_id)
      and not exists (select from blocks where (kind, subject) in (('video', v.video_id), ('channel', v.channel_id)))
    order by v.published_at desc, v.video_id limit ${limit}`.execute(db)
  return rows
}

export interface RunStats {
  id: number
  schedule_id: number
  kind: 'due' | 'now'
  due_at: Date
  state: string
  outcome: string | null
  ended_at: Date | null
  mail: string | null
  summarised: number
  failed: number
  listed: number
}

const countItems = (condition: RawBuilder<unknown>) =>
  sql`(select count(*)::int from run_items i left join summaries s on s.id = i.summary_id
    left join recaps r on r.id = s.recap_id where i.told_in = runs.id and ${condition})`

/** The newest runs of each schedule, at most `each`. */
export async function newestRuns(db: Db | Trx, scheduleIds: readonly number[], each: number): Promise<RunStats[]> {
  if (scheduleIds.length === 0) return []
  const { rows } = await sql<RunStats>`
    select runs.id, runs.schedule_id, runs.kind, due_at, runs.state, outcome, ended_at, outbox.state as mail,
      ${countItems(sql`i.state = 'requested' and r.state = 'readable' and s.cancelled_at is null`)} as summarised,
      ${countItems(sql`i.state = 'requested' and r.state = 'failed' and s.cancelled_at is null`)} as failed,
      ${countItems(sql`i.state = 'listed'`)} as listed
    from unnest(${sql.val(scheduleIds)}::bigint[]) as wanted(id)
    cross join lateral (select * from runs where schedule_id = wanted.id order by id desc limit ${each}) runs
    left join outbox on outbox.id = runs.outbox_id
    order by runs.id desc`.execute(db)
  return rows
}

/** Videos found and summarized by a run, for each channel followed when it began; empty if the run was skipped. */
export async function findRunResults(
  db: Db | Trx,
  runId: number,
): Promise<{ channel_id: string; found: number; summarised: number }[]> {
  const { rows } = await sql<{ channel_id: string; found: number; summarised: number }>`
    select followed.channel_id, count(item.id) filter (where item.state <> 'left_out')::int as found,
      count(item.id) filter (where recaps.state = 'readable')::int as summarised
    from runs join schedule_channels followed on followed.schedule_id = runs.schedule_id
      left join run_items item on item.run_id = runs.id and item.channel_id = followed.channel_id
      left join summaries on summaries.id = item.summary_id left join recaps on recaps.id = summaries.recap_id
    where runs.id = ${runId} and outcome in ('new', 'nothing_new')
      and (followed.added_at <= runs.created_at or item.id is not null)
    group by followed.channel_id`.execute(db)
  return rows
}
