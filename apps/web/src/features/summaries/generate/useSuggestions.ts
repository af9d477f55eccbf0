import type { NewVideo, SummaryItem } from '@recaps/contract'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/ConnectionContext.tsx'
import { useEntitlement } from '../../subscriptions/queries.ts'
import { allItems } from '../cache.ts'
import { hideKnown, useSummaryList } from '../queries.ts'

type Suggested = { remaining: number } & (
  | { kind: 'new'; videos: readonly NewVideo[] }
  | { kind: 'popular'; items: readonly SummaryItem[] }
)

const maxPopular = 3

/**
 * New videos of the followed channels, or else popular summaries of the week that are new to the user. Null while loading or if the
 * quota for them is used up. Videos that the user already has are excluded.
 */
export function useSuggestions(): Suggested | null {
  const client = useClient()
  const month = useEntitlement().data?.month
  const own = useSummaryList()
  const newVideos = useQuery({
    queryKey: ['schedules', 'suggestions'],
    queryFn: async ({ signal }) => (await client.schedules.suggestions({}, { signal })).data,
  })
  const ownVideoIds = new Set(allItems(own.data).map(({ videoInfo }) => videoInfo.videoId))
  const videos =
    month && month.remaining > 0 ? (newVideos.data ?? []).filter(({ videoId }) => !ownVideoIds.has(videoId)) : []
  const hasNoVideos = !newVideos.isPending && videos.length === 0
  const popular = useQuery({
    queryKey: ['summaries', 'suggested'],
    enabled: hasNoVideos && month !== undefined && month.communityReads.remaining > 0,
    queryFn: async ({ signal }) => {
      const query = { timeframe: 'week', hide: hideKnown, page: 1, pageSize: maxPopular } as const
      return (await client.summaries.mostViewed({ query }, { signal })).data
    },
  })
  // The user's own videos are excluded, so wait for their list.
  if (!month || own.isPending || newVideos.isPending) return null
  if (videos.length > 0) return { kind: 'new', videos, remaining: month.remaining }
  const { remaining } = month.communityReads
  const items = remaining > 0 ? (popular.data ?? []).filter(({ videoInfo }) => !ownVideoIds.has(videoInfo.videoId)) : []
  return items.length > 0 ? { kind: 'popular', items, remaining } : null
}
