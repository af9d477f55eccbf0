import { useEffect } from 'react'

export interface PagedList {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage(): unknown
}

interface Reach {
  count: number
  lastIndex: number
  /** So many rows below the last one in view have to be there already. */
  ahead: number
}

/** Asks for the next page before its reader is there. After a failure only a press asks again. */
export function useNextPage(list: PagedList, { count, lastIndex, ahead }: Reach) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const isWanted = lastIndex >= count - ahead && hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  // With every page anew: an answer may be there before it is seen that it was asked for.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the count says that there is another page.
  useEffect(() => {
    if (isWanted) void fetchNextPage()
  }, [isWanted, count, fetchNextPage])
}
