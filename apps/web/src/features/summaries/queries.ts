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
import { problemOf } from '../../api/problem.ts'
import { canKeep } from '../../device/can-keep.ts'
import { useToast } from '../../ui/Toast.tsx'
import { refreshMonth, rememberMonth } from '../subscriptions/queries.ts'
import {
  allItems,
  changeItems,
  changeKey,
  isRunOut,
  itemOf,
  type Pages,
  placeItems,
  type SummaryList,
  type SummaryPage,
  takenOn,
  withoutItems,
} from './cache.ts'
import { waitOf } from './wait-of.ts'

export interface ListFilter {
  q?: string
  channel?: string
  state?: 'unread' | 'with_audio'
  origin?: 'schedule'
  /** What one run of a schedule brought. */
  run?: number
  order?: 'oldest'
}

export const pageSize = 50
export const listsKey = ['summaries', 'list'] as const
export const detailKey = (id: number) => ['summaries', 'detail', id] as const
/** The most viewed, page by page, of each timeframe. */
export const popularKey = ['summaries', 'popular'] as const

/** One page after the other, newest first. Events keep it fresh, so it is not read again on every visit. */
export function useSummaryList(filter: ListFilter = {}) {
  const client = useClient()
  const cache = useQueryClient()
  return useInfiniteQuery({
    queryKey: [...listsKey, filter],
    staleTime: 300_000,
    gcTime: 1_800_000,
    placeholderData: keepPreviousData,
    structuralSharing: (was, now) => {
      const list = takenOn(was as SummaryList | undefined, now as SummaryList)
      return replaceEqualDeep(was, withoutItems(list, deletedIn(cache)))
    },
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...filter, cursor: pageParam, limit: pageSize }
      const page = await client.summaries.list({ query }, { signal })
      rememberMonth(cache, page.month)
      return page
    },
    getNextPageParam: page => page.nextCursor,
  })
}

/** The channels of all summaries; `isNeeded` where not all of them are loaded. */
export function useChannels(isNeeded: boolean) {
  const client = useClient()
  return useQuery({
    queryKey: ['summaries', 'channels'],
    staleTime: 300_000,
    enabled: isNeeded,
    queryFn: ({ signal }) => client.summaries.channels({}, { signal }),
  })
}

/** All of a list at once: what one run of a schedule brought, or what nobody has read yet. */
export async function readAll(client: ReturnType<typeof useClient>, filter: ListFilter, signal?: AbortSignal) {
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
      const asked = client.summaries.detail({ params: { id }, query: { planType: 'youtube' } }, { signal })
      const summary = await asked.catch(error => {
        // Deleted elsewhere: what was read of it goes from this device too.
        if (error instanceof ApiError && error.status === 404) markDeleted(cache, id)
        throw error
      })
      if (summary.access === 'community') noteRead(cache, summary)
      return summary
    },
  })
}

/** To open one of others takes a community read; the list has it as opened from now on. */
function noteRead(cache: QueryClient, summary: Summary) {
  placeInPopular(cache, summary.id, itemOf(summary))
  void refreshMonth(cache)
}

/** Asks for a popular list without what its reader has or has read. */
export const hideKnown = 'known'

/**
 * Puts what has become of a popular summary in its place, whatever timeframe lists it. Where it is left out from now on, what
 * comes behind it moves up.
 */
export function placeInPopular(cache: QueryClient, id: number, item: SummaryItem): void {
  cache.setQueriesData<Pages>(
    { queryKey: popularKey },
    list => list && changeItems(list, was => (was.id === id ? item : was)),
  )
  void cache.invalidateQueries({ queryKey: popularKey, predicate: ({ queryKey }) => queryKey.includes(hideKnown) })
}

/** Reads one entry again, with its text, and lays it over every cached copy. */
export async function readAgain(client: ReturnType<typeof useClient>, cache: QueryClient, id: number) {
  store(cache, await client.summaries.detail({ params: { id }, query: { planType: 'youtube' } }))
}

/** Lays a summary over every cached copy of it. Whether it now belongs in a filtered list only the server can tell. */
export function store(cache: QueryClient, summary: Summary) {
  cache.setQueryData(detailKey(summary.id), summary)
  storeItems(cache, [itemOf(summary)])
  refreshLists(cache)
}

/** Has lists with a filter, or run out, read again, and any that is being read now: what comes may be of before. */
export function refreshLists(cache: QueryClient) {
  void cache.invalidateQueries({
    queryKey: listsKey,
    predicate: ({ queryKey, state }) =>
      !isWhole(queryKey) ||
      isRunOut(state.data as SummaryList | undefined) ||
      (state.fetchStatus === 'fetching' && !state.fetchMeta),
  })
}

/** Lays entries over every cached copy of them. */
export function storeItems(cache: QueryClient, items: readonly SummaryItem[]) {
  const byId = new Map(items.map(item => [item.id, item]))
  for (const [key, list] of cachedLists(cache)) {
    const next = isWhole(key) ? placeItems(list, items) : changeItems(list, item => byId.get(item.id) ?? item)
    if (next !== list) cache.setQueryData(key, next)
  }
  for (const item of items) {
    cache.setQueryData(detailKey(item.id), (known: Summary | undefined) => known && { ...known, ...item })
  }
}

