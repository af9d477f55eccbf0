import type { Clock } from '../../ports/clock.ts'
import type { Search, SearchPage, YoutubeSearch } from '../../ports/youtube-search.ts'

const CACHED_MS = 5 * 60_000
const MAX_CACHED = 300

/**
 * Caches search pages for five minutes, so that paging back, retyping a query, and two users who look for the same channel
 * cost one search. Failures are not cached.
 */
export const cachedSearch = (search: YoutubeSearch, clock: Clock): YoutubeSearch => {
  const cached = <Item>(uncached: Search<Item>): Search<Item> => {
    const pages = new Map<string, { untilMs: number; page: SearchPage<Item> }>()
    return async (query, options = {}) => {
      const key = JSON.stringify([query.trim(), options.continuation ?? ''])
      const nowMs = clock.now().getTime()
      const entry = pages.get(key)
      if (entry !== undefined && entry.untilMs > nowMs) return entry.page
      const page = await uncached(query, options)
      pages.delete(key)
      pages.set(key, { untilMs: nowMs + CACHED_MS, page })
      for (const oldest of pages.keys()) if (pages.size > MAX_CACHED) pages.delete(oldest)
      return page
    }
  }

  return { channels: cached(search.channels), videos: cached(search.videos) }
}
