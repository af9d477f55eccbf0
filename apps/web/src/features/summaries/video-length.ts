import type { VideoInfo } from '@recaps/contract'
import { isoDurationMs } from '@recaps/domain/duration'

/** How long a video is, in milliseconds; null where YouTube does not tell. */
export const videoLengthMs = ({ duration }: Pick<VideoInfo, 'duration'>): number | null =>
  duration === null ? null : isoDurationMs(duration)
