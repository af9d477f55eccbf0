/** A channel or a video as a search result; the shape of the specification's "Video channel". */
export interface SearchResult {
  id: string
  title: string
  description: string
  thumbnails: { default: string; medium: string; high: string }
}

export interface FoundChannel extends SearchResult {
  /** About how many subscribe to it, as YouTube rounds it; null where it does not say. */
  subscribers: number | null
}

export interface SearchPage<Item = SearchResult> {
  items: Item[]
  /** The provider's own continuation; absent on the last page. Callers sign it before it leaves the server. */
  continuation?: string
}

/**
 * Searches YouTube. A query that is a link, a handle or an id of a channel (or a video) resolves to exactly that one
 * without spending a search. Throws `ProviderError`.
 */
export interface YoutubeSearch {
  channels: Search<FoundChannel>
  videos: Search<SearchResult>
}

export type Search<Item> = (
  query: string,
  options?: { continuation?: string | undefined; signal?: AbortSignal | undefined },
) => Promise<SearchPage<Item>>
