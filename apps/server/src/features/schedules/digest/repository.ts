import type { FailureCode } from '@recaps/contract/failures'
import type { SummaryContent } from '@recaps/contract/summary-content'
import { sql } from 'kysely'
import type { Db } from '../../../database/open.ts'

/** A run, with the next date of its schedule. */
export const digestRun = (db: Db, runId: number) =>
  db
    .selectFrom('runs')
    .leftJoin('schedules', join =>
      join.onRef('schedules.id', '=', 'runs.schedule_id').on('schedules.deleted_at', 'is', null),
    )
    .select(['runs.user_id', 'runs.due_at', 'schedules.next_run_at', 'schedules.disabled'])
    .where('runs.id', '=', runId)
    .executeTakeFirst()

export interface DigestRow {
  state: string
  told_in: number | null
  video_id: string
  channel_id: string
  title: string
  channel: string
  summary_id: number | null
  recap_state: string | null
  code: FailureCode | null
  content: SummaryContent | null
  words: number | null
  duration_ms: number | null
  audio_state: string | null
  audio_ms: number | null
}

/** A user's newest finished summaries, in the form of a run's results. */
export async function sampleRows(db: Db, userId: number, limit: number): Promise<DigestRow[]> {
  const { rows } = await sql<DigestRow>`
    select 'requested' as state, null as told_in, video.video_id, coalesce(video.channel_id, '') as channel_id,
      entry.id as summary_id, recap.state as recap_state, recap.code, recap.content, recap.words, video.duration_ms,
      audio.state as audio_state, audio.duration_ms as audio_ms, coalesce(video.title, '') as title,
      coalesce(video.channel, '') as channel
    from summaries entry
    join recaps recap on recap.id = entry.recap_id
    join videos video on video.video_id = recap.video_id
    left join audios audio on audio.id = entry.audio_id
    where entry.user_id = ${userId} and entry.deleted_at is null and entry.cancelled_at is null
      and recap.state = 'readable' and recap.content is not null
    order by entry.created_at desc, entry.id desc
    limit ${limit}`.execute(db)
  return rows
}

/** Items of a run's digest and the run's late items, newest first, without summaries the user has deleted or cancelled. */
export async function digestRows(db: Db, runId: number): Promise<DigestRow[]> {
  const { rows } = await sql<DigestRow>`
    select item.state, item.told_in, item.video_id, item.channel_id, item.summary_id, recap.state as recap_state, recap.code,
      recap.content, recap.words, video.duration_ms, audio.state as audio_state, audio.duration_ms as audio_ms,
      coalesce(nullif(video.title, ''), item.title) as title,
      coalesce(nullif(video.channel, ''), channel.title, '') as channel
    from run_items item
    left join summaries entry on entry.id = item.summary_id
    left join recaps recap on recap.id = entry.recap_id
    left join audios audio on audio.id = entry.audio_id
    left join videos video on video.video_id = item.video_id
    left join channels channel on channel.channel_id = item.channel_id
    where (item.told_in = ${runId} or item.run_id = ${runId} and item.told_in is null and item.state = 'requested')
      and entry.deleted_at is null and entry.cancelled_at is null
    order by item.published_at desc, item.id`.execute(db)
  return rows
}
