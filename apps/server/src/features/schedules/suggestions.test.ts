import { generatedChannelId } from '@recaps/fake-youtube'
import { describe, expect, it } from 'vitest'
import { follow, pollNow } from '../../../test/followed-channels.ts'
import { useServer, usualDatabases } from '../../../test/start-server.ts'
import { youtube } from '../../../test/wait-for.ts'

let numbers = 70_000
const newChannel = () => generatedChannelId(++numbers)

for (const { kind, name, isAvailable } of usualDatabases)
  describe.skipIf(!isAvailable)(`suggestions, ${name}`, async () => {
    const test = await useServer({ database: isAvailable ? kind : 'embedded' })
    const { db } = test.server.services.database
    const requestsFor = (id: string) => test.fake.requests.filter(key => key.includes(id)).length
    const ago = (days: number) => new Date(test.clock.now().getTime() - days * 24 * 3600_000)

    /** A user who follows a channel with these uploads, after a poll. */
    async function followed(...uploads: { title: string; days: number; isShort?: boolean }[]) {
      const id = newChannel()
      await test.fake.publish(...uploads.map(({ days, ...upload }) => ({ channelId: id, at: ago(days), ...upload })))
      const user = await test.newUser()
      const scheduleId = await follow(user, id)
      await pollNow(test)
      const titles = async () => (await user.client.schedules.suggestions()).data.map(({ title }) => title)
      return { ...user, id, scheduleId, titles }
    }

    it('suggestions are the newest videos of the followed channels, without a request to YouTube', async () => {
      const { id, client } = await followed(
        { title: 'New', days: 0.1 },
        { title: 'A Short', days: 0.05, isShort: true },
      )
      const before = requestsFor(id)
      const { data } = await client.schedules.suggestions()
      expect(data[0]).toMatchObject({ title: 'New', channelId: id, channel: 'As it was found' })
      expect(data).toHaveLength(3)
      const dates = data.map(({ publishedAt }) => publishedAt)
      expect(dates).toEqual(dates.toSorted().reverse())
      expect(data.map(({ title }) => title)).not.toContain('A Short')
      expect(requestsFor(id)).toBe(before)
    })

    it('suggestions include Shorts only if the schedule does, and no videos older than a month', async () => {
      const { id, client, scheduleId, titles } = await followed({ title: 'A Short', days: 0.05, isShort: true })
      expect((await titles())[0]).not.toBe('A Short')
      const { filters } = await client.schedules.detail({ params: { id: scheduleId } })
      await client.schedules.change({
        params: { id: scheduleId },
        body: { filters: { ...filters, skipShorts: false } },
      })
      expect((await titles())[0]).toBe('A Short')
      const monthAgo = new Date(ago(30).getTime() - 1_000)
      await db.updateTable('channel_videos').set({ published_at: monthAgo }).where('channel_id', '=', id).execute()
      expect(await titles()).toEqual([])
    })

    it('suggestions exclude videos that the user has summarized, even if the summary was deleted', async () => {
      const { client, titles } = await followed({ title: 'Requested', days: 0.1 }, { title: 'Other', days: 0.2 })
      const [first] = (await client.schedules.suggestions()).data
      const { id } = await client.summaries.request({ body: { urlOrId: first!.videoId, type: youtube } })
      expect((await titles())[0]).toBe('Other')
      await client.summaries.delete({ params: { id } })
      expect((await titles())[0]).toBe('Other')
    })

    it('suggestions exclude blocked videos, and channels that are blocked or gone', async () => {
      const { id, client, titles } = await followed({ title: 'Blocked', days: 0.1 }, { title: 'Other', days: 0.2 })
      const [first] = (await client.schedules.suggestions()).data
      const block = (kind: 'video' | 'channel', subject: string) =>
        db.insertInto('blocks').values({ kind, subject, created_at: test.clock.now() }).execute()
      await block('video', first!.videoId)
      expect((await titles())[0]).toBe('Other')
      await db.updateTable('channels').set({ health: 'paused_deleted' }).where('channel_id', '=', id).execute()
      expect(await titles()).toEqual([])
      await db.updateTable('channels').set({ health: 'ok' }).where('channel_id', '=', id).execute()
      await block('channel', id)
      expect(await titles()).toEqual([])
    })

    it('suggestions are empty for users who follow no channels or have deleted their schedule', async () => {
      const { client } = await test.newUser()
      expect((await client.schedules.suggestions()).data).toEqual([])
      const stopped = await followed({ title: 'New', days: 0.1 })
      await stopped.client.schedules.delete({ params: { id: stopped.scheduleId } })
      expect(await stopped.titles()).toEqual([])
    })
  })