/** A list without a filter. */
const isWhole = (key: QueryKey): boolean => Object.keys((key[2] as ListFilter | undefined) ?? {}).length === 0

/** Applies a change to an entry wherever it is cached. */
export function changeCached(cache: QueryClient, change: <T extends SummaryItem>(item: T) => T, id: number) {
  for (const [key, list] of cachedLists(cache)) cache.setQueryData(key, changeItems(list, change))
  cache.setQueryData(detailKey(id), (known: Summary | undefined) => known && change(known))
}

function cachedLists(cache: QueryClient) {
  const lists = cache.getQueriesData<SummaryList>({ queryKey: listsKey })
  return lists.flatMap(([key, list]) => (list ? [[key, list] as const] : []))
}

/** The entry as it is cached, in any list or on its own. */
export function cachedItem(cache: QueryClient, id: number): SummaryItem | undefined {
  for (const [, list] of cachedLists(cache)) {
    const found = allItems(list).find(item => item.id === id)
    if (found) return found
  }
  return cache.getQueryData<Summary>(detailKey(id))
}

function useStore() {
  const cache = useQueryClient()
  return (summary: Summary) => {
    store(cache, summary)
    void refreshMonth(cache)
  }
}

/** What is refused is told wherever its user is by then. */
function useReport() {
  const toast = useToast()
  return (error: Error) => void toast({ text: problemOf(error).sentence, tone: 'danger' })
}

export function useRetry() {
  const client = useClient()
  return useMutation({
    mutationFn: (id: number) => client.summaries.retry({ params: { id } }),
    onSuccess: useStore(),
    onError: useReport(),
  })
}

export function useCancel() {
  const client = useClient()
  return useMutation({
    mutationFn: (id: number) => client.summaries.cancel({ params: { id } }),
    onSuccess: useStore(),
    onError: useReport(),
  })
}

/** What is neither done now nor told the server later (later.ts). */
export const isLost = (error: unknown) => error instanceof ApiError || !canKeep()

/**
 * Keeps the reader's place or the read mark; the screen changes at once, and a server out of reach is told later (later.ts).
 * Those of one scope go one after the other.
 */
export function useChange(scope?: string) {
  const client = useClient()
  const cache = useQueryClient()
  return useMutation({
    mutationKey: changeKey,
    ...(scope && { scope: { id: scope } }),
    mutationFn: ({ id, ...body }: { id: number; readPosition?: number; listenedMs?: number; unread?: boolean }) =>
      client.summaries.change({ params: { id }, body }),
    retry: (_, error) => waitOf(error) !== null,
    retryDelay: (_, error) => (waitOf(error) ?? 0) * 1000,
    onSuccess(_, { unread }) {
      // It goes on standing where it is until the list is looked at anew.
      if (unread === undefined) return
      void cache.invalidateQueries({ queryKey: [...listsKey, { state: 'unread' }], refetchType: 'none' })
    },
    onError(error, { id, ...change }, unread) {
      // A place is of use here all the same.
      if (isLost(error) && change.unread !== undefined)
        changeCached(cache, item => (item.id === id ? { ...item, unread: !!unread } : item), id)
    },
    onMutate({ id, ...change }) {
      const unread = cachedItem(cache, id)?.unread
      changeCached(cache, item => (item.id === id ? { ...item, ...change } : item), id)
      return unread
    },
  })
}

/** What was deleted here, by cache: answers that were on their way then still have it. */
const deleted = new WeakMap<QueryClient, Set<number>>()

function deletedIn(cache: QueryClient): Set<number> {
  const known = deleted.get(cache) ?? new Set()
  deleted.set(cache, known)
  return known
}

/** Takes entries out of every cached list, and keeps them out. */
export function drop(cache: QueryClient, items: readonly SummaryItem[]) {
  const ids = deletedIn(cache)
  for (const { id } of items) ids.add(id)
  leaveOut(cache, items)
}

/** Whether it was deleted in this window. */
export const isDropped = (cache: QueryClient, id: number): boolean => deletedIn(cache).has(id)

/** Takes entries out of what is cached; an answer may bring them again. */
export function leaveOut(cache: QueryClient, items: readonly SummaryItem[]) {
  const ids = new Set(items.map(({ id }) => id))
  for (const id of ids) markDeleted(cache, id)
  for (const [key, list] of cachedLists(cache)) {
    const next = withoutItems(list, ids)
    if (next !== list) cache.setQueryData(key, next)
  }
}

/** Puts entries back that were taken out. Which of the lists with a filter they belong in only the server can tell. */
export function bringBack(cache: QueryClient, items: readonly SummaryItem[]) {
  for (const { id } of items) deletedIn(cache).delete(id)
  storeItems(cache, items)
}

/** As its page has it, and as it is kept for a time without a network (api/kept-answers.ts). */
const markDeleted = (cache: QueryClient, id: number) =>
  cache.setQueryData(detailKey(id), (known: Summary | undefined) => known && { ...known, deleted: true })
