import type { Clock } from '../../ports/clock.ts'
import type { Search, SearchPage, YoutubeSearch } from '../../ports/youtube-search.ts'

const KEPT_MS = 5 * 60_000
const KEPT_AT_MOST = 300

/**
 * A search that answers the same question from memory for five minutes: paging back, typing again and two people looking
 * for the same channel cost one search. Failures are not remembered.
 */
export const rememberedSearch = (search: YoutubeSearch, clock: Clock): YoutubeSearch => {
  const remembering = <Item>(searching: Search<Item>): Search<Item> => {
    const pages = new Map<string, { untilMs: number; page: SearchPage<Item> }>()
    return async (query, options = {}) => {
      const key = JSON.stringify([query.trim(), options.continuation ?? ''])
      const nowMs = clock.now().getTime()
      const known = pages.get(key)
      if (known !== undefined && known.untilMs > nowMs) return known.page
      const page = await searching(query, options)
      pages.delete(key)
      pages.set(key, { untilMs: nowMs + KEPT_MS, page })
      for (const oldest of pages.keys()) if (pages.size > KEPT_AT_MOST) pages.delete(oldest)
      return page
    }
  }

  return { channels: remembering(search.channels), videos: remembering(search.videos) }
}
