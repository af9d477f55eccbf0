import { AppError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { FetchedImage, Images } from '../../ports/images.ts'
import type { Storage } from '../../ports/storage.ts'

export interface ThumbnailsDeps {
  images: Images
  storage: Storage
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

const missedForMs = 60_000
const missedAtMost = 1_000

/**
 * The picture of a video somebody has a summary of: fetched once, then ours. Anybody may ask, signed in or not, so one that
 * is not there is not looked for again for a while, and those who ask at the same time share one look.
 */
export function createThumbnails({ images, storage, clock, isKnownVideo }: ThumbnailsDeps) {
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
    if (known || !(await isKnownVideo(videoId))) return known
    const image = await images.fetch(`https://i.ytimg.com/vi/${videoId}/hqdefault.jpg`)
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

  return async (videoId: string): Promise<FetchedImage> => {
    if (isMissed(videoId)) throw new AppError('not_found')
    const shared = looking.get(videoId) ?? look(videoId).finally(() => looking.delete(videoId))
    looking.set(videoId, shared)
    const image = await shared
    if (!image) throw new AppError('not_found')
    return image
  }
}
