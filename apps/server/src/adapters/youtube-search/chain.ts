import type { SearchPage, YoutubeSearch } from '../../ports/youtube-search.ts'
import { alongChain, type Link } from '../youtube/chain.ts'

type Search = YoutubeSearch['channels']

/**
 * Search along a chain. A continuation belongs to the provider that gave it, so it carries that one's name
 * (`innertube:…`), and the next page is asked there and nowhere else.
 */
export const chainedSearch = (links: readonly Link<YoutubeSearch>[], deadlineMs: number): YoutubeSearch => {
  const searching =
    (type: 'channels' | 'videos'): Search =>
    async (query, { continuation, signal } = {}) => {
      const [, owner, token] = /^(\w+):(.*)$/s.exec(continuation ?? '') ?? []
      if (continuation !== undefined && links.every(({ name }) => name !== owner)) return { items: [] }
      const asked = continuation === undefined ? links : links.filter(({ name }) => name === owner)
      return alongChain(asked, { deadlineMs, signal }, async ({ name, port }, stop) =>
        named(name, await port[type](query, { continuation: token, signal: stop })),
      )
    }
  return { channels: searching('channels'), videos: searching('videos') }
}

const named = (name: string, { items, continuation }: SearchPage): SearchPage =>
  continuation === undefined ? { items } : { items, continuation: `${name}:${continuation}` }
