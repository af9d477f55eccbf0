import { plainLine } from '@recaps/domain/plain-text'
import { isVideoId } from '@recaps/domain/video-url'
import { z } from 'zod'
import { type QueryDataApi, readDataApi } from '../youtube/data-api.ts'
import type { UploadSource } from './rss.ts'

const pageSize = 50

/** Reads the playlist of all uploads of a channel. A call uses one of 10,000 quota units per day. */
export const dataApiUploads = (ask: QueryDataApi): UploadSource => ({
  async newest(channelId, { signal } = {}) {
    const query = {
      part: 'snippet,contentDetails',
      playlistId: channelId.replace(/^UC/, 'UU'),
      maxResults: String(pageSize),
    }
    const { items } = readDataApi(playlistSchema, await ask('playlistItems', query, signal))
    const isAll = items.length < pageSize
    const uploads = items
      .flatMap(({ snippet, contentDetails: { videoId, videoPublishedAt } }) =>
        // Private and deleted videos stay in the playlist, but without this date.
        videoPublishedAt === undefined || !isVideoId(videoId)
          ? []
          : [{ videoId, title: plainLine(snippet.title), publishedAt: videoPublishedAt }],
      )
      .toSorted((one, other) => other.publishedAt.getTime() - one.publishedAt.getTime())
    const gapless = { videoIds: uploads.map(({ videoId }) => videoId), isAll }
    return { kind: 'list', title: plainLine(items[0]?.snippet.channelTitle ?? ''), uploads, gapless }
  },
})

const playlistSchema = z.object({
  items: z
    .object({
      snippet: z.object({ title: z.string(), channelTitle: z.string().default('') }),
      contentDetails: z.object({ videoId: z.string(), videoPublishedAt: z.coerce.date().optional() }),
    })
    .array()
    .default([]),
})
