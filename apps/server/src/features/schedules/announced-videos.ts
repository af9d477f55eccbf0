import type { Db } from '../../database/open.ts'
import { ProviderError } from '../../errors.ts'
import type { Upload } from '../../ports/uploads.ts'
import type { Videos } from '../../ports/videos.ts'
import type { ChannelRow } from './channels-repository.ts'

export interface AnnouncedVideosDeps {
  db: Db
  videos: Pick<Videos, 'find'>
}

/** Limit per poll, for channels with few viewers. A run checks the remaining videos when it finds them. */
const maxChecks = 5

/**
 * Feeds don't show which uploads are only announced (premieres and scheduled streams). Uploads without views may be, so each
 * is checked once; if the request fails, it is checked again with the next list.
 */
export const createAnnouncedCheck =
  ({ db, videos }: AnnouncedVideosDeps) =>
  async (row: ChannelRow, uploads: readonly Upload[], signal?: AbortSignal): Promise<Upload[]> => {
    const withoutViews = uploads.filter(({ kind, isSeen }) => kind === undefined && isSeen === false)
    if (withoutViews.length === 0) return [...uploads]
    const kinds = await kindsOf(db, row.channel_id)
    const listed = new Set(row.listed?.videoIds)
    const toCheck = withoutViews.filter(({ videoId }) =>
      kinds.has(videoId) ? kinds.get(videoId) === null : !listed.has(videoId),
    )
    const checked = await Promise.all(toCheck.slice(0, maxChecks).map(upload => checkKind(upload, videos, signal)))
    const checkedById = new Map(checked.map(upload => [upload.videoId, upload]))
    return uploads.map(upload => checkedById.get(upload.videoId) ?? upload)
  }

async function checkKind(upload: Upload, videos: Pick<Videos, 'find'>, signal?: AbortSignal): Promise<Upload> {
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
