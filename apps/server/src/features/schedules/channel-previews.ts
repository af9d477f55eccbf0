import type { ChannelPreview } from '@recaps/contract/schedules'
import { isChannelId } from '@recaps/domain/channel-url'
import type { Db } from '../../database/open.ts'
import type { Clock } from '../../ports/clock.ts'
import { dayMs } from './poll-times.ts'
import type { Polling } from './polling.ts'
import { type ChannelFact, channelFacts, followedAmong, newestVideos } from './states-repository.ts'
import { lookedBackMs, uploadsPerMonth } from './upload-rate.ts'

export interface ChannelPreviewsDeps {
  db: Db
  clock: Clock
  polling: Pick<Polling, 'learn'>
}

const newestShown = 3
/** What was asked longer ago tells nothing of how often a channel uploads now. */
const tellsForMs = 3 * dayMs

/**
 * What somebody wants to know of channels before following them: those that they follow already and, with `ask`, the first few of
 * the others. What is stored of a channel because somebody else follows it is not shown: it would tell that somebody does.
 */
export const createChannelPreviews =
  ({ db, clock, polling }: ChannelPreviewsDeps) =>
  async (userId: number, channelIds: readonly string[], { ask }: { ask: boolean }): Promise<ChannelPreview[]> => {
    const named = [...new Set(channelIds.filter(isChannelId))]
    const visible = new Set(await followedAmong(db, userId, named))
    if (ask) for (const id of await polling.learn(named)) visible.add(id)
    const ids = named.filter(id => visible.has(id))
    const now = clock.now()
    const facts = await channelFacts(db, ids, new Date(now.getTime() - lookedBackMs))
    const open = facts.filter(isShown)
    const videos = await newestVideos(
      db,
      open.map(fact => fact.channel_id),
      newestShown,
    )
    return open.map(fact => ({
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

const isShown = (fact: ChannelFact): boolean => fact.health === 'ok' && fact.blocked_at === null

function perWeek(fact: ChannelFact, now: Date): number | null {
  if (fact.polled_at === null || now.getTime() - fact.polled_at.getTime() > tellsForMs) return null
  const perMonth = uploadsPerMonth(fact, { withShorts: false }, now)
  return perMonth === null ? null : Math.round(((perMonth * 7 * dayMs) / lookedBackMs) * 10) / 10
}
