import { generatedChannelId } from '@recaps/fake-youtube'
import { describe, expect, inject, it } from 'vitest'
import { fetchChannelRow, follow, pollLater, pollNow } from '../../../test/followed-channels.ts'
import { createDatabaseOn } from '../../../test/postgres.ts'
import { startServer, type TestServer, useServer, usualDatabases } from '../../../test/start-server.ts'
import { eventually } from '../../../test/wait-for.ts'
import { createSupport, type Support } from '../support/service.ts'

const hourMs = 3600_000
const dayMs = 24 * hourMs

const videosOf = (test: TestServer, id: string) =>
  test.server.services.database.db
    .selectFrom('channel_videos')
    .selectAll()
    .where('channel_id', '=', id)
    .orderBy('published_at', 'desc')
    .execute()

const feedRequests = ({ fake }: TestServer, ...ids: string[]) =>
  fake.requests.filter(key => ids.some(id => key === `feed|channel_id=${id}`)).length

/** Runs a support action like the support command does, on the server's database. */
async function withSupport(test: TestServer, act: (support: Support) => Promise<unknown>): Promise<void> {
  const { database, users, subscriptions, schedules, notifications } = test.server.services
  await act(createSupport({ db: database.db, clock: test.clock, users, subscriptions, schedules, notifications }))
}

async function pollAndGetRow(test: TestServer, id: string) {
  await pollNow(test)
  return await fetchChannelRow(test, id)
}

let numbers = 0
const newChannel = () => generatedChannelId(++numbers)

