import type { SummaryItem } from '@recaps/contract'
import { isReadable } from '../progress.ts'

/** Specification §4 and §9. */
export const pollMs = 5000
export const generatingTimeoutMs = 600_000

/** Set on request. `sinceMs` is when it was asked, by the clock of the server as far as it is known. */
export interface Generating {
  sinceMs: number
  /** When the flag was set, by our own clock: the time-out runs on it. */
  setAtMs: number
}

/**
 * The flag clears when a summary created after the request can be read or has failed, or after 10 minutes. The job
 * lives on whatever the page does.
 */
export function isStillGenerating(flag: Generating, items: readonly SummaryItem[], nowMs: number): boolean {
  if (nowMs - flag.setAtMs >= generatingTimeoutMs) return false
  return !items.some(
    item =>
      Date.parse(item.createdAt) >= flag.sinceMs &&
      (isReadable(item.state) || item.state === 'failed' || item.state === 'cancelled'),
  )
}

/** The answer to a request carries the server's clock: ours may be ahead of it. */
export const alignedTo = (flag: Generating, entry: Pick<SummaryItem, 'createdAt'>): Generating => ({
  ...flag,
  sinceMs: Math.min(flag.sinceMs, Date.parse(entry.createdAt)),
})
