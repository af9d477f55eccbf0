import type { Search, SearchPage, YoutubeSearch } from '../../ports/youtube-search.ts'
import { alongChain, type Link } from '../youtube/chain.ts'

/**
 * Search along a chain. A continuation belongs to the provider that gave it, so it carries that one's name
 * (`innertube:…`), and the next page is asked there and nowhere else.
 */
export const chainedSearch = (links: readonly Link<YoutubeSearch>[], deadlineMs: number): YoutubeSearch => {
  const searching =
    <Item>(searchOf: (port: YoutubeSearch) => Search<Item>): Search<Item> =>
    async (query, { continuation, signal } = {}) => {
      const [, owner, token] = /^(\w+):(.*)$/s.exec(continuation ?? '') ?? []
      if (continuation !== undefined && links.every(({ name }) => name !== owner)) return { items: [] }
      const asked = continuation === undefined ? links : links.filter(({ name }) => name === owner)
      return alongChain(asked, { deadlineMs, signal }, async ({ name, port }, stop) =>
        named(name, await searchOf(port)(query, { continuation: token, signal: stop })),
      )
    }
  return { channels: searching(port => port.channels), videos: searching(port => port.videos) }
}

const named = <Item>(name: string, { items, continuation }: SearchPage<Item>): SearchPage<Item> =>
  continuation === undefined ? { items } : { items, continuation: `${name}:${continuation}` }
