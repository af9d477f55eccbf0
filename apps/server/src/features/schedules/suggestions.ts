import type { NewVideo } from '@recaps/contract/schedules'
import { toIsoDuration } from '@recaps/domain/duration'
import type { Db } from '../../database/open.ts'
import type { Clock } from '../../ports/clock.ts'
import { findSuggestedVideos } from './schedule-state-repository.ts'

const maxSuggestions = 3
const monthMs = 30 * 24 * 3600_000

/** Suggests videos to summarize: the newest ones of the followed channels, from stored uploads only (no request to YouTube). */
export const createSuggestions =
  ({ db, clock }: { db: Db; clock: Clock }) =>
  async (userId: number): Promise<NewVideo[]> =>
    (await findSuggestedVideos(db, userId, new Date(clock.now().getTime() - monthMs), maxSuggestions)).map(video => ({
      videoId: video.video_id,
      title: video.title,
      channelId: video.channel_id,
      channel: video.channel,
      publishedAt: video.published_at.toISOString(),
      duration: video.duration_ms === null ? null : toIsoDuration(video.duration_ms),
    }))

export type Suggestions = ReturnType<typeof createSuggestions>
