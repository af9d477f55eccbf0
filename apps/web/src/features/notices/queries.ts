import type { ResponseOf, Routes } from '@recaps/contract'
import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../api/ConnectionContext.tsx'

type NoticePage = ResponseOf<Routes['notices']['list']>
export type NoticeList = InfiniteData<NoticePage, unknown>

export const noticesKey = ['notices'] as const
/** How often the bell looks for news while the page is in view. */
const lookMs = 60_000

/** What happened, newest first, with how much of it is unread. */
export function useNotices() {
  const client = useClient()
  return useInfiniteQuery({
    queryKey: noticesKey,
    staleTime: lookMs,
    refetchInterval: lookMs,
    refetchOnWindowFocus: true,
    retry: false,
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) => client.notices.list({ query: { cursor: pageParam } }, { signal }),
    getNextPageParam: page => (page.nextCursor === null ? null : Number(page.nextCursor)),
  })
}

/** All are read. The count goes at once; the marks stay until the list is read again, so that what is new can be told. */
export function useReadNotices() {
  const client = useClient()
  const cache = useQueryClient()
  const count = (unread: number) =>
    cache.setQueryData(noticesKey, (known: NoticeList | undefined) => known && withUnread(known, unread))
  return useMutation({
    mutationFn: () => client.notices.read({ body: {} }),
    onMutate() {
      const was = cache.getQueryData<NoticeList>(noticesKey)?.pages[0]?.unread ?? 0
      count(0)
      return was
    },
    onSuccess: ({ unread }) => count(unread),
    onError: (_error, _all, was) => was !== undefined && count(was),
  })
}

const withUnread = (list: NoticeList, unread: number): NoticeList => ({
  ...list,
  pages: list.pages.map(page => ({ ...page, unread })),
})
