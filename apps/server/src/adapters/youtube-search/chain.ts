import type { Search, SearchPage, YoutubeSearch } from '../../ports/youtube-search.ts'
import { type ProviderLink, queryInOrder } from '../youtube/provider-chain.ts'

/**
 * Search with fallbacks. A continuation belongs to the provider that returned it, so it is prefixed with that provider's name
 * (`innertube:…`), and the next page is requested only there.
 */
export const chainedSearch = (links: readonly ProviderLink<YoutubeSearch>[], deadlineMs: number): YoutubeSearch => {
  const searching =
    <Item>(searchOf: (port: YoutubeSearch) => Search<Item>): Search<Item> =>
    async (query, { continuation, signal } = {}) => {
      const [, owner, token] = /^(\w+):(.*)$/s.exec(continuation ?? '') ?? []
      if (continuation !== undefined && links.every(({ name }) => name !== owner)) return { items: [] }
      const candidates = continuation === undefined ? links : links.filter(({ name }) => name === owner)
      return queryInOrder(candidates, { deadlineMs, signal }, async ({ name, port }, stop) =>
        withOwner(name, await searchOf(port)(query, { continuation: token, signal: stop })),
      )
    }
  return { channels: searching(port => port.channels), videos: searching(port => port.videos) }
}

const withOwner = <Item>(name: string, { items, continuation }: SearchPage<Item>): SearchPage<Item> =>
  continuation === undefined ? { items } : { items, continuation: `${name}:${continuation}` }
