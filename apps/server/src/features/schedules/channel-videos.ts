import type { Db } from '../../database/open.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Upload } from '../../ports/uploads.ts'
import { dayMs } from './poll-times.ts'

/** What is older when it is first seen is no news. */
const takenUpToMs = 60 * dayMs
const keptForMs = 100 * dayMs
const atMost = 100

/**
 * Keeps the uploads of a channel that are not known yet, and what has changed of those that are. Gives the new ones. The
 * caller holds the lock of the channel.
 */
export async function saveUploads(
  trx: Trx,
  channelId: string,
  uploads: readonly Upload[],
  now: Date,
): Promise<Upload[]> {
  const recent = newsOf(uploads, now)
  if (recent.length === 0) return []
  const known = await trx
    .selectFrom('channel_videos')
    .select(['video_id', 'title', 'published_at', 'kind', 'duration_ms'])
    .where('channel_id', '=', channelId)
    .where(
      'video_id',
      'in',
      recent.map(({ videoId }) => videoId),
    )
    .execute()
  const knownById = new Map(known.map(row => [row.video_id, row]))
  const added = recent.filter(({ videoId }) => !knownById.has(videoId))
  if (added.length > 0)
    await trx
      .insertInto('channel_videos')
      .values(
        added.map(({ videoId, title, publishedAt, kind, durationMs }) => ({
          channel_id: channelId,
          video_id: videoId,
          title,
          published_at: publishedAt,
          found_at: now,
          kind: kind ?? null,
          duration_ms: durationMs ?? null,
        })),
      )
      .onConflict(conflict => conflict.doNothing())
      .execute()
  for (const upload of recent) {
    const row = knownById.get(upload.videoId)
    const change = row && changeOf(row, upload)
    if (change)
      await trx
        .updateTable('channel_videos')
        .set(change)
        .where('channel_id', '=', channelId)
        .where('video_id', '=', upload.videoId)
        .execute()
  }
  return added
}

/** Each once, none older than is taken and none in the future: a clock of others may be ahead. */
function newsOf(uploads: readonly Upload[], now: Date): Upload[] {
  const oldest = now.getTime() - takenUpToMs
  const recent = uploads
    .filter(({ publishedAt }) => publishedAt.getTime() >= oldest)
    .slice(0, atMost)
    .map(upload => (upload.publishedAt > now ? { ...upload, publishedAt: now } : upload))
  return [...new Map(recent.map(upload => [upload.videoId, upload])).values()]
}

interface Known {
  title: string
  published_at: Date
  kind: Upload['kind'] | null
  duration_ms: number | null
}

/** Null where nothing is new. A date only moves back: lists that round dates give the latest that it can be. */
function changeOf(row: Known, { title, publishedAt, kind, durationMs }: Upload): Known | null {
  const after = {
    title: title || row.title,
    published_at: publishedAt < row.published_at ? publishedAt : row.published_at,
    kind: row.kind ?? kind ?? null,
    duration_ms: row.duration_ms ?? durationMs ?? null,
  }
  const isSame =
    after.title === row.title &&
    after.published_at === row.published_at &&
    after.kind === row.kind &&
    after.duration_ms === row.duration_ms
  return isSame ? null : after
}

export const forgetOldUploads = (db: Db, now: Date) =>
  db
    .deleteFrom('channel_videos')
    .where('published_at', '<', new Date(now.getTime() - keptForMs))
    .execute()
