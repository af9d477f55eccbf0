import type { SummarizedChannel, SummaryState } from '@recaps/contract/summaries'
import { cancelRefundsPerMonth } from '@recaps/domain/quota'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Db } from '../../database/open.ts'
import type { Database } from '../../database/schema.ts'
import type { Trx } from '../../jobs/queue.ts'

/** State of a summary as its owner sees it, derived from the shared recap and audio. */
export const summaryState = sql<SummaryState>`case
  when summaries.cancelled_at is not null then 'cancelled'
  when recaps.state = 'readable' and audios.state = 'pending' then 'readable'
  when recaps.state = 'readable' then 'ready'
  else recaps.state end`

/** Counts all users' views once the recap is popular. Before that, the count would reveal other users. */
const views = sql<number>`case
  when exists (select from popular_standings where recap_id = recaps.id and timeframe = 'all') then recaps.view_count
  else summaries.view_count end`

/** Whether cancelling the summary now refunds its quota unit. */
const refundable = sql<boolean>`case
  when summaries.cancelled_at is not null or recaps.state not in ('queued', 'working', 'deferred') then false
  when recaps.money_spent_at is not null then false
  else ${cancelRefundsPerMonth} > (
    select count(*) from usage_entries refund
    where refund.user_id = summaries.user_id and refund.state = 'released' and refund.reason in ('cancelled', 'deleted')
      and refund.month = (select month from usage_entries where summary_id = summaries.id and state = 'reserved')) end`

const joinedSummaries = (db: Db | Trx) =>
  db
    .selectFrom('summaries')
    .innerJoin('recaps', 'recaps.id', 'summaries.recap_id')
    .innerJoin('videos', 'videos.video_id', 'summaries.video_id')
    .leftJoin('audios', 'audios.id', 'summaries.audio_id')
    .leftJoin('transcripts', 'transcripts.id', 'recaps.transcript_id')
    .leftJoin('ratings', 'ratings.summary_id', 'summaries.id')

/** Columns of a recap, its video and its audio that all readers may see. */
export const recapColumns = [
  'recaps.request_key',
  'recaps.transcript_id',
  'recaps.headline',
  'recaps.focus',
  'recaps.words',
  'transcripts.language',
  'videos.title',
  'videos.channel',
  'videos.channel_id',
  'videos.description',
  'videos.duration_ms',
  'videos.view_count as video_views',
  'videos.published_at',
  'videos.owner_id',
  'audios.reader',
  'audios.mp3_key',
  'audios.timings_key',
  'audios.duration_ms as audio_duration_ms',
] as const

/** Summaries with everything a list shows. */
export const selectSummaries = (db: Db | Trx) =>
  joinedSummaries(db).select([
    'summaries.id',
    'summaries.user_id',
    'summaries.video_id',
    'summaries.recap_id',
    'summaries.audio_id',
    'summaries.origin',
    'summaries.preset',
    'summaries.max_length',
    'summaries.read_position',
    'summaries.listened_ms',
    'summaries.opened_at',
    'summaries.cancelled_at',
    'summaries.deleted_at',
    'summaries.share_seed',
    'summaries.share_hash',
    'summaries.created_at',
    'summaries.updated_at',
    'ratings.rating',
    'recaps.stage',
    'recaps.done',
    'recaps.total',
    'recaps.code',
    'recaps.retry_at',
    ...recapColumns,
    'audios.state as audio_state',
    'audios.done as audio_done',
    'audios.total as audio_total',
    'audios.code as audio_code',
    summaryState.as('state'),
    refundable.as('refundable'),
    views.as('views'),
  ])

export type SummaryRow = Awaited<ReturnType<ReturnType<typeof selectSummaries>['execute']>>[number]

/** Whether the owner may read the summary: the recap is readable, and the summary was not cancelled before that. */
export const isReadable = (row: Pick<SummaryRow, 'state'>): boolean => row.state === 'readable' || row.state === 'ready'

