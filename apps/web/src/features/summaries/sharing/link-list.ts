import type { SummaryItem } from '@recaps/contract'
import { videoTitle } from '../video-title.ts'

/**
 * Splits summaries into `linked` and not yet shared ones. `unavailable` counts shared summaries whose link can no longer be shown.
 * Their links are not replaced here, because a new link would revoke the old one.
 */
export function groupByLink(items: readonly SummaryItem[]) {
  const linked = items.filter(item => item.shareUrl !== null)
  const unshared = items.filter(item => !item.shared)
  return { linked, unshared, unavailable: items.length - linked.length - unshared.length }
}

/** One line per summary, with title and link. */
export const formatLinkList = (items: readonly SummaryItem[]): string =>
  items.map(({ videoInfo, shareUrl }) => `${videoTitle(videoInfo)} – ${shareUrl}`).join('\n')
