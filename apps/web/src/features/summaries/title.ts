import type { VideoInfo } from '@recaps/contract'

/** The title of a video; its id where YouTube does not tell the title, as of private ones. */
export const titleOf = ({ title, videoId }: Pick<VideoInfo, 'title' | 'videoId'>): string => title || `Video ${videoId}`