for (const { kind, name, isAvailable } of usualDatabases)
  describe.skipIf(!isAvailable)(`a followed channel, ${name}`, async () => {
    const test = await useServer({ database: isAvailable ? kind : 'embedded' })

    it('a channel is polled once for all of its followers, and its uploads are stored', async () => {
      const id = newChannel()
      const users = await Promise.all(Array.from({ length: 5 }, () => test.newUser()))
      await Promise.all(users.map(user => follow(user, id)))
      const row = await pollAndGetRow(test, id)
      await test.server.services.polling.pollDue()
      expect(feedRequests(test, id)).toBe(1)
      expect(row).toMatchObject({ title: `Made-up channel ${numbers}`, health: 'ok', failures: 0, failed_with: null })
      expect(row.first_polled_at).toEqual(row.polled_at)
      expect(await videosOf(test, id)).toHaveLength(15)
    })

    it('a channel is polled again after an hour, give or take 10 %, and an unchanged feed is not downloaded again', async () => {
      const id = newChannel()
      await follow(await test.newUser(), id)
      const row = await pollAndGetRow(test, id)
      const pauseMs = row.next_poll_at!.getTime() - row.polled_at!.getTime()
      expect(pauseMs).toBeGreaterThanOrEqual(0.9 * hourMs)
      expect(pauseMs).toBeLessThanOrEqual(1.1 * hourMs)
      await pollLater(test, 0.85 * hourMs)
      expect(feedRequests(test, id)).toBe(1)
      const before = test.fake.unchanged
      await pollLater(test, 0.3 * hourMs)
      expect([feedRequests(test, id), test.fake.unchanged - before]).toEqual([2, expect.any(Number)])
      expect(test.fake.unchanged).toBeGreaterThan(before)
      const after = await fetchChannelRow(test, id)
      expect(after.polled_at!.getTime()).toBeGreaterThan(row.polled_at!.getTime())
      const rest = { polled_at: null, next_poll_at: null, listed_at: null }
      expect({ ...after, ...rest }).toEqual({ ...row, ...rest })
    })

    it('a poll stores each new upload once and updates a changed title', async () => {
      const id = newChannel()
      await follow(await test.newUser(), id)
      await pollAndGetRow(test, id)
      const [video] = await test.fake.publish({ channelId: id, title: 'New today', isShort: true })
      await pollLater(test, 1.2 * hourMs)
      expect((await videosOf(test, id))[0]).toMatchObject({ video_id: video!.id, title: 'New today', kind: 'short' })
      await test.fake.publish({ channelId: id, id: video!.id, title: 'Renamed', at: video!.publishedAt })
      await pollLater(test, 1.2 * hourMs)
      const videos = await videosOf(test, id)
      expect(videos[0]).toMatchObject({ video_id: video!.id, title: 'Renamed', kind: 'short' })
      expect(videos).toHaveLength(16)
    })

    it('a poll ignores uploads older than 60 days, and housekeeping deletes those older than 100 days', async () => {
      const id = newChannel()
      const daysAgo = (days: number) => new Date(test.clock.now().getTime() - days * dayMs)
      await test.fake.publish({ channelId: id, title: 'Old', at: daysAgo(61) }, { channelId: id, at: daysAgo(59) })
      await follow(await test.newUser(), id)
      await pollAndGetRow(test, id)
      expect((await videosOf(test, id)).map(({ title }) => title)).not.toContain('Old')
      test.clock.advance(45 * dayMs)
      await test.server.services.polling.housekeeping()
      const oldest = (await videosOf(test, id)).at(-1)!
      expect(test.clock.now().getTime() - oldest.published_at.getTime()).toBeLessThan(100 * dayMs)
      expect(await videosOf(test, id)).not.toHaveLength(0)
    })

    it('a channel without followers is not polled until it is followed again', async () => {
      const id = newChannel()
      const user = await test.newUser()
      const schedule = await follow(user, id)
      await pollAndGetRow(test, id)
      await user.client.schedules.change({ params: { id: schedule }, body: { disabled: true } })
      await pollLater(test, 1.2 * hourMs)
      expect(feedRequests(test, id)).toBe(1)
      expect(await fetchChannelRow(test, id)).toMatchObject({ next_poll_at: null, poll_begun_at: null })
      await user.client.schedules.change({ params: { id: schedule }, body: { disabled: false } })
      await pollAndGetRow(test, id)
      expect(feedRequests(test, id)).toBe(2)
      await user.client.schedules.delete({ params: { id: schedule } })
      await pollLater(test, 1.2 * hourMs)
      expect((await fetchChannelRow(test, id)).next_poll_at).toBeNull()
    })

    it('a blocked channel is not polled, not even for a run or a preview, until it is unblocked', async () => {
      const id = newChannel()
      const user = await test.newUser()
      const schedule = await follow(user, id)
      await pollAndGetRow(test, id)
      await withSupport(test, support => support.block({ kind: 'channel', subject: id }, null))
      await pollLater(test, 1.2 * hourMs)
      await user.client.schedules.run({ params: { id: schedule } })
      await eventually(
        async () => (await user.client.schedules.runs({ params: { id: schedule } })).data,
        ([run]) => run?.state === 'ended',
      )
      const unknown = newChannel()
      await withSupport(test, support => support.block({ kind: 'channel', subject: unknown }, null))
      await user.client.schedules.preview({ body: { channelIds: [unknown] } })
      expect([feedRequests(test, id), feedRequests(test, unknown)]).toEqual([1, 0])
      expect((await fetchChannelRow(test, id)).next_poll_at).toBeNull()
      await withSupport(test, support => support.unblock({ kind: 'channel', subject: id }))
      await pollNow(test)
      expect(feedRequests(test, id)).toBe(2)
      expect((await fetchChannelRow(test, id)).next_poll_at).not.toBeNull()
    })

    it('a failing channel is polled less and less often, down to every 12 hours, and hourly again once it responds', async () => {
      const id = newChannel()
      await follow(await test.newUser(), id)
      await pollAndGetRow(test, id)
      const clearFaults = [
        test.fake.fault(`feed|channel_id=${id}`, { kind: 'status', status: 500 }),
        test.fake.fault(`browse|${id}|*`, { kind: 'status', status: 500 }),
      ]
      const hours: number[] = []
      for (let round = 0; round < 6; round++) {
        await pollLater(test, 13.5 * hourMs)
        const { next_poll_at, polled_at } = await fetchChannelRow(test, id)
        hours.push(Math.round((next_poll_at!.getTime() - polled_at!.getTime()) / hourMs))
      }
      expect(hours.slice(0, 3)).toEqual([1, 2, 4])
      expect(hours.at(-1)).toBeGreaterThanOrEqual(10)
      expect(hours.at(-1)).toBeLessThanOrEqual(13)
      expect(await fetchChannelRow(test, id)).toMatchObject({ failures: 6, failed_with: 'network', health: 'ok' })
      for (const clearFault of clearFaults) clearFault()
      await pollLater(test, 13.5 * hourMs)
      expect(await fetchChannelRow(test, id)).toMatchObject({ failures: 0, failed_with: null })
    })

    it('a run polls a channel only if the last poll is too old', async () => {
      const id = newChannel()
      await follow(await test.newUser(), id)
      await pollAndGetRow(test, id)
      const { polling } = test.server.services
      await polling.refreshChannels([id], { olderThanMs: 10 * 60_000 })
      expect(feedRequests(test, id)).toBe(1)
      const [video] = await test.fake.publish({ channelId: id })
      test.clock.advance(11 * 60_000)
      await Promise.all(Array.from({ length: 8 }, () => polling.refreshChannels([id], { olderThanMs: 10 * 60_000 })))
      expect(feedRequests(test, id)).toBe(2)
      expect((await videosOf(test, id))[0]?.video_id).toBe(video!.id)
    })

    it('a run is not delayed by a channel that cannot be polled', async () => {
      const id = newChannel()
      await follow(await test.newUser(), id)
      await pollAndGetRow(test, id)
      const keys = [`feed|channel_id=${id}`, `browse|${id}|*`]
      const clearFaults = keys.map(key => test.fake.fault(key, { kind: 'status', status: 500 }))
      test.clock.advance(11 * 60_000)
      await test.server.services.polling.refreshChannels([id], { olderThanMs: 10 * 60_000 })
      for (const clearFault of clearFaults) clearFault()
      expect(await fetchChannelRow(test, id)).toMatchObject({ failures: 1, poll_begun_at: null })
    })

    it('a run is not delayed while polling is paused for all channels, and the channels are polled later', async () => {
      const ids = Array.from({ length: 12 }, newChannel)
      await follow(await test.newUser(), ...ids)
      await Promise.all(ids.map(id => pollAndGetRow(test, id)))
      const clearFault = test.fake.fault('*', { kind: 'status', status: 500 })
      await pollLater(test, 1.2 * hourMs)
      const startedAt = performance.now()
      await test.server.services.polling.refreshChannels(ids, { olderThanMs: 60_000 })
      expect(performance.now() - startedAt).toBeLessThan(5_000)
      clearFault()
      const rows = await Promise.all(ids.map(id => fetchChannelRow(test, id)))
      const putOff = rows.filter(({ failures }) => failures === 0)
      expect(putOff.length).toBeGreaterThan(0)
      for (const { next_poll_at } of putOff)
        expect(next_poll_at!.getTime() - test.clock.now().getTime()).toBeLessThan(12 * 60_000)
      await pollLater(test, 12 * 60_000)
      await pollLater(test, 12 * 60_000)
      for (const { channel_id, polled_at } of putOff)
        expect((await fetchChannelRow(test, channel_id)).polled_at!.getTime()).toBeGreaterThan(polled_at!.getTime())
    })

    it.each([
      ['missing', 404],
      ['failing', 500],
    ])(
      'a channel page is fetched only every six hours while all feeds are %s, and no channel is paused',
      async (_, status) => {
        const ids = Array.from({ length: 14 }, newChannel)
        await follow(await test.newUser(), ...ids)
        await Promise.all(ids.map(id => pollAndGetRow(test, id)))
        const clearFault = test.fake.fault('feed|*', { kind: 'status', status })
        const before = test.fake.requests.length
        const pagesOf = (id: string) =>
          test.fake.requests.slice(before).filter(key => key.startsWith(`browse|${id}|`)).length
        for (let hours = 0; hours < 24; hours += 1.2) {
          await pollLater(test, 1.2 * hourMs)
          // A run that needs recent data does not fetch more often.
          await test.server.services.polling.refreshChannels(ids, { olderThanMs: 60_000 })
        }
        const pages = ids.map(pagesOf)
        // Twice at the beginning, until it is clear that all feeds are affected, and then four times a day.
        expect(Math.max(...pages)).toBeLessThanOrEqual(6)
        expect(Math.min(...pages)).toBeGreaterThanOrEqual(3)
        for (const id of ids)
          expect(await fetchChannelRow(test, id)).toMatchObject({ health: 'ok', gone_seen_at: null })
        clearFault()
        const [video] = await test.fake.publish({ channelId: ids[0]! })
        for (let round = 0; round < 3; round++) await pollLater(test, 0.6 * hourMs)
        expect((await videosOf(test, ids[0]!))[0]?.video_id).toBe(video!.id)
        expect(ids.map(pagesOf)).toEqual(pages)
      },
    )

    it('a claimed channel is released by a process that stops, and claimed again after a process has crashed', async () => {
      const id = newChannel()
      await follow(await test.newUser(), id)
      await pollAndGetRow(test, id)
      const { polling, database } = test.server.services
      const clearFault = test.fake.fault(`feed|channel_id=${id}`, { kind: 'hang' })
      test.clock.advance(1.2 * hourMs)
      const stop = new AbortController()
      const polled = polling.pollDue(stop.signal)
      await eventually(
        async () => feedRequests(test, id),
        times => times >= 2,
      )
      stop.abort()
      await polled
      expect(await fetchChannelRow(test, id)).toMatchObject({ poll_begun_at: null, failures: 0 })
      clearFault()

      // The channel is due: the server's own scheduler may poll it first.
      await pollNow(test)
      const now = test.clock.now()
      await database.db
        .updateTable('channels')
        .set({ poll_begun_at: now, next_poll_at: now })
        .where('channel_id', '=', id)
        .execute()
      const before = feedRequests(test, id)
      test.clock.advance(4 * 60_000)
      await polling.pollDue()
      expect(feedRequests(test, id)).toBe(before)
      // Does not wait for the recorded poll to end: no process is running it.
      test.clock.advance(2 * 60_000)
      await pollNow(test)
      expect(feedRequests(test, id)).toBe(before + 1)
    })

    it('a channel that answers with garbage keeps its stored data', async () => {
      const id = newChannel()
      await follow(await test.newUser(), id)
      await pollAndGetRow(test, id)
      const before = await videosOf(test, id)
      const clearFaults = [`feed|channel_id=${id}`, `browse|${id}|*`].map(key =>
        test.fake.fault(key, { kind: 'garbage' }),
      )
      await pollLater(test, 1.2 * hourMs)
      for (const clearFault of clearFaults) clearFault()
      expect(await videosOf(test, id)).toEqual(before)
      expect(await fetchChannelRow(test, id)).toMatchObject({
        failed_with: 'parse_changed',
        title: `Made-up channel ${numbers}`,
      })
    })
  })

