import type { UploadFilters } from '@recaps/contract'
import { texts } from './texts.ts'

/** `Shorts, live streams, videos under 10 minutes. Of each channel the newest 5 come with a run.`: what is left out. */
export function filtersInWords({ skipShorts, skipLive, minMinutes, maxPerChannel }: UploadFilters): string {
  const { filters } = texts
  const leftOut = [
    skipShorts && filters.shorts,
    skipLive && filters.live,
    minMinutes > 0 && filters.under(minMinutes),
  ].filter(part => part !== false)
  const words = leftOut.length > 0 ? leftOut.join(', ') : filters.nothing
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}. ${filters.newest(maxPerChannel)}`
}
