import type { SummaryItem } from '@recaps/contract'
import { type Timeframe, type TimeframeName, timeframeNames, timeframeOf } from '@recaps/domain/popularity'

const defaultTimeframe: Timeframe = 'week'

/** The timeframe as it stands in the address, by either of its names. */
export function timeframeIn(search: URLSearchParams): Timeframe {
  const name = search.get('timeframe') as TimeframeName
  return timeframeNames.includes(name) ? timeframeOf(name) : defaultTimeframe
}

/** Whether the address asks for what is new to its reader alone. */
export const hidesKnown = (search: URLSearchParams): boolean => search.get('hide') === 'known'

/** What has moved down between two pages comes with both: it stands where it came first. */
export function ranked(items: readonly SummaryItem[]): SummaryItem[] {
  const seen = new Set<number>()
  return items.filter(({ id }) => !seen.has(id) && seen.add(id))
}
