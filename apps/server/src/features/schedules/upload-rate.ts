import { dayMs } from './poll-times.ts'
import type { ChannelFact } from './states-repository.ts'

/** What is known of uploads is counted over these days. */
export const lookedBackMs = 30 * dayMs
/** So many uploads a list holds: of a channel with more, the oldest of them tells how long they took. */
const listed = 15

/** How many videos a channel has lately uploaded in 30 days; null where it was never asked. */
export function uploadsPerMonth(fact: ChannelFact, { withShorts }: { withShorts: boolean }, now: Date): number | null {
  if (fact.first_polled_at === null) return null
  const isAll = fact.uploads + fact.shorts < listed || !fact.oldest_upload_at
  const spanMs = isAll ? lookedBackMs : Math.max(dayMs, now.getTime() - fact.oldest_upload_at!.getTime())
  return ((fact.uploads + (withShorts ? fact.shorts : 0)) * lookedBackMs) / spanMs
}
