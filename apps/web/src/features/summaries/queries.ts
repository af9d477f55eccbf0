import { ApiError, type Summary, type SummaryItem } from '@recaps/contract'
import {
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  replaceEqualDeep,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useClient } from '../../api/ConnectionContext.tsx'
import { toProblem } from '../../api/problem.ts'
import { canSaveOffline } from '../../device/offline-support.ts'
import { useToast } from '../../ui/Toast.tsx'
import { cacheMonthlyUse, refetchEntitlement } from '../subscriptions/queries.ts'
import {
  allItems,
  hasNoLoadedItems,
  mapItems,
  mergeFetchedPages,
  type Pages,
  type SummaryList,
  type SummaryPage,
  toSummaryItem,
  updateKey,
  upsertItems,
  withoutItems,
} from './cache.ts'
import { retryDelaySeconds } from './retry-delay.ts'

export interface ListFilter {
  q?: string
  channel?: string
  state?: 'unread' | 'with_audio'
  origin?: 'schedule'
  /** Id of a schedule run: only summaries from that run. */
  run?: number
  order?: 'oldest'
}

export const pageSize = 50
export const listsKey = ['summaries', 'list'] as const
export const detailKey = (id: number) => ['summaries', 'detail', id] as const
/** Prefix of the paginated lists of popular summaries, one per timeframe. */
export const popularKey = ['summaries', 'popular'] as const

/** Paginated summaries, newest first by default. Events keep the list fresh, so it is not fetched on every visit. */
export function useSummaryList(filter: ListFilter = {}) {
  const client = useClient()
  const cache = useQueryClient()
  return useInfiniteQuery({
    queryKey: [...listsKey, filter],
    staleTime: 300_000,
    gcTime: 1_800_000,
    placeholderData: keepPreviousData,
    structuralSharing: (cached, fetched) => {
      const list = mergeFetchedPages(cached as SummaryList | undefined, fetched as SummaryList)
      return replaceEqualDeep(cached, withoutItems(list, deletedIn(cache)))
    },
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...filter, cursor: pageParam, limit: pageSize }
      const page = await client.summaries.list({ query }, { signal })
      cacheMonthlyUse(cache, page.month)
      return page
    },
    getNextPageParam: page => page.nextCursor,
  })
}

/** Channels of all summaries. Only fetched if `isNeeded`, that is if the list is not fully loaded. */
export function useChannels(isNeeded: boolean) {
  const client = useClient()
  return useQuery({
    queryKey: ['summaries', 'channels'],
    staleTime: 300_000,
    enabled: isNeeded,
    queryFn: ({ signal }) => client.summaries.channels({}, { signal }),
  })
}

/** Fetches every page of a list. */
export async function fetchAllPages(client: ReturnType<typeof useClient>, filter: ListFilter, signal?: AbortSignal) {
  const items: SummaryItem[] = []
  let cursor: string | null = null
  do {
    const page: SummaryPage = await client.summaries.list(
      { query: { ...filter, cursor, limit: 100 } },
      signal ? { signal } : {},
    )
    items.push(...page.data)
    cursor = page.nextCursor
  } while (cursor)
  return items
}

export function useSummary(id: number) {
  const client = useClient()
  const cache = useQueryClient()
  return useQuery({
    queryKey: detailKey(id),
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const request = client.summaries.detail({ params: { id }, query: { planType: 'youtube' } }, { signal })
      const summary = await request.catch(error => {
        // Deleted elsewhere: hide the cached copy too.
        if (error instanceof ApiError && error.status === 404) markDeleted(cache, id)
        throw error
      })
      if (summary.access === 'community') recordCommunityRead(cache, summary)
      return summary
    },
  })
}

/** Opening another user's summary uses a community read and marks it as opened in Popular. */
function recordCommunityRead(cache: QueryClient, summary: Summary) {
  updatePopular(cache, summary.id, toSummaryItem(summary))
  void refetchEntitlement(cache)
}

/** Query key part of popular lists that leave out summaries the user has or has read. */
export const hideKnown = 'known'

/**
 * Updates a summary in the popular lists of all timeframes. Lists that hide known summaries are fetched again, because it may
 * no longer belong there.
 */
export function updatePopular(cache: QueryClient, id: number, item: SummaryItem): void {
  cache.setQueriesData<Pages>(
    { queryKey: popularKey },
    list => list && mapItems(list, current => (current.id === id ? item : current)),
  )
  void cache.invalidateQueries({ queryKey: popularKey, predicate: ({ queryKey }) => queryKey.includes(hideKnown) })
}

/** Fetches a summary with its text and updates every cached copy. */
export async function refetchSummary(client: ReturnType<typeof useClient>, cache: QueryClient, id: number) {
  cacheSummary(cache, await client.summaries.detail({ params: { id }, query: { planType: 'youtube' } }))
}

/** Updates every cached copy of a summary. Filtered lists are fetched again: only the server knows what belongs there. */
export function cacheSummary(cache: QueryClient, summary: Summary) {
  cache.setQueryData(detailKey(summary.id), summary)
  cacheItems(cache, [toSummaryItem(summary)])
  refreshLists(cache)
}

/** Invalidates lists that are filtered, have run out of loaded items, or are being fetched, as that result may be outdated. */
export function refreshLists(cache: QueryClient) {
  void cache.invalidateQueries({
    queryKey: listsKey,
    predicate: ({ queryKey, state }) =>
      !isUnfiltered(queryKey) ||
      hasNoLoadedItems(state.data as SummaryList | undefined) ||
      (state.fetchStatus === 'fetching' && !state.fetchMeta),
  })
}

