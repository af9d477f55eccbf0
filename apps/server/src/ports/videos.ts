import type { VideoDetails } from '@recaps/domain/video-details'

/**
 * Finds a video by its id. Throws `ProviderError` with a failure code of the closed list when the video cannot be
 * summarised (private, live, too long …) or when YouTube cannot be asked (network, bot_check …).
 */
export interface Videos {
  find(videoId: string, options?: { signal?: AbortSignal }): Promise<VideoDetails>
}
