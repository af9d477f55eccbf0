import type { UploadCandidate } from '@recaps/domain/upload-selection'
import { sql } from 'kysely'
import type { Db } from '../../database/open.ts'

/** Removes blocked channels from the list. */
export async function filterUnblocked(db: Db, channelIds: readonly string[]): Promise<string[]> {
  if (channelIds.length === 0) return []
  const blocked = await db
    .selectFrom('blocks')
    .select('subject')
    .where('kind', '=', 'channel')
    .where('subject', 'in', channelIds)
    .execute()
  const blockedIds = new Set(blocked.map(({ subject }) => subject))
  return channelIds.filter(id => !blockedIds.has(id))
}

/** Stores the kind and length of an upload for all runs that find it. */
export const saveUploadKind = (
  db: Db,
  { channelId, videoId }: Pick<UploadCandidate, 'channelId' | 'videoId'>,
  details: Pick<UploadCandidate, 'kind' | 'durationMs'>,
  now: Date,
) =>
  db
    .updateTable('channel_videos')
    .set({
      kind: details.kind,
      duration_ms: details.durationMs,
      ...(details.kind === 'upcoming'
        ? {}
        : { watchable_at: sql<Date>`case when kind = 'upcoming' then ${now}::timestamptz else watchable_at end` }),
    })
    .where('channel_id', '=', channelId)
    .where('video_id', '=', videoId)
    .execute()
