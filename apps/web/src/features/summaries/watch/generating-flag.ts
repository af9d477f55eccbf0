import type { SummaryItem } from '@recaps/contract'
import { isReadable } from '../progress.ts'

/** Specification §4 and §9. */
export const pollMs = 5000
export const generatingTimeoutMs = 600_000

/** The generating flag, set when a summary is requested. */
export interface GeneratingFlag {
  /** When the request was sent, by the server's clock once the response is known. */
  sinceMs: number
  /** When the flag was set, by the device clock, which the timeout uses. */
  setAtMs: number
}

/** The flag clears when a summary created after the request is readable or has failed, or after 10 minutes. The job itself runs on. */
export function isStillGenerating(flag: GeneratingFlag, items: readonly SummaryItem[], nowMs: number): boolean {
  if (nowMs - flag.setAtMs >= generatingTimeoutMs) return false
  return !items.some(
    item =>
      Date.parse(item.createdAt) >= flag.sinceMs &&
      (isReadable(item.state) || item.state === 'failed' || item.state === 'cancelled'),
  )
}

/** Corrects the flag by the server time in the response, because the device clock may be ahead. */
export const alignToServerClock = (flag: GeneratingFlag, summary: Pick<SummaryItem, 'createdAt'>): GeneratingFlag => ({
  ...flag,
  sinceMs: Math.min(flag.sinceMs, Date.parse(summary.createdAt)),
})
