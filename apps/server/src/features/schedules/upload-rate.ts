import { dayMs } from './poll-times.ts'
import type { ChannelStats } from './schedule-state-repository.ts'

export const uploadWindowMs = 30 * dayMs
/** A feed lists this many uploads. For a channel that fills it, the rate is measured since the oldest one. */
const feedLength = 15

/** Current upload rate of a channel, in videos per 30 days; null if it was never polled. */
export function uploadsPerMonth(fact: ChannelStats, { withShorts }: { withShorts: boolean }, now: Date): number | null {
  if (fact.first_polled_at === null) return null
  const isAll = fact.uploads + fact.shorts < feedLength || !fact.oldest_upload_at
  const spanMs = isAll ? uploadWindowMs : Math.max(dayMs, now.getTime() - fact.oldest_upload_at!.getTime())
  return ((fact.uploads + (withShorts ? fact.shorts : 0)) * uploadWindowMs) / spanMs
}
