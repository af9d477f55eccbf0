import type { Clock } from '../../ports/clock.ts'
import type { SearchPage, YoutubeSearch } from '../../ports/youtube-search.ts'

const KEPT_MS = 5 * 60_000
const KEPT_AT_MOST = 300

/**
 * A search that answers the same question from memory for five minutes: paging back, typing again and two people looking
 * for the same channel cost one search. Failures are not remembered.
 */
export const rememberedSearch = (search: YoutubeSearch, clock: Clock): YoutubeSearch => {
  const pages = new Map<string, { untilMs: number; page: SearchPage }>()

  const remembering =
    (type: 'channels' | 'videos'): YoutubeSearch['channels'] =>
    async (query, options = {}) => {
      const key = JSON.stringify([type, query.trim(), options.continuation ?? ''])
      const nowMs = clock.now().getTime()
      const known = pages.get(key)
      if (known !== undefined && known.untilMs > nowMs) return known.page
      const page = await search[type](query, options)
      pages.delete(key)
      pages.set(key, { untilMs: nowMs + KEPT_MS, page })
      for (const oldest of pages.keys()) if (pages.size > KEPT_AT_MOST) pages.delete(oldest)
      return page
    }

  return { channels: remembering('channels'), videos: remembering('videos') }
}
