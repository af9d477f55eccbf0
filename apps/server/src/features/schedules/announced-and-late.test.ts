import type { Schedule } from '@recaps/contract'
import { madeUpChannelId } from '@recaps/fake-youtube'
import { describe, expect, it } from 'vitest'
import { channelOf, pollLater, pollNow } from '../../../test/followed-channels.ts'
import { silence } from '../../../test/silence.ts'
import { databasesInTurn, type TestUser, useServer } from '../../../test/start-server.ts'
import { eventually } from '../../../test/waiting.ts'

const [minuteMs, hourMs] = [60_000, 3_600_000]
const dayMs = 24 * hourMs
const upcoming = { kind: 'upcoming', startsInHours: 2 } as const
/** Channels with fewer videos than a list has room for. */
const [longStreet, saltAndReason] = ['UCZVkOhUli35ZL3JfE9D-l6A', 'UCYIeKfdLB23dvt6-dCFgRrQ'] as const
const isPublic = { kind: 'public' } as const
const isPrivate = { kind: 'private' } as const

let numbers = 70_000
const newChannel = () => madeUpChannelId(++numbers)

for (const { kind, name, isHere } of databasesInTurn)
  describe.skipIf(!isHere)(`videos announced or hidden before a channel was followed, ${name}`, async () => {
    const test = isHere ? await useServer({ database: kind, ports: { speech: silence } }) : undefined!
    const { fake, clock } = test ?? {}
    type Follower = TestUser & { schedule: Schedule }

    /** Somebody with a confirmed address whose schedule runs when it is asked to. */
    async function follower(ids: string[], filters: object = {}): Promise<Follower> {
      const user = await test.newConfirmedUser()
      const startDateTime = new Date(clock.now().getTime() + 360 * dayMs).toISOString()
      const body = { startDateTime, channelList: ids.map(channelOf), filters }
      const schedule = await user.client.schedules.create({ body })
      await pollNow(test)
      return { ...user, schedule }
    }

    /** Runs the schedule now; gives the ids of all videos that it has brought so far. */
    async function brought(user: Follower): Promise<string[]> {
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
    /** The same video under the same date, in another state. */
    const turn = (video: { id: string; channelId: string; publishedAt: Date }, state: object) =>
      publish(video.channelId, video.publishedAt, { id: video.id, state })

    it.each([
      ['an hour ago', hourMs, newChannel],
      ['a month ago', 30 * dayMs, newChannel],
      ['three months ago', 90 * dayMs, () => saltAndReason],
    ])('brings a premiere that was announced %s once it has begun, and once only', async (_, age, channelFor) => {
      const channel = channelFor()
      const video = await publish(channel, ago(age), { state: upcoming })
      const user = await follower([channel])
      expect(await brought(user)).toEqual([])
      await turn(video, isPublic)
      expect(await brought(user)).toEqual([video.id])
      await pollLater(test, dayMs)
      expect(await brought(user)).toEqual([video.id])
    })

    it('waits for an announced premiere though live streams are wanted, and brings it then', async () => {
      const channel = newChannel()
      const video = await publish(channel, ago(hourMs), { state: upcoming })
      const user = await follower([channel], { skipLive: false })
      expect(await brought(user)).toEqual([])
      await turn(video, isPublic)
      expect(await brought(user)).toEqual([video.id])
    })

    it('brings a scheduled stream when it is over, not while it runs', async () => {
      const channel = newChannel()
      const video = await publish(channel, ago(2 * dayMs), { state: upcoming })
      const user = await follower([channel])
      await turn(video, { kind: 'live', startedMinutesAgo: 1, viewers: 9 })
      expect(await brought(user)).toEqual([])
      await turn(video, isPublic)
      expect(await brought(user)).toEqual([video.id])
    })

    it('brings a premiere that began before the first run', async () => {
      const channel = newChannel()
      const video = await publish(channel, ago(3 * dayMs), { state: upcoming })
      const user = await follower([channel])
      await turn(video, isPublic)
      await pollLater(test, 1.2 * hourMs)
      expect(await brought(user)).toEqual([video.id])
    })

    it('brings no premiere that is cancelled', async () => {
      const channel = newChannel()
      const video = await publish(channel, ago(3 * dayMs), { state: upcoming })
      const user = await follower([channel])
      await turn(video, isPrivate)
      expect(await brought(user)).toEqual([])
      expect(await brought(user)).toEqual([])
    })

    it('does not bring a premiere that had begun before the channel was followed', async () => {
      const channel = newChannel()
      const video = await publish(channel, ago(3 * dayMs), { state: upcoming })
      const first = await follower([channel])
      await turn(video, isPublic)
      await pollLater(test, 1.2 * hourMs)
      clock.advance(hourMs)
      const late = await follower([channel])
      expect(await brought(late)).toEqual([])
      expect(await brought(first)).toEqual([video.id])
    })

    it('takes a video that nobody has watched yet for none that is announced', async () => {
      const channel = newChannel()
      const video = await publish(channel, ago(2 * dayMs), { viewCount: 0 })
      const user = await follower([channel])
      expect(await brought(user)).toEqual([])
      await publish(channel, video.publishedAt, { id: video.id, viewCount: 7 })
      await pollLater(test, 1.2 * hourMs)
      expect(await brought(user)).toEqual([])
    })

    it.each([
      ['a day', dayMs],
      ['twenty days', 20 * dayMs],
    ])('brings a video that was private, and is made public under a date of %s ago', async (_, age) => {
      const channel = newChannel()
      const video = await publish(channel, ago(age), { state: isPrivate })
      const user = await follower([channel])
      expect(await brought(user)).toEqual([])
      await turn(video, isPublic)
      await pollLater(test, 1.2 * hourMs)
      expect(await brought(user)).toEqual([video.id])
      await pollLater(test, 1.2 * hourMs)
      expect(await brought(user)).toEqual([video.id])
    })

    it('brings one under a date of years ago where the channel has few others, however few it may bring', async () => {
      const channel = longStreet
      const user = await follower([channel], { maxPerChannel: 1 })
      expect(await brought(user)).toEqual([])
      const video = await publish(channel, ago(3 * 365 * dayMs))
      await pollLater(test, 1.2 * hourMs)
      expect(await brought(user)).toEqual([video.id])
      // It stays known for as long as it is listed.
      clock.advance(120 * dayMs)
      await test.server.services.polling.housekeeping()
      const later = await follower([channel])
      expect(await brought(later)).toEqual([])
    })

    it('brings it to who follows a channel that others follow, and not to who follows later', async () => {
      const channel = newChannel()
      await follower([channel])
      clock.advance(minuteMs)
      const user = await follower([channel])
      const video = await publish(channel, ago(5 * dayMs))
      await pollLater(test, 1.2 * hourMs)
      clock.advance(minuteMs)
      const late = await follower([channel])
      expect(await brought(user)).toEqual([video.id])
      expect(await brought(late)).toEqual([])
    })

    it('brings nothing of the catalogue at the first follow, nor what slides into the list from below it', async () => {
      const channel = newChannel()
      const newest = await publish(channel, ago(2 * hourMs))
      const old = await publish(channel, ago(50 * dayMs))
      const user = await follower([channel])
      expect(await brought(user)).toEqual([])
      // Fifteen are listed: with one gone, the one below them shows.
      await turn(newest, { kind: 'deleted' })
      await pollLater(test, 1.2 * hourMs)
      expect(await brought(user)).toEqual([])
      await turn(old, isPublic)
      await pollLater(test, 1.2 * hourMs)
      expect(await brought(user)).toEqual([])
    })

    it('brings nothing old when a page or a feed that lists other videos answers in its place', async () => {
      const channel = newChannel()
      await publish(channel, ago(4 * dayMs), { isShort: true })
      const lift = fake.fault(`feed|channel_id=${channel}`, { kind: 'status', status: 404 })
      const user = await follower([channel], { skipShorts: false })
      lift()
      await pollLater(test, 1.2 * hourMs)
      const again = fake.fault(`feed|channel_id=${channel}`, { kind: 'status', status: 404 })
      await pollLater(test, 1.2 * hourMs)
      again()
      await pollLater(test, 1.2 * hourMs)
      expect(await brought(user)).toEqual([])
    })

    it('brings what was made public while the schedule was paused, once it goes on', async () => {
      const channel = newChannel()
      const hidden = await publish(channel, ago(3 * dayMs), { state: isPrivate })
      const user = await follower([channel])
      const params = { id: user.schedule.id }
      await user.client.schedules.pause({ params })
      await pollLater(test, 1.2 * hourMs)
      await turn(hidden, isPublic)
      await pollLater(test, 9 * dayMs)
      await user.client.schedules.resume({ params })
      await pollNow(test)
      expect(await brought(user)).toEqual([hidden.id])
      expect(await brought(user)).toEqual([hidden.id])
    })

    it('brings nothing that came in the meantime to who leaves a channel and follows it again much later', async () => {
      const [channel, other] = [newChannel(), newChannel()]
      const [premiere, hidden] = [
        await publish(channel, ago(3 * dayMs), { state: upcoming }),
        await publish(channel, ago(4 * dayMs), { state: isPrivate }),
      ]
      const user = await follower([channel, other])
      const params = { id: user.schedule.id }
      await user.client.schedules.change({ params, body: { channelList: [channelOf(other)] } })
      await pollLater(test, 1.2 * hourMs)
      await turn(premiere, isPublic)
      await turn(hidden, isPublic)
      await publish(channel, clock.now())
      await pollLater(test, 9 * dayMs)
      await test.server.services.schedules.housekeeping()
      await user.client.schedules.change({ params, body: { channelList: [other, channel].map(channelOf) } })
      await pollNow(test)
      expect(await brought(user)).toEqual([])
      const video = await publish(channel, clock.now())
      expect(await brought(user)).toEqual([video.id])
    })
  })
