import type { SearchResponse } from '@recaps/contract/youtube'
import { AppError } from '../../errors.ts'
import type { FetchedImage } from '../../ports/images.ts'
import type { Signer } from '../../ports/signer.ts'
import type { SearchPage, SearchResult, YoutubeSearch } from '../../ports/youtube-search.ts'
import { openToken, sealToken } from './page-token.ts'
import { createThumbnails, type ThumbnailsDeps } from './thumbnails.ts'

export interface YoutubeDeps extends ThumbnailsDeps {
  search: YoutubeSearch
  signer: Signer
}

export function createYoutube(deps: YoutubeDeps) {
  const { search, images, signer, clock } = deps

  async function page(
    kind: 'channels' | 'videos',
    query: string,
    token: string | null | undefined,
  ): Promise<SearchResponse> {
    const continuation = token ? openToken(kind, token, signer, clock) : undefined
    const found: SearchPage = await search[kind](query, continuation ? { continuation } : {})
    return {
      items: found.items,
      ...(found.continuation ? { nextPageToken: sealToken(kind, found.continuation, signer, clock) } : {}),
    }
  }

  return {
    channels: (query: string, token?: string | null) => page('channels', query, token),
    videos: (query: string, token?: string | null) => page('videos', query, token),

    /** The one channel that a link, a handle or an id names; null when there is none. Throws `ProviderError`. */
    async channel(named: string, signal: AbortSignal): Promise<SearchResult | null> {
      return (await search.channels(named, { signal })).items[0] ?? null
    },

    /** A picture of a search result. Every refusal is the same 404, so that nothing is learnt by probing. */
    async proxied(url: string): Promise<FetchedImage> {
      const image = await images.fetch(url)
      if (!image) throw new AppError('not_found')
      return image
    },

    thumbnail: createThumbnails(deps),
  }
}

export type Youtube = ReturnType<typeof createYoutube>
