import type { SummaryItem } from '@recaps/contract'
import { titleOf } from '../title.ts'

/**
 * Which have a link and which can get one. Of some the link cannot be shown any more: making another would end it, which is
 * for their own sheets to say.
 */
export function linksOf(items: readonly SummaryItem[]) {
  const linked = items.filter(item => item.shareUrl !== null)
  const open = items.filter(item => !item.shared)
  return { linked, open, lost: items.length - linked.length - open.length }
}

/** A line for each: its title and its link. */
export const sharedList = (items: readonly SummaryItem[]): string =>
  items.map(({ videoInfo, shareUrl }) => `${titleOf(videoInfo)} – ${shareUrl}`).join('\n')