/** Updates every cached copy of these summaries. */
export function cacheItems(cache: QueryClient, items: readonly SummaryItem[]) {
  const byId = new Map(items.map(item => [item.id, item]))
  for (const [key, list] of cachedLists(cache)) {
    const next = isUnfiltered(key) ? upsertItems(list, items) : mapItems(list, item => byId.get(item.id) ?? item)
    if (next !== list) cache.setQueryData(key, next)
  }
  for (const item of items) {
    cache.setQueryData(detailKey(item.id), (known: Summary | undefined) => known && { ...known, ...item })
  }
}

const isUnfiltered = (key: QueryKey): boolean => Object.keys((key[2] as ListFilter | undefined) ?? {}).length === 0

/** Applies a change to a summary wherever it is cached. */
export function updateCachedSummary(cache: QueryClient, change: <T extends SummaryItem>(item: T) => T, id: number) {
  for (const [key, list] of cachedLists(cache)) cache.setQueryData(key, mapItems(list, change))
  cache.setQueryData(detailKey(id), (known: Summary | undefined) => known && change(known))
}

function cachedLists(cache: QueryClient) {
  const lists = cache.getQueriesData<SummaryList>({ queryKey: listsKey })
  return lists.flatMap(([key, list]) => (list ? [[key, list] as const] : []))
}

/** The cached summary, from any list or its detail page. */
export function cachedItem(cache: QueryClient, id: number): SummaryItem | undefined {
  for (const [, list] of cachedLists(cache)) {
    const found = allItems(list).find(item => item.id === id)
    if (found) return found
  }
  return cache.getQueryData<Summary>(detailKey(id))
}

function useCacheUpdate() {
  const cache = useQueryClient()
  return (summary: Summary) => {
    cacheSummary(cache, summary)
    void refetchEntitlement(cache)
  }
}

/** Shows errors as a toast, which is visible on any page that the user has moved on to. */
function useErrorToast() {
  const toast = useToast()
  return (error: Error) => void toast({ text: toProblem(error).sentence, tone: 'danger' })
}

export function useRetry() {
  const client = useClient()
  return useMutation({
    mutationFn: (id: number) => client.summaries.retry({ params: { id } }),
    onSuccess: useCacheUpdate(),
    onError: useErrorToast(),
  })
}

export function useCancel() {
  const client = useClient()
  return useMutation({
    mutationFn: (id: number) => client.summaries.cancel({ params: { id } }),
    onSuccess: useCacheUpdate(),
    onError: useErrorToast(),
  })
}

/** Whether a failed update is lost, because it cannot be stored and sent later either. */
export const isUpdateLost = (error: unknown) => error instanceof ApiError || !canSaveOffline()

/**
 * Updates the reading position, listening position or read mark, optimistically. If the server cannot be reached, the update is
 * sent later. Updates with the same scope run sequentially.
 */
export function useUpdateSummary(scope?: string) {
  const client = useClient()
  const cache = useQueryClient()
  return useMutation({
    mutationKey: updateKey,
    ...(scope && { scope: { id: scope } }),
    mutationFn: ({ id, ...body }: { id: number; readPosition?: number; listenedMs?: number; unread?: boolean }) =>
      client.summaries.change({ params: { id }, body }),
    retry: (_, error) => retryDelaySeconds(error) !== null,
    retryDelay: (_, error) => (retryDelaySeconds(error) ?? 0) * 1000,
    onSuccess(_, { unread }) {
      // The summary stays in the list until the list is opened again.
      if (unread === undefined) return
      void cache.invalidateQueries({ queryKey: [...listsKey, { state: 'unread' }], refetchType: 'none' })
    },
    onError(error, { id, ...change }, unread) {
      // A position is still useful on this device, so only the read mark is rolled back.
      if (isUpdateLost(error) && change.unread !== undefined)
        updateCachedSummary(cache, item => (item.id === id ? { ...item, unread: !!unread } : item), id)
    },
    onMutate({ id, ...change }) {
      const unread = cachedItem(cache, id)?.unread
      updateCachedSummary(cache, item => (item.id === id ? { ...item, ...change } : item), id)
      return unread
    },
  })
}

/** Ids deleted in this window. Responses in flight may still contain them. */
const deletedIds = new WeakMap<QueryClient, Set<number>>()

function deletedIn(cache: QueryClient): Set<number> {
  const known = deletedIds.get(cache) ?? new Set()
  deletedIds.set(cache, known)
  return known
}

/** Removes summaries from every cached list, and from later responses too. */
export function markDeletedHere(cache: QueryClient, items: readonly SummaryItem[]) {
  const ids = deletedIn(cache)
  for (const { id } of items) ids.add(id)
  removeFromCache(cache, items)
}

/** Whether the summary was deleted in this window. */
export const isDeletedHere = (cache: QueryClient, id: number): boolean => deletedIn(cache).has(id)

/** Removes summaries from every cached list. A later response may bring them back. */
export function removeFromCache(cache: QueryClient, items: readonly SummaryItem[]) {
  const ids = new Set(items.map(({ id }) => id))
  for (const id of ids) markDeleted(cache, id)
  for (const [key, list] of cachedLists(cache)) {
    const next = withoutItems(list, ids)
    if (next !== list) cache.setQueryData(key, next)
  }
}

/** Puts removed summaries back into the unfiltered list. Filtered lists need a fetch. */
export function restoreToCache(cache: QueryClient, items: readonly SummaryItem[]) {
  for (const { id } of items) deletedIn(cache).delete(id)
  cacheItems(cache, items)
}

/** Marks the detail query's copy, which is also stored for offline use. */
const markDeleted = (cache: QueryClient, id: number) =>
  cache.setQueryData(detailKey(id), (known: Summary | undefined) => known && { ...known, deleted: true })
