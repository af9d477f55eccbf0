import type { Client } from '@recaps/contract'
import type { QueryClient } from '@tanstack/react-query'
import { rememberMonth } from '../../subscriptions/queries.ts'
import { allItems, type SummaryList } from '../cache.ts'
import { leaveOut, listsKey, pageSize, storeItems } from '../queries.ts'

/**
 * Reads the newest entries and lays them over what is cached: after a gap in the events, by the 5 s poll, and when somebody comes
 * back to the page. Of what was known before and is not among them any more, another window or device was told to delete it.
 */
export async function readNewest(client: Client, cache: QueryClient, signal?: AbortSignal) {
  const known = allItems(cache.getQueryData<SummaryList>([...listsKey, {}]))
  const page = await client.summaries.list({ query: { limit: pageSize } }, signal ? { signal } : {})
  rememberMonth(cache, page.month)
  storeItems(cache, page.data)
  const last = page.nextCursor === null ? '' : (page.data.at(-1)?.createdAt ?? '')
  const ids = page.data.map(({ id }) => id)
  const gone = known.filter(({ id, createdAt }) => createdAt > last && !ids.includes(id))
  leaveOut(cache, gone)
  return { ids, gone: gone.map(({ id }) => id) }
}
