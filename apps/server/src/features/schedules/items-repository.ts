import type { SkipReason, UploadCandidate } from '@recaps/domain/upload-selection'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../database/open.ts'
import type { RunItemsTable } from '../../database/schedule-tables.ts'
import type { Trx } from '../../jobs/queue.ts'

export type ItemRow = Selectable<RunItemsTable>

/** `isAnnounced`: announced before its channel was followed, and not watchable when last checked. */
export type FoundVideo = UploadCandidate & { title: string; isAnnounced: boolean }

/**
 * Uploads of the followed channels that are in no run of this user yet: videos that became watchable after the channel was
 * followed, whatever their date, and videos that are only announced. `publishedAt` is when they became watchable.
 */
export async function findNewVideos(
  db: Db,
  userId: number,
  scheduleId: number,
  channelIds: readonly string[],
): Promise<FoundVideo[]> {
  if (channelIds.length === 0) return []
  const rows = await db
    .selectFrom('schedule_channels as followed')
    .innerJoin('channel_videos as video', 'video.channel_id', 'followed.channel_id')
    .select([
      'video.video_id',
      'video.channel_id',
      'video.title',
      'video.published_at',
      'video.watchable_at',
      'followed.added_at',
      'video.kind',
      'video.duration_ms',
    ])
    .where('followed.schedule_id', '=', scheduleId)
    .where('followed.channel_id', 'in', channelIds)
    // Feeds round dates down to seconds.
    .where(sql<boolean>`(video.kind = 'upcoming' or
      coalesce(video.watchable_at, video.published_at) >= date_trunc('second', followed.added_at))`)
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('run_items')
            .select('run_items.id')
            .whereRef('run_items.video_id', '=', 'video.video_id')
            .where('run_items.user_id', '=', userId),
        ),
      ),
    )
    .execute()
  return rows.map(row => ({
    videoId: row.video_id,
    channelId: row.channel_id,
    title: row.title,
    publishedAt: row.watchable_at ?? row.published_at,
    isAnnounced: row.kind === 'upcoming' && row.published_at < row.added_at,
    kind: row.kind,
    durationMs: row.duration_ms,
  }))
}

/** Adds videos to a run. A video that a parallel run of the same user has added stays with that run. */
export async function insertItems(
  trx: Trx,
  run: { id: number; user_id: number },
  items: readonly { candidate: FoundVideo; leftOut: SkipReason | null }[],
): Promise<void> {
  if (items.length === 0) return
  await trx
    .insertInto('run_items')
    .values(
      items.map(({ candidate, leftOut }) => ({
        run_id: run.id,
        user_id: run.user_id,
        video_id: candidate.videoId,
        channel_id: candidate.channelId,
        title: candidate.title,
        published_at: candidate.publishedAt,
        state: leftOut === null ? ('found' as const) : ('left_out' as const),
        reason: leftOut,
      })),
    )
    .onConflict(conflict => conflict.columns(['user_id', 'video_id']).doNothing())
    .execute()
}

/** Items whose summaries are not requested yet, newest first. */
export const listFoundItems = (db: Db, runId: number): Promise<ItemRow[]> =>
  db
    .selectFrom('run_items')
    .selectAll()
    .where('run_id', '=', runId)
    .where('state', '=', 'found')
    .orderBy('published_at', 'desc')
    .orderBy('id')
    .execute()

/** Updates an item whose summary is not requested yet; false if it was updated before. */
export async function updateFoundItem(
  trx: Trx,
  id: number,
  change: Pick<ItemRow, 'state'> & Partial<Pick<ItemRow, 'reason' | 'summary_id'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('run_items')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', 'found')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Number of summaries of a run that are not final yet. */
export async function countPending(trx: Trx, runId: number): Promise<number> {
  const { rows } = await sql<{ pending: number }>`
    select count(*)::int as pending from run_items join summaries on summaries.id = run_items.summary_id
    where run_items.run_id = ${runId} and run_items.state = 'requested' and summaries.follow_up is not null`.execute(
    trx,
  )
  return rows[0]?.pending ?? 0
}

/**
 * Assigns items to this run's digest: its own final items, and late items of earlier runs. Returns their number, not counting
 * summaries that the user has deleted or cancelled.
 */
export async function assignItemsToDigest(trx: Trx, run: { id: number; user_id: number }): Promise<number> {
  const { rows } = await sql<{ told: number }>`
    with told as (
      update run_items set told_in = ${run.id}
      where user_id = ${run.user_id} and told_in is null
        and (state = 'listed'
          or state = 'requested' and exists (
            select from summaries where summaries.id = run_items.summary_id and summaries.follow_up is null))
      returning state, summary_id)
    select count(*)::int as told from told left join summaries on summaries.id = told.summary_id
    where told.state = 'listed' or summaries.deleted_at is null and summaries.cancelled_at is null`.execute(trx)
  return rows[0]?.told ?? 0
}

/** Ids of the summaries in a run's digest; empty if the run belongs to another user. */
export const listDigestSummaryIds = async (db: Db, userId: number, runId: number): Promise<number[]> =>
  (
    await db
      .selectFrom('run_items')
      .select('summary_id')
      .where('user_id', '=', userId)
      .where('told_in', '=', runId)
      .where('summary_id', 'is not', null)
      .execute()
  ).flatMap(({ summary_id }) => summary_id ?? [])
