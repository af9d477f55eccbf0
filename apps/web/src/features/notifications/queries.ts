import type { ResponseOf, Routes } from '@recaps/contract'
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { useClient } from '../../api/ConnectionContext.tsx'

type NoticePage = ResponseOf<Routes['notices']['list']>
export type NotificationList = InfiniteData<NoticePage, unknown>

export const notificationsKey = ['notices'] as const
/** Polling interval while the page is visible. */
const pollMs = 60_000

/**
 * The user's notifications, newest first, with the unread count. Opening the list or returning to the window refetches:
 * the user may have come from a digest mail sent within the polling interval.
 */
export function useNotifications({ isOpened }: { isOpened?: boolean } = {}) {
  const client = useClient()
  return useInfiniteQuery({
    queryKey: notificationsKey,
    staleTime: pollMs,
    refetchInterval: pollMs,
    refetchOnMount: isOpened ? 'always' : true,
    refetchOnWindowFocus: 'always',
    retry: false,
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) => client.notices.list({ query: { cursor: pageParam } }, { signal }),
    getNextPageParam: page => (page.nextCursor === null ? null : Number(page.nextCursor)),
  })
}
