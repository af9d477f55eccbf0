import type { UploadFilters } from '@recaps/contract'
import { texts } from './texts.ts'

/** Describes the videos a schedule skips: `Shorts, live streams. Includes the newest 5 videos of each channel.` */
export function describeFilters({ skipShorts, skipLive, minMinutes, maxPerChannel }: UploadFilters): string {
  const { filters } = texts
  const skipped = [
    skipShorts && filters.shorts,
    skipLive && filters.live,
    minMinutes > 0 && filters.under(minMinutes),
  ].filter(part => part !== false)
  const list = skipped.length > 0 ? skipped.join(', ') : filters.nothing
  return `${list.charAt(0).toUpperCase()}${list.slice(1)}. ${filters.newest(maxPerChannel)}`
}
