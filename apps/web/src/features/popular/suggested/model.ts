import type { SummaryItem } from '@recaps/contract'
import { countChannels } from '../../summaries/history/model.ts'

export interface SuggestedChannel {
  channelId: string
  channel: string
  /** Number of summaries of this channel that the user has; 0 for a channel suggested because it is popular. */
  ownSummaries: number
}

const maxSuggestions = 3

/** The channels that the user has most summaries of, filled up with the channels of popular summaries. */
export function suggestedChannels(
  own: readonly SummaryItem[],
  popular: readonly SummaryItem[],
  chosen: readonly string[],
): SuggestedChannel[] {
  const fromOwn = countChannels(own).map(({ count, ...channel }) => ({ ...channel, ownSummaries: count }))
  const fromPopular = popular.flatMap(({ videoInfo: { channelId, channel } }) =>
    channelId ? { channelId, channel, ownSummaries: 0 } : [],
  )
  const excluded = new Set(chosen)
  return [...fromOwn, ...fromPopular]
    .filter(({ channelId }) => !excluded.has(channelId) && excluded.add(channelId))
    .slice(0, maxSuggestions)
}
