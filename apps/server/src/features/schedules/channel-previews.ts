import type { ChannelPreview } from '@recaps/contract/schedules'
import { isChannelId } from '@recaps/domain/channel-url'
import type { Db } from '../../database/open.ts'
import type { Clock } from '../../ports/clock.ts'
import { dayMs } from './poll-times.ts'
import type { Polling } from './polling.ts'
import { type ChannelStats, filterFollowed, loadChannelStats, newestVideos } from './schedule-state-repository.ts'
import { uploadsPerMonth, uploadWindowMs } from './upload-rate.ts'

export interface ChannelPreviewsDeps {
  db: Db
  clock: Clock
  polling: Pick<Polling, 'prefetchChannels'>
}

const newestCount = 3
/** An older poll says nothing about how often a channel uploads now. */
const maxPollAgeMs = 3 * dayMs

/**
 * Upload rate and newest videos of channels, shown before a user follows them. Covers channels the user already follows and,
 * with `ask`, fetches the first few others. Stored data about other channels is withheld: it would reveal that another user
 * follows them.
 */
export const createChannelPreviews =
  ({ db, clock, polling }: ChannelPreviewsDeps) =>
  async (userId: number, channelIds: readonly string[], { ask }: { ask: boolean }): Promise<ChannelPreview[]> => {
    const requestedIds = [...new Set(channelIds.filter(isChannelId))]
    const visible = new Set(await filterFollowed(db, userId, requestedIds))
    if (ask) for (const id of await polling.prefetchChannels(requestedIds)) visible.add(id)
    const ids = requestedIds.filter(id => visible.has(id))
    const now = clock.now()
    const facts = await loadChannelStats(db, ids, new Date(now.getTime() - uploadWindowMs))
    const available = facts.filter(isAvailable)
    const videos = await newestVideos(
      db,
      available.map(fact => fact.channel_id),
      newestCount,
    )
    return available.map(fact => ({
      channelId: fact.channel_id,
      videosPerWeek: perWeek(fact, now),
      newest: videos
        .filter(video => video.channel_id === fact.channel_id)
        .map(({ video_id, title, published_at }) => ({
          videoId: video_id,
          title,
          publishedAt: published_at.toISOString(),
        })),
    }))
  }

export type ChannelPreviews = ReturnType<typeof createChannelPreviews>

const isAvailable = (fact: ChannelStats): boolean => fact.health === 'ok' && fact.blocked_at === null

function perWeek(fact: ChannelStats, now: Date): number | null {
  if (fact.polled_at === null || now.getTime() - fact.polled_at.getTime() > maxPollAgeMs) return null
  const perMonth = uploadsPerMonth(fact, { withShorts: false }, now)
  return perMonth === null ? null : Math.round(((perMonth * 7 * dayMs) / uploadWindowMs) * 10) / 10
}
