import { sql } from 'kysely'
import type { Db } from '../../database/open.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Upload } from '../../ports/uploads.ts'
import { dayMs } from './poll-times.ts'

/** What is older when it is first seen is no news, unless it was not to be seen before. */
const takenUpToMs = 60 * dayMs
const keptForMs = 100 * dayMs
const atMost = 100

/** What the list before tells of the uploads in this one. */
export interface ComparedWithBefore {
  late: ReadonlySet<string>
  /** When the list before was fetched. */
  listedAt: Date | null
  /** What was not watchable then and is now counts as watchable since this instant. */
  watchableSince: Date
}

/**
 * Keeps the uploads of a channel that are not known yet, and what has changed of those that are. Gives the new ones. The
 * caller holds the lock of the channel.
 */
export async function saveUploads(
  trx: Trx,
  channelId: string,
  uploads: readonly Upload[],
  now: Date,
  compared: ComparedWithBefore = { late: new Set(), listedAt: null, watchableSince: now },
): Promise<Upload[]> {
  const told = onceEach(uploads, now)
  if (told.length === 0) return []
  const known = await trx
    .selectFrom('channel_videos')
    .select(['video_id', 'title', 'published_at', 'found_at', 'watchable_at', 'kind', 'duration_ms'])
    .where('channel_id', '=', channelId)
    .where(
      'video_id',
      'in',
      told.map(({ videoId }) => videoId),
    )
    .execute()
  const knownById = new Map(known.map(row => [row.video_id, row]))
  const isNews = isRecent(now)
  const added = told.filter(
    upload => !knownById.has(upload.videoId) && (isNews(upload) || compared.late.has(upload.videoId)),
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
          watchable_at: compared.late.has(upload.videoId) ? compared.watchableSince : null,
          kind: upload.kind ?? null,
          duration_ms: upload.durationMs ?? null,
        })),
      )
      .onConflict(conflict => conflict.doNothing())
      .execute()
  for (const upload of told) {
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

/** Each once, and none in the future: a clock of others may be ahead. */
function onceEach(uploads: readonly Upload[], now: Date): Upload[] {
  const told = uploads
    .slice(0, atMost)
    .map(upload => (upload.publishedAt > now ? { ...upload, publishedAt: now } : upload))
  return [...new Map(told.map(upload => [upload.videoId, upload])).values()]
}

const isRecent =
  (now: Date) =>
  ({ kind, publishedAt }: Upload): boolean =>
    kind === 'upcoming' || publishedAt.getTime() >= now.getTime() - takenUpToMs

interface Known {
  title: string
  published_at: Date
  watchable_at: Date | null
  kind: Upload['kind'] | null
  duration_ms: number | null
}

/** Null where nothing is new. A date only moves back: lists that round dates give the latest that it can be. */
function changeOf(row: Known & { found_at: Date }, upload: Upload, compared: ComparedWithBefore): Known | null {
  const { title, publishedAt, kind, durationMs } = upload
  const hasBegun = row.kind === 'upcoming' && (kind ? kind !== 'upcoming' : upload.isSeen === true)
  const after = {
    title: title || row.title,
    published_at: publishedAt < row.published_at ? publishedAt : row.published_at,
    kind: (hasBegun ? null : row.kind) ?? kind ?? null,
    duration_ms: row.duration_ms ?? durationMs ?? null,
  }
  // The hub may have told of it before this list did, without saying that it is late.
  const isLate = compared.late.has(upload.videoId) && compared.listedAt !== null && row.found_at > compared.listedAt
  const watchable_at = hasBegun || isLate ? compared.watchableSince : row.watchable_at
  const isSame =
    after.title === row.title &&
    after.published_at === row.published_at &&
    after.kind === row.kind &&
    after.duration_ms === row.duration_ms &&
    watchable_at === row.watchable_at
  return isSame ? null : { ...after, watchable_at }
}

export const forgetOldUploads = (db: Db, now: Date) =>
  db
    .deleteFrom('channel_videos')
    .where(
      sql<Date>`coalesce(watchable_at, case kind when 'upcoming' then found_at else published_at end)`,
      '<',
      new Date(now.getTime() - keptForMs),
    )
    .execute()
