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

const missingForMs = 60_000
const maxMissing = 1_000

/**
 * Thumbnails of videos that have a summary here. Each is fetched once, then stored. A missing one is not requested again for
 * a while, and concurrent requests share one fetch.
 */
export function createThumbnails({ images, storage, clock, signer }: ThumbnailsDeps) {
  const pending = new Map<string, Promise<FetchedImage | null>>()
  const missingSince = new Map<string, number>()

  async function stored(name: string): Promise<FetchedImage | null> {
    for (const { extension, contentType } of forms) {
      const bytes = await storage.get(`${name}.${extension}`)
      if (bytes) return { bytes, contentType }
    }
    return null
  }

  async function load(videoId: string): Promise<FetchedImage | null> {
    const name = `thumbnails/${Buffer.from(videoId).toString('hex')}`
    const existing = await stored(name)
    if (existing) return existing
    const image = await images.fetch(thumbnailSourceUrl(videoId))
    if (image)
      await storage.put(`${name}.${forms.find(form => form.contentType === image.contentType)!.extension}`, image.bytes)
    else rememberMissing(videoId)
    return image
  }

  function rememberMissing(videoId: string): void {
    missingSince.delete(videoId)
    missingSince.set(videoId, clock.now().getTime())
    for (const oldest of missingSince.keys()) if (missingSince.size > maxMissing) missingSince.delete(oldest)
  }

  const isMissing = (videoId: string): boolean =>
    clock.now().getTime() - (missingSince.get(videoId) ?? Number.NEGATIVE_INFINITY) < missingForMs

  async function storedOrFetched(videoId: string): Promise<FetchedImage | null> {
    if (isMissing(videoId)) return null
    const shared = pending.get(videoId) ?? load(videoId).finally(() => pending.delete(videoId))
    pending.set(videoId, shared)
    return await shared
  }

  return {
    /** The id of the video that this stored thumbnail belongs to. */
    videoOf: (name: string): string => Buffer.from(name.replace(/^.*\/|\..*$/g, ''), 'hex').toString(),
    /** Thumbnail URL for users who may know that the video was requested here. */
    addressOf: (videoId: string): string => thumbnailLink({ videoId, isFresh: false }, signer, clock),
    /** Thumbnail URL for other users, who entered the video themselves. */
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
