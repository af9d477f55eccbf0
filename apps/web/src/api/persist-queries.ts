import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { type OfflineRow, offlineStore } from '../device/offline-store.ts'
import type { DataOwner } from './owner.ts'

/** The kinds of queries that are available offline, and how many of each: the newest. */
const kinds: readonly [keyPrefix: QueryKey, maxCount: number][] = [
  [['profile'], 1],
  [['settings'], 1],
  [['subscriptions', 'user'], 1],
  [['plans'], 1],
  [['schedules', 'list'], 1],
  [['notices'], 1],
  [['voices'], 1],
  [['summaries', 'list', {}], 1],
  [['summaries', 'detail'], 60],
  [['summaries', 'asked'], 60],
]
const maxAgeMs = 30 * 24 * 3_600_000
/** In characters of JSON. Longer results are not stored. */
const maxLength = 2_000_000
/** Of paginated lists, only the first pages are stored. */
const maxPages = 4
const flushDelayMs = 1_000

interface StoredQuery extends OfflineRow {
  queryKey: QueryKey
  data: unknown
  updatedAt: number
}

const store = offlineStore<StoredQuery>('answers')

/** Restores stored queries into the cache, and stores new results. Returns an unsubscribe function. */
export function persistQueries(cache: QueryClient, owner: DataOwner): () => void {
  const changed = new Set<string>()
  /** `updatedAt` of the stored queries, by key. */
  const stored = new Map<string, number>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    const userId = owner.id()
    const hashes = [...changed]
    changed.clear()
    if (userId === null) return
    const queries = hashes
      .flatMap(hash => toStoredQuery(cache, hash, userId) ?? [])
      .filter(({ key, updatedAt }) => stored.get(key) !== updatedAt)
    for (const { key, updatedAt } of queries) stored.set(key, updatedAt)
    if (queries.length > 0) await store.put(queries).catch(logFailure)
  }
  const markChanged = ({ queryKey, queryHash }: Query) => {
    if (!kindOf(queryKey)) return
    changed.add(queryHash)
    timer ??= setTimeout(() => void flush(), flushDelayMs)
  }
  const flushWhenHidden = () => document.visibilityState === 'hidden' && void flush()

  // Queries that succeeded before the subscription.
  cache.getQueryCache().getAll().forEach(markChanged)
  const unsubscribe = cache.getQueryCache().subscribe(event => {
    if (event.type === 'updated' && event.action.type === 'success') markChanged(event.query)
  })
  void restore(cache, owner, stored).catch(logFailure)
  document.addEventListener('visibilitychange', flushWhenHidden)
  return () => {
    clearTimeout(timer)
    unsubscribe()
    document.removeEventListener('visibilitychange', flushWhenHidden)
  }
}

const logFailure = (error: unknown) => console.error('Failed to store data on this device:', error)

const kindOf = (key: QueryKey) =>
  kinds.find(([prefix]) => JSON.stringify(key.slice(0, prefix.length)) === JSON.stringify(prefix))

function toStoredQuery(cache: QueryClient, hash: string, userId: number): StoredQuery | null {
  const query = cache.getQueryCache().get(hash)
  if (query?.state.data === undefined) return null
  const { data, dataUpdatedAt: updatedAt } = query.state
  const storedQuery = { key: hash, userId, queryKey: query.queryKey, data: firstPages(data), updatedAt }
  return JSON.stringify(storedQuery.data).length > maxLength ? null : storedQuery
}

function firstPages(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || !('pages' in data && 'pageParams' in data)) return data
  const { pages, pageParams } = data as { pages: unknown[]; pageParams: unknown[] }
  return { pages: pages.slice(0, maxPages), pageParams: pageParams.slice(0, maxPages) }
}

async function restore(cache: QueryClient, owner: DataOwner, stored: Map<string, number>): Promise<void> {
  const userId = owner.id()
  if (userId === null) return
  const { kept, gone } = selectQueriesToKeep(await store.all(), userId, Date.now())
  for (const { key, queryKey, data, updatedAt } of kept) {
    stored.set(key, updatedAt)
    restoreQuery(cache, queryKey, data, updatedAt)
  }
  if (gone.length > 0) await store.remove(gone.map(({ key }) => key))
}

/** Puts stored data into the cache unless newer data is there. Marks it as stale, so that it is fetched again when used. */
export function restoreQuery(cache: QueryClient, queryKey: QueryKey, data: unknown, updatedAt: number) {
  // Keep the data as long as the page is open, even while it is unused.
  const query = cache.getQueryCache().build(cache, { queryKey, gcTime: Number.POSITIVE_INFINITY })
  if (query.state.dataUpdatedAt >= updatedAt) return
  cache.setQueryData(queryKey, data, { updatedAt })
  query.invalidate()
}

/** Splits stored queries into those to restore and those to delete: of another user, too old, or too many of their kind. */
export function selectQueriesToKeep(queries: readonly StoredQuery[], userId: number, nowMs: number) {
  const counts = new Map<unknown, number>()
  const kept: StoredQuery[] = []
  const gone: StoredQuery[] = []
  for (const query of [...queries].sort((a, b) => b.updatedAt - a.updatedAt)) {
    const kind = kindOf(query.queryKey)
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    const isKept = kind && query.userId === userId && nowMs - query.updatedAt < maxAgeMs && count <= kind[1]
    ;(isKept ? kept : gone).push(query)
  }
  return { kept, gone }
}
