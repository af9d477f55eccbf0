import type { Schedule } from '@recaps/contract'
import { generatedChannelId } from '@recaps/fake-youtube'
import { describe, expect, it } from 'vitest'
import { channelToFollow, pollLater, pollNow } from '../../../test/followed-channels.ts'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { type TestUser, useServer, usualDatabases } from '../../../test/start-server.ts'
import { eventually } from '../../../test/wait-for.ts'

const [minuteMs, hourMs] = [60_000, 3_600_000]
const dayMs = 24 * hourMs
const upcoming = { kind: 'upcoming', startsInHours: 2 } as const
/** Channels with fewer videos than a feed can list. */
const [longStreet, saltAndReason] = ['UCZVkOhUli35ZL3JfE9D-l6A', 'UCYIeKfdLB23dvt6-dCFgRrQ'] as const
const isPublic = { kind: 'public' } as const
const isPrivate = { kind: 'private' } as const

let numbers = 70_000
const newChannel = () => generatedChannelId(++numbers)

for (const { kind, name, isAvailable } of usualDatabases)
  describe.skipIf(!isAvailable)(`videos announced or hidden before a channel was followed, ${name}`, async () => {
    const test = isAvailable ? await useServer({ database: kind, ports: { speech: silentSpeech } }) : undefined!
    const { fake, clock } = test ?? {}
    type Follower = TestUser & { schedule: Schedule }

    /** A user with a confirmed address whose schedule only runs on request. */
    async function follower(ids: string[], filters: object = {}): Promise<Follower> {
      const user = await test.newConfirmedUser()
      const startDateTime = new Date(clock.now().getTime() + 360 * dayMs).toISOString()
      const body = { startDateTime, channelList: ids.map(channelToFollow), filters }
      const schedule = await user.client.schedules.create({ body })
      await pollNow(test)
      return { ...user, schedule }
    }

    /** Runs the schedule now and returns the ids of all videos it has summarized so far. */
    async function runAndListVideos(user: Follower): Promise<string[]> {
      const params = { id: user.schedule.id }
      const runs = async () => (await user.client.schedules.runs({ params })).data
      const before = (await runs())[0]?.id ?? 0
      clock.advance(2 * minuteMs)
      await user.client.schedules.run({ params })
      await eventually(runs, ([run]) => run !== undefined && run.id > before && run.state === 'ended', 55_000)
      const { data } = await user.client.summaries.list({ query: { origin: 'schedule' } })
      return data.map(({ videoInfo }) => videoInfo.videoId)
    }

    const ago = (ms: number) => new Date(clock.now().getTime() - ms)
    const publish = async (channelId: string, at: Date, more: object = {}) =>
      (await fake.publish({ channelId, at, ...more }))[0]!
    /** Publishes a video again with the same date, in another state. */
    const setState = (video: { id: string; channelId: string; publishedAt: Date }, state: object) =>
      publish(video.channelId, video.publishedAt, { id: video.id, state })

    it.each([
      ['an hour ago', hourMs, newChannel],
      ['a month ago', 30 * dayMs, newChannel],
      ['three months ago', 90 * dayMs, () => saltAndReason],
    ])('a run includes a premiere announced %s only once, after it has started', async (_, age, channelFor) => {
      const channel = channelFor()
      const video = await publish(channel, ago(age), { state: upcoming })
      const user = await follower([channel])
      expect(await runAndListVideos(user)).toEqual([])
      await setState(video, isPublic)
      expect(await runAndListVideos(user)).toEqual([video.id])
      await pollLater(test, dayMs)
      expect(await runAndListVideos(user)).toEqual([video.id])
    })

    it('a run includes an announced premiere only after it has started, even if the schedule includes live streams', async () => {
      const channel = newChannel()
      const video = await publish(channel, ago(hourMs), { state: upcoming })
      const user = await follower([channel], { skipLive: false })
      expect(await runAndListVideos(user)).toEqual([])
      await setState(video, isPublic)
      expect(await runAndListVideos(user)).toEqual([video.id])
    })

    it('a run includes a scheduled live stream after it has ended, not while it is live', async () => {
      const channel = newChannel()
      const video = await publish(channel, ago(2 * dayMs), { state: upcoming })
      const user = await follower([channel])
      await setState(video, { kind: 'live', startedMinutesAgo: 1, viewers: 9 })
      expect(await runAndListVideos(user)).toEqual([])
      await setState(video, isPublic)
      expect(await runAndListVideos(user)).toEqual([video.id])
    })

    it('the first run includes a premiere that has started since the channel was followed', async () => {
      const channel = newChannel()
      const video = await publish(channel, ago(3 * dayMs), { state: upcoming })
      const user = await follower([channel])
      await setState(video, isPublic)
      await pollLater(test, 1.2 * hourMs)
      expect(await runAndListVideos(user)).toEqual([video.id])
    })

    it('a run never includes a cancelled premiere', async () => {
      const channel = newChannel()
      const video = await publish(channel, ago(3 * dayMs), { state: upcoming })
      const user = await follower([channel])
      await setState(video, isPrivate)
      expect(await runAndListVideos(user)).toEqual([])
      expect(await runAndListVideos(user)).toEqual([])
    })

    it('a run skips a premiere that started before the user followed the channel', async () => {
      const channel = newChannel()
      const video = await publish(channel, ago(3 * dayMs), { state: upcoming })
      const first = await follower([channel])
      await setState(video, isPublic)
      await pollLater(test, 1.2 * hourMs)
      clock.advance(hourMs)
      const late = await follower([channel])
      expect(await runAndListVideos(late)).toEqual([])
      expect(await runAndListVideos(first)).toEqual([video.id])
    })

    it('a published video without views is not treated as an announced premiere', async () => {
      const channel = newChannel()
      const video = await publish(channel, ago(2 * dayMs), { viewCount: 0 })
      const user = await follower([channel])
      expect(await runAndListVideos(user)).toEqual([])
      await publish(channel, video.publishedAt, { id: video.id, viewCount: 7 })
      await pollLater(test, 1.2 * hourMs)
      expect(await runAndListVideos(user)).toEqual([])
    })

    it.each([
      ['a day', dayMs],
      ['twenty days', 20 * dayMs],
    ])('a run includes a private video that becomes public with a date of %s ago', async (_, age) => {
      const channel = newChannel()
      const video = await publish(channel, ago(age), { state: isPrivate })
      const user = await follower([channel])
      expect(await runAndListVideos(user)).toEqual([])
      await setState(video, isPublic)
      await pollLater(test, 1.2 * hourMs)
      expect(await runAndListVideos(user)).toEqual([video.id])
      await pollLater(test, 1.2 * hourMs)
      expect(await runAndListVideos(user)).toEqual([video.id])
    })

    it('a run includes a hidden video dated years ago on a channel with few videos, even if limited to one video per channel', async () => {
      const channel = longStreet
      const user = await follower([channel], { maxPerChannel: 1 })
      expect(await runAndListVideos(user)).toEqual([])
      const video = await publish(channel, ago(3 * 365 * dayMs))
      await pollLater(test, 1.2 * hourMs)
      expect(await runAndListVideos(user)).toEqual([video.id])
      // It stays stored for as long as it is listed.
      clock.advance(120 * dayMs)
      await test.server.services.polling.housekeeping()
      const later = await follower([channel])
      expect(await runAndListVideos(later)).toEqual([])
    })

    it('a video made public late is included for users who already follow the channel, but not for later followers', async () => {
      const channel = newChannel()
      await follower([channel])
      clock.advance(minuteMs)
      const user = await follower([channel])
      const video = await publish(channel, ago(5 * dayMs))
      await pollLater(test, 1.2 * hourMs)
      clock.advance(minuteMs)
      const late = await follower([channel])
      expect(await runAndListVideos(user)).toEqual([video.id])
      expect(await runAndListVideos(late)).toEqual([])
    })

    it('a run skips old videos of a newly followed channel, even when they move up the list after a deletion', async () => {
      const channel = newChannel()
      const newest = await publish(channel, ago(2 * hourMs))
      const old = await publish(channel, ago(50 * dayMs))
      const user = await follower([channel])
      expect(await runAndListVideos(user)).toEqual([])
      // The feed lists fifteen videos: after a deletion the next older one appears.
      await setState(newest, { kind: 'deleted' })
      await pollLater(test, 1.2 * hourMs)
      expect(await runAndListVideos(user)).toEqual([])
      await setState(old, isPublic)
      await pollLater(test, 1.2 * hourMs)
      expect(await runAndListVideos(user)).toEqual([])
    })

    it('a run skips old videos when a channel page that lists other videos replaces the feed for a while', async () => {
      const channel = newChannel()
      await publish(channel, ago(4 * dayMs), { isShort: true })
      const clearFault = fake.fault(`feed|channel_id=${channel}`, { kind: 'status', status: 404 })
      const user = await follower([channel], { skipShorts: false })
      clearFault()
      await pollLater(test, 1.2 * hourMs)
      const clearSecondFault = fake.fault(`feed|channel_id=${channel}`, { kind: 'status', status: 404 })
      await pollLater(test, 1.2 * hourMs)
      clearSecondFault()
      await pollLater(test, 1.2 * hourMs)
      expect(await runAndListVideos(user)).toEqual([])
    })

    it('a resumed schedule includes a video that became public while it was paused', async () => {
      const channel = newChannel()
      const hidden = await publish(channel, ago(3 * dayMs), { state: isPrivate })
      const user = await follower([channel])
      const params = { id: user.schedule.id }
      await user.client.schedules.pause({ params })
      await pollLater(test, 1.2 * hourMs)
      await setState(hidden, isPublic)
      await pollLater(test, 9 * dayMs)
      await user.client.schedules.resume({ params })
      await pollNow(test)
      expect(await runAndListVideos(user)).toEqual([hidden.id])
      expect(await runAndListVideos(user)).toEqual([hidden.id])
    })

    it('a user who follows a channel again much later gets no videos from the time in between', async () => {
      const [channel, other] = [newChannel(), newChannel()]
      const [premiere, hidden] = [
        await publish(channel, ago(3 * dayMs), { state: upcoming }),
        await publish(channel, ago(4 * dayMs), { state: isPrivate }),
      ]
      const user = await follower([channel, other])
      const params = { id: user.schedule.id }
      await user.client.schedules.change({ params, body: { channelList: [channelToFollow(other)] } })
      await pollLater(test, 1.2 * hourMs)
      await setState(premiere, isPublic)
      await setState(hidden, isPublic)
      await publish(channel, clock.now())
      await pollLater(test, 9 * dayMs)
      await test.server.services.schedules.housekeeping()
      await user.client.schedules.change({ params, body: { channelList: [other, channel].map(channelToFollow) } })
      await pollNow(test)
      expect(await runAndListVideos(user)).toEqual([])
      const video = await publish(channel, clock.now())
      expect(await runAndListVideos(user)).toEqual([video.id])
    })
  })
