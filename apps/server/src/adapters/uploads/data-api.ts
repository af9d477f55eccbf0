import { plainLine } from '@recaps/domain/plain-text'
import { isVideoId } from '@recaps/domain/video-url'
import { z } from 'zod'
import { type AskDataApi, readDataApi } from '../youtube/data-api.ts'
import type { UploadList } from './rss.ts'

const asked = 50

/** The playlist of all uploads of a channel: one of 10,000 questions a day. */
export const dataApiUploads = (ask: AskDataApi): UploadList => ({
  async newest(channelId, { signal } = {}) {
    const query = {
      part: 'snippet,contentDetails',
      playlistId: channelId.replace(/^UC/, 'UU'),
      maxResults: String(asked),
    }
    const { items } = readDataApi(answer, await ask('playlistItems', query, signal))
    const isAll = items.length < asked
    const uploads = items
      .flatMap(({ snippet, contentDetails: { videoId, videoPublishedAt } }) =>
        // What has no such date is private or deleted, and stands in the playlist all the same.
        videoPublishedAt === undefined || !isVideoId(videoId)
          ? []
          : [{ videoId, title: plainLine(snippet.title), publishedAt: videoPublishedAt }],
      )
      .toSorted((one, other) => other.publishedAt.getTime() - one.publishedAt.getTime())
    const gapless = { videoIds: uploads.map(({ videoId }) => videoId), isAll }
    return { kind: 'list', title: plainLine(items[0]?.snippet.channelTitle ?? ''), uploads, gapless }
  },
})

const answer = z.object({
  items: z
    .object({
      snippet: z.object({ title: z.string(), channelTitle: z.string().default('') }),
      contentDetails: z.object({ videoId: z.string(), videoPublishedAt: z.coerce.date().optional() }),
    })
    .array()
    .default([]),
})
