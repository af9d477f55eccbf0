/** A channel or a video as a search result; the shape of the specification's "Video channel". */
export interface SearchResult {
  id: string
  title: string
  description: string
  thumbnails: { default: string; medium: string; high: string }
}

export interface SearchPage {
  items: SearchResult[]
  /** The provider's own continuation; absent on the last page. Callers sign it before it leaves the server. */
  continuation?: string
}

/**
 * Searches YouTube. A query that is a link, a handle or an id of a channel (or a video) resolves to exactly that one
 * without spending a search. Throws `ProviderError`.
 */
export interface YoutubeSearch {
  channels(query: string, options?: { continuation?: string; signal?: AbortSignal }): Promise<SearchPage>
  videos(query: string, options?: { continuation?: string; signal?: AbortSignal }): Promise<SearchPage>
}
