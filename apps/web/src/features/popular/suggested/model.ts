import type { SummaryItem } from '@recaps/contract'
import { channelsOf } from '../../summaries/history/model.ts'

export interface Suggested {
  channelId: string
  channel: string
  /** How many summaries of it the user has; 0 where others read it. */
  ownSummaries: number
}

const most = 3

/** Whom the user has summarised most often; then, while there is room, who made what others read most. */
export function suggestedChannels(
  own: readonly SummaryItem[],
  popular: readonly SummaryItem[],
  chosen: readonly string[],
): Suggested[] {
  const fromOwn = channelsOf(own).map(({ count, ...channel }) => ({ ...channel, ownSummaries: count }))
  const fromOthers = popular.flatMap(({ videoInfo: { channelId, channel } }) =>
    channelId ? { channelId, channel, ownSummaries: 0 } : [],
  )
  const known = new Set(chosen)
  return [...fromOwn, ...fromOthers]
    .filter(({ channelId }) => !known.has(channelId) && known.add(channelId))
    .slice(0, most)
}