describe('a process that polls two channels at a time', async () => {
  const test = await useServer({ env: { POLL_PARALLEL: '2' } })

  it('a process with POLL_PARALLEL=2 polls two channels at a time for all runs together', async () => {
    const runs = Array.from({ length: 4 }, () => Array.from({ length: 3 }, newChannel))
    for (const ids of runs) await follow(await test.newUser(), ...ids)
    await Promise.all(runs.flat().map(id => pollAndGetRow(test, id)))
    test.fake.fault('feed|*', { kind: 'delay', ms: 50 })
    test.clock.advance(0.5 * hourMs)
    const startedAt = performance.now()
    await Promise.all(runs.map(ids => test.server.services.polling.refreshChannels(ids, { olderThanMs: 60_000 })))
    expect(performance.now() - startedAt).toBeGreaterThan((12 / 2) * 50 - 20)
    expect(runs.flat().map(id => feedRequests(test, id))).toEqual(runs.flat().map(() => 2))
  })
})

describe.skipIf(!inject('postgres'))('several servers on one PostgreSQL', () => {
  it('several servers on one PostgreSQL poll each channel only once', async () => {
    const databaseUrl = await createDatabaseOn(inject('postgres')!)
    const first = await startServer({ databaseUrl })
    const second = await startServer({ databaseUrl, fake: first.fake })
    try {
      const ids = Array.from({ length: 60 }, newChannel)
      for (let user = 0; user < 3; user++) await follow(await first.newUser(), ...ids.slice(user * 20, user * 20 + 20))
      await Promise.all([first, second].map(server => server.server.services.polling.pollDue()))
      await Promise.all(ids.map(id => pollAndGetRow(first, id)))
      expect(ids.map(id => feedRequests(first, id))).toEqual(ids.map(() => 1))

      for (const server of [first, second]) server.clock.advance(1.2 * hourMs)
      const refresh = ({ server }: TestServer) => server.services.polling.refreshChannels(ids, { olderThanMs: hourMs })
      await Promise.all([refresh(first), refresh(second), first.server.services.polling.pollDue(), refresh(second)])
      expect(ids.map(id => feedRequests(first, id))).toEqual(ids.map(() => 2))
    } finally {
      await second.stop()
      await first.stop()
    }
  })
})
