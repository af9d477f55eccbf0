import { thumbnailSourceUrl } from '@recaps/domain/video-url'
import { AppError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { FetchedImage, Images } from '../../ports/images.ts'
import type { Signer } from '../../ports/signer.ts'
import type { Storage } from '../../ports/storage.ts'
import { readThumbnailLink, type ThumbnailGrant, thumbnailLink } from './thumbnail-link.ts'

export interface ThumbnailsDeps {
  images: Images
  storage: Storage
  clock: Clock
  signer: Signer
}

const forms = [
  { extension: 'jpg', contentType: 'image/jpeg' },
  { extension: 'webp', contentType: 'image/webp' },
  { extension: 'png', contentType: 'image/png' },
  { extension: 'gif', contentType: 'image/gif' },
] as const

const missedForMs = 60_000
const missedAtMost = 1_000

/**
 * Pictures of videos that somebody has a summary of: each is fetched once, then stored. One that YouTube does not have is not
 * requested again for a while, and parallel requests share one fetch.
 */
export function createThumbnails({ images, storage, clock, signer }: ThumbnailsDeps) {
  const looking = new Map<string, Promise<FetchedImage | null>>()
  const missedAt = new Map<string, number>()

  async function stored(name: string): Promise<FetchedImage | null> {
    for (const { extension, contentType } of forms) {
      const bytes = await storage.get(`${name}.${extension}`)
      if (bytes) return { bytes, contentType }
    }
    return null
  }

  async function look(videoId: string): Promise<FetchedImage | null> {
    const name = `thumbnails/${Buffer.from(videoId).toString('hex')}`
    const known = await stored(name)
    if (known) return known
    const image = await images.fetch(thumbnailSourceUrl(videoId))
    if (image)
      await storage.put(`${name}.${forms.find(form => form.contentType === image.contentType)!.extension}`, image.bytes)
    else remember(videoId)
    return image
  }

  function remember(videoId: string): void {
    missedAt.delete(videoId)
    missedAt.set(videoId, clock.now().getTime())
    for (const oldest of missedAt.keys()) if (missedAt.size > missedAtMost) missedAt.delete(oldest)
  }

  const isMissed = (videoId: string): boolean =>
    clock.now().getTime() - (missedAt.get(videoId) ?? Number.NEGATIVE_INFINITY) < missedForMs

  async function storedOrFetched(videoId: string): Promise<FetchedImage | null> {
    if (isMissed(videoId)) return null
    const shared = looking.get(videoId) ?? look(videoId).finally(() => looking.delete(videoId))
    looking.set(videoId, shared)
    return await shared
  }

  return {
    /** The video whose thumbnail this stored file is. */
    videoOf: (name: string): string => Buffer.from(name.replace(/^.*\/|\..*$/g, ''), 'hex').toString(),
    /** The address for users who may know that the video was requested here. */
    addressOf: (videoId: string): string => thumbnailLink({ videoId, isFresh: false }, signer, clock),
    /** The address for other users who entered the video themselves. */
    freshAddressOf: (videoId: string): string => thumbnailLink({ videoId, isFresh: true }, signer, clock),
    grantOf: (link: Parameters<typeof readThumbnailLink>[0]): ThumbnailGrant | null =>
      readThumbnailLink(link, signer, clock),

    /** Throws `not_found` if YouTube has no thumbnail. */
    async picture({ videoId, isFresh }: ThumbnailGrant): Promise<FetchedImage> {
      const image = await (isFresh ? images.fetch(thumbnailSourceUrl(videoId)) : storedOrFetched(videoId))
      if (!image) throw new AppError('not_found')
      return image
    },
  }
}

export type Thumbnails = ReturnType<typeof createThumbnails>
