import { type FixtureChannel, type FixtureVideo, isListed, loadFixtures, type VideoEntry } from '../../fixtures/load.ts'
import { madeUpChannel, madeUpVideos, numberOfChannel, videoIdOf } from './made-up.ts'

export type TalkVideo = FixtureVideo & { channel: FixtureChannel; publishedAt: Date }

/** What the page of a channel says. */
export type Standing = 'there' | 'private' | 'deleted'

/** What the feed gives to be asked again by. */
export type Validator = 'etag' | 'last-modified' | 'none'

/** A new video on a channel, made of one of the project's talks. */
export interface Publication {
  channelId: string
  id?: string
  title?: string
  isShort?: boolean
  state?: TalkVideo['state']
  viewCount?: number
  /** When it comes out; now unless told otherwise. Until then nobody sees it. */
  at?: Date
}

/** The project's own channels and talks, with dates counted back from the instant the fake was started. */
export interface Shelf {
  startedAt: Date
  now(): Date
  channels: readonly FixtureChannel[]
  /** A channel of the project's, or one that is made up of a number. */
  channel(channelId: string): FixtureChannel | undefined
  standings: Map<string, Standing>
  validator: Validator
  /** All of the project's channels, newest first. */
  videos: readonly TalkVideo[]
  find(videoId: string): TalkVideo | undefined
  /** What a channel shows, newest first. */
  listed(channelId: string): TalkVideo[]
  publish(publication: Publication): TalkVideo
}

export interface ShelfConfig {
  startedAt: Date
  clock?: { now(): Date }
  extra?: readonly VideoEntry[]
  /** Talks that are held back until an instant. */
  releases?: Readonly<Record<string, Date>>
}

const DAY_MS = 86_400_000
/** The oldest video of YouTube, which everybody knows; here it is one of the talks. */
const oldestVideo = 'jNQXAC9IVRw'

export const openShelf = ({ startedAt, clock, extra = [], releases = {} }: ShelfConfig): Shelf => {
  const { channels, videos: fixtures } = loadFixtures(extra)
  const now = () => clock?.now() ?? new Date()
  const videos: TalkVideo[] = fixtures.map(video => ({
    ...video,
    channel: channels.find(({ id }) => id === video.channelId)!,
    publishedAt: releases[video.id] ?? new Date(startedAt.getTime() - video.publishedDaysAgo * DAY_MS),
  }))
  const talks = videos.filter(isWholeTalk)
  const byId = new Map(videos.map(video => [video.id, video]))
  const madeUp = new Map<string, TalkVideo[]>()
  let published = 0

  const channel = (channelId: string): FixtureChannel | undefined => {
    const number = numberOfChannel(channelId)
    return number === null ? channels.find(({ id }) => id === channelId) : madeUpChannel(number, channels[0]!)
  }

  const videosOf = (channelId: string): TalkVideo[] => {
    const number = numberOfChannel(channelId)
    if (number === null) return videos.filter(video => video.channelId === channelId)
    const known = madeUp.get(channelId) ?? madeUpVideos(channel(channelId)!, number, talks, startedAt)
    if (!madeUp.has(channelId)) for (const video of known) byId.set(video.id, video)
    madeUp.set(channelId, known)
    return known
  }

  const isOut = ({ publishedAt }: TalkVideo): boolean => publishedAt <= now()

  return {
    startedAt,
    now,
    channels,
    channel,
    standings: new Map(),
    validator: 'etag',
    get videos() {
      return videos.filter(isOut).toSorted(newestFirst)
    },
    find(videoId) {
      const video = byId.get(videoId) ?? (videoId === oldestVideo ? { ...talks[0]!, id: oldestVideo } : undefined)
      return video && !isOut(video) ? { ...video, state: { kind: 'private' } } : video
    },
    listed: channelId =>
      videosOf(channelId)
        .filter(video => isListed(video) && isOut(video))
        .toSorted(newestFirst),
    publish({ channelId, id, title, isShort, state, viewCount, at }) {
      const on = channel(channelId)
      if (on === undefined) throw new RangeError(`The fake has no channel ${channelId}`)
      const talk = talks[published++ % talks.length]!
      const video: TalkVideo = {
        ...talk,
        id: id ?? videoIdOf(`${startedAt.getTime()}/${channelId}/${published}`),
        title: title ?? `${talk.title} (${published})`,
        channelId,
        channel: on,
        publishedAt: at ?? now(),
        ...(isShort ? { isShort } : {}),
        ...(state ? { state } : {}),
        ...(viewCount === undefined ? {} : { viewCount }),
      }
      const own = videosOf(channelId)
      const shelf = own === madeUp.get(channelId) ? own : videos
      // Under an id that is there already it is the same video, told anew.
      const known = shelf.findIndex(one => one.id === video.id)
      shelf.splice(known < 0 ? shelf.length : known, known < 0 ? 0 : 1, video)
      byId.set(video.id, video)
      return video
    },
  }
}

const newestFirst = (one: TalkVideo, other: TalkVideo): number =>
  other.publishedAt.getTime() - one.publishedAt.getTime()

/** In English, of more than a minute, and nothing in its way. */
const isWholeTalk = ({ state, isShort, durationSeconds, tracks, planted }: FixtureVideo): boolean =>
  state.kind === 'public' &&
  !isShort &&
  durationSeconds > 60 &&
  durationSeconds < 3600 &&
  planted.length === 0 &&
  tracks.some(({ language, isEmpty }) => language.startsWith('en') && !isEmpty)
