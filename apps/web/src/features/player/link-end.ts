import { serviceNow } from '../../device/service-clock.ts'
import type { Track } from './track.ts'

/**
 * Whether the address says itself that it is over; that of what somebody shares has no end. It may be of use all the same:
 * what is kept on the device is heard under any.
 */
export const isOver = ({ audioUrl }: Pick<Track, 'audioUrl'>): boolean => {
  const expires = /[?&]expires=(\d+)/.exec(audioUrl)?.[1]
  return expires !== undefined && Number(expires) <= serviceNow().getTime()
}
