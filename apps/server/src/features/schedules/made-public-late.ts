import type { Gapless, Upload } from '../../ports/uploads.ts'
import { dayMs } from './poll-times.ts'

/** What a channel showed at an instant: `videoIds` are remembered beyond that list, newest first. */
export interface Listed extends Gapless {
  at: Date
}

const rememberedIds = 100
const longSilenceMs = dayMs

/**
 * The ids of those uploads that were not public when the channel was listed before, though they are older than that: they were
 * private or unlisted then. What only slides into the list because others were deleted stands below all that was listed.
 */
export function madePublicLate(before: Listed | null, uploads: readonly Upload[], gapless?: Gapless): Set<string> {
  if (!before || !gapless) return new Set()
  const known = new Set(before.videoIds)
  const listed = uploads.filter(({ videoId }) => gapless.videoIds.includes(videoId))
  const oldest = Math.min(
    ...listed.filter(({ videoId }) => known.has(videoId)).map(({ publishedAt }) => publishedAt.getTime()),
  )
  const from = before.isAll ? Number.NEGATIVE_INFINITY : oldest
  // Feeds tell whole seconds.
  const until = Math.floor(before.at.getTime() / 1000) * 1000
  const isLate = ({ videoId, publishedAt }: Upload) =>
    !known.has(videoId) && publishedAt.getTime() > from && publishedAt.getTime() < until
  return new Set(listed.filter(isLate).map(({ videoId }) => videoId))
}

/** What is to be remembered of a list; null where it says nothing about what is not in it. */
export const listedAfter = (before: Listed | null, gapless: Gapless | undefined): Gapless | null =>
  // An empty list is what a fault of YouTube's looks like: what comes after it would all be new.
  gapless && gapless.videoIds.length > 0
    ? {
        videoIds: [...new Set([...gapless.videoIds, ...(before?.videoIds ?? [])])].slice(0, rememberedIds),
        isAll: gapless.isAll,
      }
    : null

/**
 * Since when a video that is seen as watchable now, and was not at the list before, counts as watchable: since now. After a
 * long silence nobody knows, and what may be old is no news to who follows the channel only now.
 */
export const watchableSince = (before: Listed | null, now: Date): Date =>
  before && now.getTime() - before.at.getTime() > longSilenceMs ? before.at : now
