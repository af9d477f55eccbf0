import type { GaplessUploads, Upload } from '../../ports/uploads.ts'
import { dayMs } from './poll-times.ts'

/** A channel's uploads as listed at `at`. `videoIds`, newest first, also contains ids of earlier lists. */
export interface ListSnapshot extends GaplessUploads {
  at: Date
}

const maxRememberedIds = 100
const longGapMs = dayMs

/**
 * Ids of uploads that are dated before the previous list but were missing from it, because they were private or unlisted then.
 * Old uploads that reappear because newer ones were deleted don't count: they are older than everything listed before.
 */
export function findMadePublicLate(
  before: ListSnapshot | null,
  uploads: readonly Upload[],
  gapless?: GaplessUploads,
): Set<string> {
  if (!before || !gapless) return new Set()
  const known = new Set(before.videoIds)
  const listed = uploads.filter(({ videoId }) => gapless.videoIds.includes(videoId))
  const oldest = Math.min(
    ...listed.filter(({ videoId }) => known.has(videoId)).map(({ publishedAt }) => publishedAt.getTime()),
  )
  const from = before.isAll ? Number.NEGATIVE_INFINITY : oldest
  // Feeds round dates down to seconds.
  const until = Math.floor(before.at.getTime() / 1000) * 1000
  const isLate = ({ videoId, publishedAt }: Upload) =>
    !known.has(videoId) && publishedAt.getTime() > from && publishedAt.getTime() < until
  return new Set(listed.filter(isLate).map(({ videoId }) => videoId))
}

/** The list to store for the next comparison; null if this one may have gaps. */
export const nextListSnapshot = (
  before: ListSnapshot | null,
  gapless: GaplessUploads | undefined,
): GaplessUploads | null =>
  // An empty list looks like a fault of YouTube: once stored, it would make every later upload look new.
  gapless && gapless.videoIds.length > 0
    ? {
        videoIds: [...new Set([...gapless.videoIds, ...(before?.videoIds ?? [])])].slice(0, maxRememberedIds),
        isAll: gapless.isAll,
      }
    : null

/**
 * Since when a video counts as watchable if it has become so since the previous list: since now. After a long gap between the
 * lists the exact time is unknown, so the previous list's time is used, and users who followed later don't get an old video.
 */
export const watchableSince = (before: ListSnapshot | null, now: Date): Date =>
  before && now.getTime() - before.at.getTime() > longGapMs ? before.at : now
