import { type FixtureChannel, type FixtureVideo, isListed, loadFixtures, type VideoEntry } from '../../fixtures/load.ts'
import {
  createGeneratedChannel,
  createGeneratedVideos,
  createVideoId,
  generatedChannelNumber,
} from './generated-channels.ts'

export type TalkVideo = FixtureVideo & { channel: FixtureChannel; publishedAt: Date }

export type ChannelStatus = 'there' | 'private' | 'deleted'

/** Cache validator of feeds. */
export type Validator = 'etag' | 'last-modified' | 'none'

/** A new video on a channel, made of one of the project's talks. */
export interface Publication {
  channelId: string
  id?: string
  title?: string
  isShort?: boolean
  state?: TalkVideo['state']
  viewCount?: number
  /** Release date (default: now). The video is private until then. */
  at?: Date
}

/** The project's own channels and talks, with dates relative to the start of the fake. */
export interface TalkLibrary {
  startedAt: Date
  now(): Date
  channels: readonly FixtureChannel[]
  /** One of the project's channels, or a generated one. */
  channel(channelId: string): FixtureChannel | undefined
  channelStatuses: Map<string, ChannelStatus>
  validator: Validator
  /** Released videos of the project's channels, newest first. */
  videos: readonly TalkVideo[]
  find(videoId: string): TalkVideo | undefined
  /** Public videos of a channel, newest first. */
  listVideos(channelId: string): TalkVideo[]
  publish(publication: Publication): TalkVideo
}

export interface TalkLibraryConfig {
  startedAt: Date
  clock?: { now(): Date }
  extra?: readonly VideoEntry[]
  /** Release dates by video id; these talks are private until then. */
  releases?: Readonly<Record<string, Date>>
}

const DAY_MS = 86_400_000
/** Id of YouTube's first video, often used as an example; the fake answers it with one of the talks. */
const oldestVideo = 'jNQXAC9IVRw'

export const createTalkLibrary = ({ startedAt, clock, extra = [], releases = {} }: TalkLibraryConfig): TalkLibrary => {
  const { channels, videos: fixtures } = loadFixtures(extra)
  const now = () => clock?.now() ?? new Date()
  const videos: TalkVideo[] = fixtures.map(video => ({
    ...video,
    channel: channels.find(({ id }) => id === video.channelId)!,
    publishedAt: releases[video.id] ?? new Date(startedAt.getTime() - video.publishedDaysAgo * DAY_MS),
  }))
  const talks = videos.filter(isWholeTalk)
  const byId = new Map(videos.map(video => [video.id, video]))
  const generatedVideos = new Map<string, TalkVideo[]>()
  let publishedCount = 0

  const channel = (channelId: string): FixtureChannel | undefined => {
    const number = generatedChannelNumber(channelId)
    return number === null ? channels.find(({ id }) => id === channelId) : createGeneratedChannel(number, channels[0]!)
  }

  const videosOf = (channelId: string): TalkVideo[] => {
    const number = generatedChannelNumber(channelId)
    if (number === null) return videos.filter(video => video.channelId === channelId)
    const generated =
      generatedVideos.get(channelId) ?? createGeneratedVideos(channel(channelId)!, number, talks, startedAt)
    if (!generatedVideos.has(channelId)) for (const video of generated) byId.set(video.id, video)
    generatedVideos.set(channelId, generated)
    return generated
  }

  const isReleased = ({ publishedAt }: TalkVideo): boolean => publishedAt <= now()

  return {
    startedAt,
    now,
    channels,
    channel,
    channelStatuses: new Map(),
    validator: 'etag',
    get videos() {
      return videos.filter(isReleased).toSorted(newestFirst)
    },
    find(videoId) {
      const video = byId.get(videoId) ?? (videoId === oldestVideo ? { ...talks[0]!, id: oldestVideo } : undefined)
      return video && !isReleased(video) ? { ...video, state: { kind: 'private' } } : video
    },
    listVideos: channelId =>
      videosOf(channelId)
        .filter(video => isListed(video) && isReleased(video))
        .toSorted(newestFirst),
    publish({ channelId, id, title, isShort, state, viewCount, at }) {
      const publisher = channel(channelId)
      if (publisher === undefined) throw new RangeError(`The YouTube fake has no channel ${channelId}`)
      const talk = talks[publishedCount++ % talks.length]!
      const video: TalkVideo = {
        ...talk,
        id: id ?? createVideoId(`${startedAt.getTime()}/${channelId}/${publishedCount}`),
        title: title ?? `${talk.title} (${publishedCount})`,
        channelId,
        channel: publisher,
        publishedAt: at ?? now(),
        ...(isShort ? { isShort } : {}),
        ...(state ? { state } : {}),
        ...(viewCount === undefined ? {} : { viewCount }),
      }
      const channelVideos = videosOf(channelId)
      const target = channelVideos === generatedVideos.get(channelId) ? channelVideos : videos
      // A known id replaces the existing video.
      const index = target.findIndex(({ id }) => id === video.id)
      target.splice(index < 0 ? target.length : index, index < 0 ? 0 : 1, video)
      byId.set(video.id, video)
      return video
    },
  }
}

const newestFirst = (one: TalkVideo, other: TalkVideo): number =>
  other.publishedAt.getTime() - one.publishedAt.getTime()

/** A public English talk with captions, of 1 to 60 minutes, without planted sentences. */
const isWholeTalk = ({ state, isShort, durationSeconds, tracks, planted }: FixtureVideo): boolean =>
  state.kind === 'public' &&
  !isShort &&
  durationSeconds > 60 &&
  durationSeconds < 3600 &&
  planted.length === 0 &&
  tracks.some(({ language, isEmpty }) => language.startsWith('en') && !isEmpty)
