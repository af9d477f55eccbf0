import type { Db } from '../../database/open.ts'
import { ProviderError } from '../../errors.ts'
import type { Upload } from '../../ports/uploads.ts'
import type { Videos } from '../../ports/videos.ts'
import type { ChannelRow } from './channels-repository.ts'

export interface AnnouncedVideosDeps {
  db: Db
  videos: Pick<Videos, 'find'>
}

/** Of a channel that nobody watches: the others are looked at when a run brings them. */
const lookedAtOnce = 5

/**
 * Feeds do not say which uploads are only announced. Those that nobody has seen yet may be, so each is looked at, once; where
 * YouTube refuses, again with the next list.
 */
export const findAnnounced =
  ({ db, videos }: AnnouncedVideosDeps) =>
  async (row: ChannelRow, uploads: readonly Upload[], signal?: AbortSignal): Promise<Upload[]> => {
    const unseen = uploads.filter(({ kind, isSeen }) => kind === undefined && isSeen === false)
    if (unseen.length === 0) return [...uploads]
    const kinds = await kindsOf(db, row.channel_id)
    const listed = new Set(row.listed?.videoIds)
    const unknown = unseen.filter(({ videoId }) =>
      kinds.has(videoId) ? kinds.get(videoId) === null : !listed.has(videoId),
    )
    const seen = await Promise.all(unknown.slice(0, lookedAtOnce).map(upload => look(upload, videos, signal)))
    const seenById = new Map(seen.map(upload => [upload.videoId, upload]))
    return uploads.map(upload => seenById.get(upload.videoId) ?? upload)
  }

async function look(upload: Upload, videos: Pick<Videos, 'find'>, signal?: AbortSignal): Promise<Upload> {
  try {
    const { durationMs } = await videos.find(upload.videoId, { signal, isBackground: true })
    return { ...upload, kind: 'video', ...(durationMs === null ? {} : { durationMs }) }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return error.code === 'upcoming' || error.code === 'live' ? { ...upload, kind: error.code } : upload
  }
}

const kindsOf = async (db: Db, channelId: string): Promise<Map<string, Upload['kind'] | null>> => {
  const rows = await db
    .selectFrom('channel_videos')
    .select(['video_id', 'kind'])
    .where('channel_id', '=', channelId)
    .execute()
  return new Map(rows.map(row => [row.video_id, row.kind]))
}
