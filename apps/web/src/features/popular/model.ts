import type { SummaryItem } from '@recaps/contract'
import { resolveTimeframe, type Timeframe, type TimeframeName, timeframeNames } from '@recaps/domain/popularity'

const defaultTimeframe: Timeframe = 'week'

/** The timeframe in the query string, under any of its names; `week` by default. */
export function parseTimeframe(search: URLSearchParams): Timeframe {
  const name = search.get('timeframe') as TimeframeName
  return timeframeNames.includes(name) ? resolveTimeframe(name) : defaultTimeframe
}

/** Whether the query string asks to hide summaries that the user has or has read. */
export const isKnownHidden = (search: URLSearchParams): boolean => search.get('hide') === 'known'

/** Removes duplicates: a summary that moved down between two page requests appears on both pages. */
export function withoutDuplicates(items: readonly SummaryItem[]): SummaryItem[] {
  const seen = new Set<number>()
  return items.filter(({ id }) => !seen.has(id) && seen.add(id))
}
