import type { VideoDetails } from '@recaps/domain/video-details'

export interface VideoRequestOptions {
  signal?: AbortSignal | undefined
  /** Also fetches the chapters that YouTube generated, if the description has none. Costs one more request. */
  withChapters?: boolean | undefined
  /** True if no user is waiting. Users go first when requests to YouTube are limited. */
  isBackground?: boolean | undefined
}

/**
 * Fetches the details of a video. Throws `ProviderError` with a failure code if the video cannot be summarized (private,
 * live, too long …) or if YouTube cannot be reached (network, bot_check …).
 */
export interface Videos {
  find(videoId: string, options?: VideoRequestOptions): Promise<VideoDetails>
}
