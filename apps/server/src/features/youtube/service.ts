import { type ChannelSearchResponse, maxPageTokenLength, type SearchResponse } from '@recaps/contract/youtube'
import { AppError } from '../../errors.ts'
import type { FetchedImage } from '../../ports/images.ts'
import type { FoundChannel, Search, SearchResult, YoutubeSearch } from '../../ports/youtube-search.ts'
import { readPageToken, signPageToken } from './page-token.ts'
import { createThumbnails, type ThumbnailsDeps } from './thumbnails.ts'

export interface YoutubeDeps extends ThumbnailsDeps {
  search: YoutubeSearch
}

export function createYoutube(deps: YoutubeDeps) {
  const { search, images, signer, clock } = deps

  async function page<Item extends SearchResult>(
    kind: 'channels' | 'videos',
    searchFor: Search<Item>,
    query: string,
    token: string | null | undefined,
  ): Promise<{ items: Item[]; nextPageToken?: string }> {
    const continuation = token ? readPageToken(kind, token, signer, clock) : undefined
    const found = await searchFor(query, continuation ? { continuation } : {})
    const nextPageToken = found.continuation ? signPageToken(kind, found.continuation, signer, clock) : ''
    // End the list rather than return a token that our own contract would reject.
    const isUsable = nextPageToken !== '' && nextPageToken.length <= maxPageTokenLength
    return { items: found.items, ...(isUsable ? { nextPageToken } : {}) }
  }

  return {
    channels: (query: string, token?: string | null): Promise<ChannelSearchResponse> =>
      page('channels', search.channels, query, token),
    videos: (query: string, token?: string | null): Promise<SearchResponse> =>
      page('videos', search.videos, query, token),

    /** The channel that a link, a handle or an id refers to; null if it doesn't exist. Throws `ProviderError`. */
    async channel(reference: string, signal: AbortSignal): Promise<FoundChannel | null> {
      return (await search.channels(reference, { signal })).items[0] ?? null
    },

    /** The image of a search result. Every failure is the same 404, so that probing reveals nothing. */
    async proxied(url: string): Promise<FetchedImage> {
      const image = await images.fetch(url)
      if (!image) throw new AppError('not_found')
      return image
    },

    thumbnails: createThumbnails(deps),
  }
}

export type Youtube = ReturnType<typeof createYoutube>
