import type { VideoInfo } from '@recaps/contract'

/** Title of a video, or its id if YouTube hides the title (private videos). */
export const videoTitle = ({ title, videoId }: Pick<VideoInfo, 'title' | 'videoId'>): string =>
  title || `Video ${videoId}`
