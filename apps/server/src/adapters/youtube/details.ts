import { plainLine, plainText } from '@recaps/domain/plain-text'
import type { VideoDetails } from '@recaps/domain/video-details'
import { parseChapters } from './description-chapters.ts'
import type { PlayerBody } from './player-body.ts'
import { readableTracks } from './tracks.ts'

/** Video details from the player response of a playable video; null if it has no title. */
export const detailsFrom = (body: PlayerBody): VideoDetails | null => {
  const { videoDetails: video, captions, microformat } = body
  if (video?.title === undefined) return null
  const description = video.shortDescription === undefined ? null : plainText(video.shortDescription)
  const durationMs = (video.lengthSeconds ?? 0) * 1000
  const page = microformat?.playerMicroformatRenderer
  return {
    videoId: video.videoId,
    title: plainLine(video.title),
    channelId: video.channelId ?? null,
    channel: plainLine(video.author ?? ''),
    description,
    durationMs: durationMs > 0 ? durationMs : null,
    viewCount: video.viewCount ?? null,
    publishedAt: page?.publishDate ?? null,
    // Unlisted videos are not crawlable.
    isPublic: video.isPrivate !== true && page?.isUnlisted !== true && video.isCrawlable === true,
    chapters: parseChapters(description ?? '', durationMs),
    ...(video.isLiveContent ? { wasLive: true } : {}),
    captionLanguages: readableTracks(captions?.playerCaptionsTracklistRenderer ?? {}),
  }
}
