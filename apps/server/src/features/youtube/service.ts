import type { SearchResponse } from '@recaps/contract/youtube'
import { AppError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { FetchedImage, Images } from '../../ports/images.ts'
import type { Signer } from '../../ports/signer.ts'
import type { Storage } from '../../ports/storage.ts'
import type { SearchPage, YoutubeSearch } from '../../ports/youtube-search.ts'
import { openToken, sealToken } from './page-token.ts'

export interface YoutubeDeps {
  search: YoutubeSearch
  images: Images
  storage: Storage
  signer: Signer
  clock: Clock
  /** Whether anybody asked for this video: pictures of others are not fetched for strangers. */
  isKnownVideo(videoId: string): Promise<boolean>
}

const forms = [
  { extension: 'jpg', contentType: 'image/jpeg' },
  { extension: 'webp', contentType: 'image/webp' },
  { extension: 'png', contentType: 'image/png' },
  { extension: 'gif', contentType: 'image/gif' },
] as const

export function createYoutube({ search, images, storage, signer, clock, isKnownVideo }: YoutubeDeps) {
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

    /** A picture of a search result. Every refusal is the same 404, so that nothing is learnt by probing. */
    async proxied(url: string): Promise<FetchedImage> {
      const image = await images.fetch(url)
      if (!image) throw new AppError('not_found')
      return image
    },

    /** The picture of a video somebody has a summary of: fetched once, then ours. */
    async thumbnail(videoId: string): Promise<FetchedImage> {
      const name = `thumbnails/${Buffer.from(videoId).toString('hex')}`
      for (const { extension, contentType } of forms) {
        const bytes = await storage.get(`${name}.${extension}`)
        if (bytes) return { bytes, contentType }
      }
      if (!(await isKnownVideo(videoId))) throw new AppError('not_found')
      const image = await images.fetch(`https://i.ytimg.com/vi/${videoId}/hqdefault.jpg`)
      if (!image) throw new AppError('not_found')
      await storage.put(`${name}.${forms.find(form => form.contentType === image.contentType)!.extension}`, image.bytes)
      return image
    },
  }
}

export type Youtube = ReturnType<typeof createYoutube>