/** A live summary of this user. Undefined if it is deleted, does not exist or belongs to another user. */
export const findSummary = (db: Db | Trx, userId: number, id: number): Promise<SummaryRow | undefined> =>
  selectSummaries(db)
    .where('summaries.id', '=', id)
    .where('summaries.user_id', '=', userId)
    .where('summaries.deleted_at', 'is', null)
    .executeTakeFirst()

export const findSummariesOfRecaps = async (
  db: Db,
  userId: number,
  recapIds: readonly number[],
): Promise<SummaryRow[]> =>
  recapIds.length === 0
    ? []
    : selectSummaries(db)
        .where('summaries.user_id', '=', userId)
        .where('summaries.recap_id', 'in', recapIds)
        .where('summaries.deleted_at', 'is', null)
        .where('summaries.cancelled_at', 'is', null)
        .execute()

export const findContent = (db: Db | Trx, recapId: number) =>
  db.selectFrom('recaps').select('content').where('id', '=', recapId).executeTakeFirst()

/** The user's newest live summary for a request. At most one of them has not ended. */
export const findSummaryForRequest = (
  db: Db | Trx,
  userId: number,
  requestKey: string,
): Promise<SummaryRow | undefined> =>
  selectSummaries(db)
    .where('summaries.user_id', '=', userId)
    .where('recaps.request_key', '=', requestKey)
    .where('summaries.deleted_at', 'is', null)
    .orderBy('summaries.id', 'desc')
    .limit(1)
    .executeTakeFirst()

const summariesOfVideoAtMost = 100

/** The user's live summaries of a video, newest first. */
export const findSummariesForVideo = (db: Db | Trx, userId: number, videoId: string): Promise<SummaryRow[]> =>
  selectSummaries(db)
    .where('summaries.user_id', '=', userId)
    .where('summaries.video_id', '=', videoId)
    .where('summaries.deleted_at', 'is', null)
    .orderBy('summaries.id', 'desc')
    .limit(summariesOfVideoAtMost)
    .execute()

const channelsAtMost = 500

/** The channels of the user's live summaries, by number of summaries. Each has the name from its newest summary. */
export const listSummarizedChannels = (db: Db, userId: number): Promise<SummarizedChannel[]> =>
  db
    .selectFrom('summaries')
    .innerJoin('videos', 'videos.video_id', 'summaries.video_id')
    .select(({ fn }) => [
      'videos.channel_id as channelId',
      sql<string>`(array_agg(videos.channel order by summaries.id desc))[1]`.as('channel'),
      fn.countAll<number>().as('count'),
    ])
    .where('summaries.user_id', '=', userId)
    .where('summaries.deleted_at', 'is', null)
    .where('videos.channel_id', 'is not', null)
    .$narrowType<{ channelId: string }>()
    .groupBy('videos.channel_id')
    .orderBy('count', 'desc')
    .orderBy('channel')
    .limit(channelsAtMost)
    .execute()

