import type { Timeframe } from '@recaps/domain/popularity'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useClient } from '../../api/ConnectionContext.tsx'
import { hideKnown, popularKey } from '../summaries/queries.ts'

/** Specification §9. */
const pageSize = 10

/** The most viewed summaries of a timeframe, most viewed first, in pages. */
export function usePopular(timeframe: Timeframe, isHiding: boolean) {
  const client = useClient()
  const hide = isHiding ? hideKnown : undefined
  return useInfiniteQuery({
    queryKey: [...popularKey, timeframe, hide],
    staleTime: 60_000,
    gcTime: 1_800_000,
    placeholderData: keepPreviousData,
    initialPageParam: 1,
    queryFn: ({ pageParam: page, signal }) =>
      client.summaries.mostViewed({ query: { timeframe, page, pageSize, hide } }, { signal }),
    getNextPageParam: ({ pagination }) => (pagination.hasNextPage ? pagination.page + 1 : null),
  })
}
