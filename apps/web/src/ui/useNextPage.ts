import { useEffect } from 'react'

export interface PagedList {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage(): unknown
}

interface ScrollPosition {
  count: number
  lastIndex: number
  /** The number of rows to have loaded below the last visible one. */
  ahead: number
}

/** Fetches the next page before the user scrolls to it. After a failure, only a click fetches it again. */
export function useNextPage(list: PagedList, { count, lastIndex, ahead }: ScrollPosition) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const isNeeded = lastIndex >= count - ahead && hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  // Depends on the count, because a fast response can arrive before `isNeeded` was ever rendered as false.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed count means that another page has arrived.
  useEffect(() => {
    if (isNeeded) void fetchNextPage()
  }, [isNeeded, count, fetchNextPage])
}
