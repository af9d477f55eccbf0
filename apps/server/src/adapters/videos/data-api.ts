import { parseIsoDuration } from '@recaps/domain/duration'
import { plainLine, plainText } from '@recaps/domain/plain-text'
import type { VideoDetails } from '@recaps/domain/video-details'
import { z } from 'zod'
import type { Clock } from '../../ports/clock.ts'
import type { Videos } from '../../ports/videos.ts'
import { dataApiName, type QueryDataApi, readDataApi } from '../youtube/data-api.ts'
import { parseChapters } from '../youtube/description-chapters.ts'
import { videoFailure } from '../youtube/failure.ts'
import { MAX_VIDEO_SECONDS } from '../youtube/playability.ts'

const HOUR_MS = 3_600_000

/** Video details from the YouTube Data API: exact, but limited to 10,000 requests a day and without caption tracks. */
export const dataApiVideos = ({ query, clock }: { query: QueryDataApi; clock: Clock }): Videos => ({
  async find(videoId, { signal } = {}) {
    const part = 'snippet,contentDetails,status,statistics,liveStreamingDetails'
    const [video] = readDataApi(answerSchema, await query('videos', { part, id: videoId }, signal)).items
    if (video === undefined) throw videoFailure(dataApiName, 'not_found')
    throwIfUnavailable(video, clock.now())
    return details(video)
  },
})

const answerSchema = z.object({
  items: z
    .object({
      id: z.string(),
      snippet: z.object({
        title: z.string(),
        description: z.string().default(''),
        channelId: z.string(),
        channelTitle: z.string(),
        publishedAt: z.coerce.date(),
        liveBroadcastContent: z.string().default('none'),
      }),
      contentDetails: z.object({
        duration: z.string().default('PT0S'),
        contentRating: z.object({ ytRating: z.string().optional() }).optional(),
      }),
      status: z.object({ privacyStatus: z.string() }),
      statistics: z.object({ viewCount: z.coerce.number().optional() }).optional(),
      liveStreamingDetails: z.object({ scheduledStartTime: z.coerce.date().optional() }).optional(),
    })
    .array(),
})

type Item = z.infer<typeof answerSchema>['items'][number]

const throwIfUnavailable = ({ snippet, contentDetails, status, liveStreamingDetails }: Item, now: Date): void => {
  const inAnHour = new Date(now.getTime() + HOUR_MS)
  if (status.privacyStatus === 'private') throw videoFailure(dataApiName, 'private')
  if (contentDetails.contentRating?.ytRating === 'ytAgeRestricted') throw videoFailure(dataApiName, 'age_restricted')
  if (snippet.liveBroadcastContent === 'live') throw videoFailure(dataApiName, 'live', { retryAt: inAnHour })
  if (snippet.liveBroadcastContent === 'upcoming') {
    const startsAt = liveStreamingDetails?.scheduledStartTime
    throw videoFailure(dataApiName, 'upcoming', { retryAt: startsAt && startsAt > now ? startsAt : inAnHour })
  }
  if ((parseIsoDuration(contentDetails.duration) ?? 0) > MAX_VIDEO_SECONDS * 1000)
    throw videoFailure(dataApiName, 'too_long')
}

const details = ({ id, snippet, contentDetails, status, statistics }: Item): VideoDetails => {
  const lengthMs = parseIsoDuration(contentDetails.duration) ?? 0
  return {
    videoId: id,
    title: plainLine(snippet.title),
    channelId: snippet.channelId,
    channel: plainLine(snippet.channelTitle),
    description: plainText(snippet.description),
    durationMs: lengthMs > 0 ? lengthMs : null,
    viewCount: statistics?.viewCount ?? null,
    publishedAt: snippet.publishedAt,
    isPublic: status.privacyStatus === 'public',
    chapters: parseChapters(snippet.description, lengthMs),
    captionLanguages: null,
  }
}
