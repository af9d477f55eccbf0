import { sql } from 'kysely'
import type { Db } from '../../database/open.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Upload } from '../../ports/uploads.ts'
import { dayMs } from './poll-times.ts'

/** Uploads older than this when first listed are not news, unless they were hidden until then. */
const maxAgeMs = 60 * dayMs
const retentionMs = 100 * dayMs
const maxUploads = 100

/** How a list of uploads differs from the previous one. */
export interface ListComparison {
  /** Ids of videos that were private or unlisted when the previous list was fetched. */
  madePublicLate: ReadonlySet<string>
  /** When the previous list was fetched. */
  listedAt: Date | null
  /** Stored as the start time for videos that have become watchable since the previous list. */
  watchableSince: Date
}

/**
 * Inserts new uploads of a channel and updates stored ones that have changed. Returns the new ones. The caller must hold the
 * channel's lock.
 */
export async function saveUploads(
  trx: Trx,
  channelId: string,
  uploads: readonly Upload[],
  now: Date,
  compared: ListComparison = { madePublicLate: new Set(), listedAt: null, watchableSince: now },
): Promise<Upload[]> {
  const listed = normalizeUploads(uploads, now)
  if (listed.length === 0) return []
  const known = await trx
    .selectFrom('channel_videos')
    .select(['video_id', 'title', 'published_at', 'found_at', 'watchable_at', 'kind', 'duration_ms'])
    .where('channel_id', '=', channelId)
    .where(
      'video_id',
      'in',
      listed.map(({ videoId }) => videoId),
    )
    .execute()
  const knownById = new Map(known.map(row => [row.video_id, row]))
  const isRecentUpload = isRecent(now)
  const added = listed.filter(
    upload => !knownById.has(upload.videoId) && (isRecentUpload(upload) || compared.madePublicLate.has(upload.videoId)),
  )
  if (added.length > 0)
    await trx
      .insertInto('channel_videos')
      .values(
        added.map(upload => ({
          channel_id: channelId,
          video_id: upload.videoId,
          title: upload.title,
          published_at: upload.publishedAt,
          found_at: now,
          watchable_at: compared.madePublicLate.has(upload.videoId) ? compared.watchableSince : null,
          kind: upload.kind ?? null,
          duration_ms: upload.durationMs ?? null,
        })),
      )
      .onConflict(conflict => conflict.doNothing())
      .execute()
  for (const upload of listed) {
    const row = knownById.get(upload.videoId)
    const change = row && changeOf(row, upload, compared)
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

/** Removes duplicates, and moves dates in the future to `now`: YouTube's clock may be ahead. */
function normalizeUploads(uploads: readonly Upload[], now: Date): Upload[] {
  const listed = uploads
    .slice(0, maxUploads)
    .map(upload => (upload.publishedAt > now ? { ...upload, publishedAt: now } : upload))
  return [...new Map(listed.map(upload => [upload.videoId, upload])).values()]
}

const isRecent =
  (now: Date) =>
  ({ kind, publishedAt }: Upload): boolean =>
    kind === 'upcoming' || publishedAt.getTime() >= now.getTime() - maxAgeMs

interface Known {
  title: string
  published_at: Date
  watchable_at: Date | null
  kind: Upload['kind'] | null
  duration_ms: number | null
}

/** Null if nothing has changed. A date only moves back, because lists with rounded dates give the latest possible one. */
function changeOf(row: Known & { found_at: Date }, upload: Upload, compared: ListComparison): Known | null {
  const { title, publishedAt, kind, durationMs } = upload
  const hasStarted = row.kind === 'upcoming' && (kind ? kind !== 'upcoming' : upload.isSeen === true)
  const merged = {
    title: title || row.title,
    published_at: publishedAt < row.published_at ? publishedAt : row.published_at,
    kind: (hasStarted ? null : row.kind) ?? kind ?? null,
    duration_ms: row.duration_ms ?? durationMs ?? null,
  }
  // The hub may have reported the video before this list did; its messages don't show that a video was hidden before.
  const isLate =
    compared.madePublicLate.has(upload.videoId) && compared.listedAt !== null && row.found_at > compared.listedAt
  const watchable_at = hasStarted || isLate ? compared.watchableSince : row.watchable_at
  const isSame =
    merged.title === row.title &&
    merged.published_at === row.published_at &&
    merged.kind === row.kind &&
    merged.duration_ms === row.duration_ms &&
    watchable_at === row.watchable_at
  return isSame ? null : { ...merged, watchable_at }
}

export const deleteOldChannelVideos = (db: Db, now: Date) =>
  db
    .deleteFrom('channel_videos')
    .where(
      sql<Date>`coalesce(watchable_at, case kind when 'upcoming' then found_at else published_at end)`,
      '<',
      new Date(now.getTime() - retentionMs),
    )
    .execute()