export const insertSummary = (
  trx: Trx,
  summary: {
    userId: number
    videoId: string
    recapId: number
    origin: SummaryRow['origin']
    preset: string
    maxLength: number
    followUp: { name: string; data: object } | null
    now: Date
  },
): Promise<{ id: number }> =>
  trx
    .insertInto('summaries')
    .values({
      user_id: summary.userId,
      video_id: summary.videoId,
      recap_id: summary.recapId,
      origin: summary.origin,
      preset: summary.preset,
      max_length: summary.maxLength,
      follow_up: summary.followUp && JSON.stringify(summary.followUp),
      created_at: summary.now,
      updated_at: summary.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

/** Returns the follow-ups of these summaries and removes them from the rows, so that each is taken once. */
export const takeFollowUps = async (
  trx: Trx,
  filter: { recapId: number } | { audioId: number } | { id: number },
): Promise<{ id: number; user_id: number; followUp: { name: string; data: object } }[]> => {
  const [column, value] =
    'recapId' in filter
      ? (['recap_id', filter.recapId] as const)
      : 'audioId' in filter
        ? (['audio_id', filter.audioId] as const)
        : (['id', filter.id] as const)
  const rows = await trx
    .selectFrom('summaries')
    .select(['id', 'user_id', 'follow_up'])
    .where(column, '=', value)
    .where('follow_up', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (rows.length === 0) return []
  await trx
    .updateTable('summaries')
    .set({ follow_up: null })
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  return rows.flatMap(({ follow_up, ...summary }) => (follow_up ? [{ ...summary, followUp: follow_up }] : []))
}

/** The user's newest summary of this video, even if it is deleted or cancelled. */
export const findAnySummaryForVideo = (trx: Trx, userId: number, videoId: string) =>
  trx
    .selectFrom('summaries')
    .select(['id', 'deleted_at', 'cancelled_at'])
    .where('user_id', '=', userId)
    .where('video_id', '=', videoId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const updateSummary = (
  db: Db | Trx,
  id: number,
  change: Partial<{
    recap_id: number
    audio_id: number | null
    read_position: number
    listened_ms: number
    opened_at: Date | null
    cancelled_at: Date | null
    deleted_at: Date | null
    share_seed: string | null
    share_hash: string | null
  }>,
  now: Date,
) =>
  db
    .updateTable('summaries')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .execute()

export const moveSummariesToAudio = (trx: Trx, fromAudio: number, toAudio: number, now: Date) =>
  trx.updateTable('summaries').set({ audio_id: toAudio, updated_at: now }).where('audio_id', '=', fromAudio).execute()

/** Locks and returns the summaries that wait for a recap: not cancelled and not deleted. */
export const lockWaitingSummaries = (trx: Trx, recapId: number) =>
  trx
    .selectFrom('summaries')
    .select(['id', 'user_id', 'max_length'])
    .where('recap_id', '=', recapId)
    .where(isLive)
    .orderBy('id')
    .forUpdate()
    .execute()

/** Whether a schedule waits for the recap. If so, it may wait up to a day. */
export const isAwaitedBySchedule = (db: Db | Trx, recapId: number): Promise<boolean> =>
  isWaitedFor(db, recapId, 'schedule')

/** Whether a user waits for the recap, not only schedules. */
export const isAwaitedByUser = (db: Db | Trx, recapId: number): Promise<boolean> => isWaitedFor(db, recapId, 'request')

const isWaitedFor = async (db: Db | Trx, recapId: number, origin: 'schedule' | 'request'): Promise<boolean> =>
  (await db
    .selectFrom('summaries')
    .select('id')
    .where('recap_id', '=', recapId)
    .where('origin', '=', origin)
    .where(isLive)
    .limit(1)
    .executeTakeFirst()) !== undefined

const isLive = (eb: ExpressionBuilder<Database, 'summaries'>) =>
  eb.and([eb('summaries.deleted_at', 'is', null), eb('summaries.cancelled_at', 'is', null)])

/** All summaries of these users on the recap, including deleted ones: the event stream also publishes deletions. */
export const findSummariesForEvents = (db: Db, recapId: number, userIds: readonly number[]): Promise<SummaryRow[]> =>
  selectSummaries(db).where('summaries.recap_id', '=', recapId).where('summaries.user_id', 'in', userIds).execute()

/** A summary of this user that was deleted after `after`. Deletion is soft and can be undone for a day. */
export const findDeletedSummary = (db: Db | Trx, userId: number, id: number, after: Date) =>
  db
    .selectFrom('summaries')
    .innerJoin('recaps', 'recaps.id', 'summaries.recap_id')
    .select(['summaries.id', 'summaries.recap_id', 'recaps.request_key'])
    .where('summaries.id', '=', id)
    .where('summaries.user_id', '=', userId)
    .where('summaries.deleted_at', '>', after)
    .executeTakeFirst()
