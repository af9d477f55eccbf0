import { plainLine, plainText } from '@recaps/domain/plain-text'
import type { VideoDetails } from '@recaps/domain/video-details'
import { z } from 'zod'
import type { Videos } from '../../ports/videos.ts'
import { videoFailure } from '../youtube/failure.ts'
import { MAX_VIDEO_SECONDS } from '../youtube/playability.ts'
import { ytDlpName as provider, type YtDlp } from '../youtube/yt-dlp.ts'

/** Video details from yt-dlp: slow, but with the cookies of an account it can see age-restricted videos. */
export const ytDlpVideos = (ytDlp: YtDlp): Videos => ({
  async find(videoId, { signal } = {}) {
    const info = infoSchema.safeParse(await ytDlp.info({ videoId, signal }))
    if (!info.success) throw videoFailure(provider, 'parse_changed', { cause: info.error })
    const video = detailsOf(videoId, info.data)
    if (info.data.live_status === 'is_live') throw videoFailure(provider, 'live', { video })
    if (info.data.live_status === 'is_upcoming') throw videoFailure(provider, 'upcoming', { video })
    if ((video.durationMs ?? 0) > MAX_VIDEO_SECONDS * 1000) throw videoFailure(provider, 'too_long', { video })
    return video
  },
})

const infoSchema = z.object({
  title: z.string(),
  channel: z.string().nullish(),
  channel_id: z.string().nullish(),
  description: z.string().nullish(),
  /** Seconds. */
  duration: z.number().nonnegative().nullish(),
  view_count: z.number().nullish(),
  /** `20261126`. */
  upload_date: z
    .string()
    .regex(/^\d{8}$/)
    .nullish(),
  availability: z.string().nullish(),
  live_status: z.string().nullish(),
  chapters: z.object({ title: z.string(), start_time: z.number().nonnegative() }).array().nullish(),
})

function detailsOf(videoId: string, info: z.infer<typeof infoSchema>): VideoDetails {
  const { upload_date: date } = info
  return {
    videoId,
    title: plainLine(info.title),
    channelId: info.channel_id ?? null,
    channel: plainLine(info.channel ?? ''),
    description: info.description == null ? null : plainText(info.description),
    durationMs: info.duration ? Math.round(info.duration * 1000) : null,
    viewCount: info.view_count ?? null,
    publishedAt: date ? new Date(`${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}T00:00:00Z`) : null,
    // Age-restricted videos are not `public` here, which keeps their summaries out of the popular list.
    isPublic: info.availability == null ? null : info.availability === 'public',
    chapters: (info.chapters ?? []).map(({ title, start_time }) => ({
      title: plainLine(title),
      startMs: Math.round(start_time * 1000),
    })),
    captionLanguages: null,
  }
}
