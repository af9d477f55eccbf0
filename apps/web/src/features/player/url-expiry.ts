import { serverTime } from '../../device/server-clock.ts'
import type { Track } from './track.ts'

/**
 * Whether the `expires` parameter of the audio URL is in the past. URLs of shared summaries have none. An expired URL may still
 * play: audio saved on the device ignores the parameter.
 */
export const isUrlExpired = ({ audioUrl }: Pick<Track, 'audioUrl'>): boolean => {
  const expires = /[?&]expires=(\d+)/.exec(audioUrl)?.[1]
  return expires !== undefined && Number(expires) <= serverTime().getTime()
}
