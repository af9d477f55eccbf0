import type { Db } from '../../database/open.ts'
import type { Trx } from '../../jobs/queue.ts'

export const findHiddenChannels = (db: Db | Trx, userId: number) =>
  db
    .selectFrom('hidden_channels')
    .select(['channel_id', 'channel', 'hidden_at'])
    .where('user_id', '=', userId)
    .orderBy('hidden_at', 'desc')
    .orderBy('channel_id')
    .execute()

/** The name of a channel with a popular summary; undefined for any other channel, whether it is known here or not. */
export const findPopularChannel = async (db: Db | Trx, channelId: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom('popular_standings')
    .innerJoin('recaps', 'recaps.id', 'popular_standings.recap_id')
    .innerJoin('videos', 'videos.video_id', 'recaps.video_id')
    .select('videos.channel')
    .where('popular_standings.channel_id', '=', channelId)
    .where('popular_standings.timeframe', '=', 'all')
    .orderBy('popular_standings.recap_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.channel
}

export const insertHiddenChannel = (
  trx: Trx,
  { userId, channelId, channel, now }: { userId: number; channelId: string; channel: string; now: Date },
) =>
  trx
    .insertInto('hidden_channels')
    .values({ user_id: userId, channel_id: channelId, channel, hidden_at: now })
    .execute()

export const deleteHiddenChannel = (db: Db, userId: number, channelId: string) =>
  db.deleteFrom('hidden_channels').where('user_id', '=', userId).where('channel_id', '=', channelId).execute()

export const deleteUserHiddenChannels = (trx: Trx, userId: number) =>
  trx.deleteFrom('hidden_channels').where('user_id', '=', userId).execute()
