import { type FixtureChannel, type FixtureVideo, isListed, loadFixtures, type VideoEntry } from '../../fixtures/load.ts'

export type TalkVideo = FixtureVideo & { channel: FixtureChannel; publishedAt: Date }

/** The project's own channels and talks, with dates counted back from the instant the twin was started. */
export interface Shelf {
  startedAt: Date
  channels: readonly FixtureChannel[]
  /** All of them, newest first. */
  videos: readonly TalkVideo[]
  find(videoId: string): TalkVideo | undefined
  /** What a channel shows, newest first. */
  listed(channelId: string): TalkVideo[]
}

const DAY_MS = 86_400_000

export const openShelf = (startedAt: Date, extra: readonly VideoEntry[] = []): Shelf => {
  const { channels, videos: fixtures } = loadFixtures(extra)
  const videos = fixtures.map(video => ({
    ...video,
    channel: channels.find(({ id }) => id === video.channelId)!,
    publishedAt: new Date(startedAt.getTime() - video.publishedDaysAgo * DAY_MS),
  }))
  const byId = new Map(videos.map(video => [video.id, video]))
  return {
    startedAt,
    channels,
    videos,
    find: videoId => byId.get(videoId),
    listed: channelId => videos.filter(video => video.channelId === channelId && isListed(video)),
  }
}
