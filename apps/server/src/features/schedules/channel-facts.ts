import type { Candidate } from '@recaps/domain/following'
import { sql } from 'kysely'
import type { Db } from '../../database/open.ts'

/** Those of these channels that are not blocked here; what is known of the others does not matter to a run. */
export async function openChannels(db: Db, channelIds: readonly string[]): Promise<string[]> {
  if (channelIds.length === 0) return []
  const blocked = await db
    .selectFrom('blocks')
    .select('subject')
    .where('kind', '=', 'channel')
    .where('subject', 'in', channelIds)
    .execute()
  const closed = new Set(blocked.map(({ subject }) => subject))
  return channelIds.filter(id => !closed.has(id))
}

/** What was seen of an upload, for every run that meets it. */
export const saveKind = (
  db: Db,
  { channelId, videoId }: Pick<Candidate, 'channelId' | 'videoId'>,
  seen: Pick<Candidate, 'kind' | 'durationMs'>,
  now: Date,
) =>
  db
    .updateTable('channel_videos')
    .set({
      kind: seen.kind,
      duration_ms: seen.durationMs,
      ...(seen.kind === 'upcoming'
        ? {}
        : { watchable_at: sql<Date>`case when kind = 'upcoming' then ${now}::timestamptz else watchable_at end` }),
    })
    .where('channel_id', '=', channelId)
    .where('video_id', '=', videoId)
    .execute()
