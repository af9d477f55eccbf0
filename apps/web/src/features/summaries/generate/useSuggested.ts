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

const shown = 3

/**
 * The newest of the channels that somebody follows, else the most popular of the week that they do not know. Neither where
 * the month has no place left for it, and nothing that their list has by now.
 */
export function useSuggested(): Suggested | null {
  const client = useClient()
  const month = useEntitlement().data?.month
  const own = useSummaryList()
  const news = useQuery({
    queryKey: ['schedules', 'suggestions'],
    queryFn: async ({ signal }) => (await client.schedules.suggestions({}, { signal })).data,
  })
  const has = new Set(allItems(own.data).map(({ videoInfo }) => videoInfo.videoId))
  const videos = month && month.remaining > 0 ? (news.data ?? []).filter(({ videoId }) => !has.has(videoId)) : []
  const isNoNews = !news.isPending && videos.length === 0
  const popular = useQuery({
    queryKey: ['summaries', 'suggested'],
    enabled: isNoNews && month !== undefined && month.communityReads.remaining > 0,
    queryFn: async ({ signal }) => {
      const query = { timeframe: 'week', hide: hideKnown, page: 1, pageSize: shown } as const
      return (await client.summaries.mostViewed({ query }, { signal })).data
    },
  })
  // What is the reader's own already is known with the list.
  if (!month || own.isPending || news.isPending) return null
  if (videos.length > 0) return { kind: 'new', videos, remaining: month.remaining }
  const { remaining } = month.communityReads
  const items = remaining > 0 ? (popular.data ?? []).filter(({ videoInfo }) => !has.has(videoInfo.videoId)) : []
  return items.length > 0 ? { kind: 'popular', items, remaining } : null
}
