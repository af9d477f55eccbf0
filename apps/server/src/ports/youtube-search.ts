/** A channel or a video in search results. Has the shape of the specification's "Video channel". */
export interface SearchResult {
  id: string
  title: string
  description: string
  thumbnails: { default: string; medium: string; high: string }
}

export interface FoundChannel extends SearchResult {
  /** Number of subscribers, as YouTube rounds it; null if YouTube doesn't show it. */
  subscribers: number | null
}

export interface SearchPage<Item = SearchResult> {
  items: Item[]
  /** The provider's own continuation; absent on the last page. Sign it before it leaves the server. */
  continuation?: string
}

/**
 * Searches YouTube. A query that is a link, handle or id of a channel (or video) returns exactly that result without spending
 * a search. Throws `ProviderError`.
 */
export interface YoutubeSearch {
  channels: Search<FoundChannel>
  videos: Search<SearchResult>
}

export type Search<Item> = (
  query: string,
  options?: { continuation?: string | undefined; signal?: AbortSignal | undefined },
) => Promise<SearchPage<Item>>
