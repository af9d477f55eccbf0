import type { ResponseOf, Routes } from '@recaps/contract'
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { useClient } from '../../api/ConnectionContext.tsx'

type NoticePage = ResponseOf<Routes['notices']['list']>
export type NoticeList = InfiniteData<NoticePage, unknown>

export const noticesKey = ['notices'] as const
/** How often the bell looks for news while the page is in view. */
const lookMs = 60_000

/**
 * What happened, newest first, with how much of it is unread. Whoever opens the list, or comes back to the window, asks anew: a digest
 * may have been mailed in the minute since.
 */
export function useNotices({ isOpened }: { isOpened?: boolean } = {}) {
  const client = useClient()
  return useInfiniteQuery({
    queryKey: noticesKey,
    staleTime: lookMs,
    refetchInterval: lookMs,
    refetchOnMount: isOpened ? 'always' : true,
    refetchOnWindowFocus: 'always',
    retry: false,
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) => client.notices.list({ query: { cursor: pageParam } }, { signal }),
    getNextPageParam: page => (page.nextCursor === null ? null : Number(page.nextCursor)),
  })
}
