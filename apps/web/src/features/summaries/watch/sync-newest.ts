import type { Client } from '@recaps/contract'
import type { QueryClient } from '@tanstack/react-query'
import { cacheMonthlyUse } from '../../subscriptions/queries.ts'
import { allItems, type SummaryList } from '../cache.ts'
import { cacheItems, listsKey, pageSize, removeFromCache } from '../queries.ts'

/**
 * Fetches the newest summaries into the cache: after a gap in the events, for the 5 s poll, and when the page becomes visible again.
 * Cached summaries missing from the response were deleted in another window or on another device, and are dropped.
 */
export async function syncNewestSummaries(client: Client, cache: QueryClient, signal?: AbortSignal) {
  const cached = allItems(cache.getQueryData<SummaryList>([...listsKey, {}]))
  const page = await client.summaries.list({ query: { limit: pageSize } }, signal ? { signal } : {})
  cacheMonthlyUse(cache, page.month)
  cacheItems(cache, page.data)
  const oldest = page.nextCursor === null ? '' : (page.data.at(-1)?.createdAt ?? '')
  const ids = page.data.map(({ id }) => id)
  const deleted = cached.filter(({ id, createdAt }) => createdAt > oldest && !ids.includes(id))
  removeFromCache(cache, deleted)
  return { ids, deletedIds: deleted.map(({ id }) => id) }
}
