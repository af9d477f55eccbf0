import type { VideoDetails } from '@recaps/domain/video-details'

export interface AskOptions {
  signal?: AbortSignal | undefined
  /** Asks for the chapters that YouTube has made itself, where the description has none: one more request. */
  withChapters?: boolean | undefined
  /** That no user waits for it: users go first where YouTube is asked only so often. */
  isBackground?: boolean | undefined
}

/**
 * Finds a video by its id. Throws `ProviderError` with a failure code of the closed list when the video cannot be
 * summarised (private, live, too long …) or when YouTube cannot be asked (network, bot_check …).
 */
export interface Videos {
  find(videoId: string, options?: AskOptions): Promise<VideoDetails>
}
