import { setTimeout as sleep } from 'node:timers/promises'
import { generatedChannelId } from '@recaps/fake-youtube'
import { describe, expect, it } from 'vitest'
import { createApiCaller, json, withToken } from '../../../test/calls.ts'
import { follow, pollNow } from '../../../test/followed-channels.ts'
import { useServer, usualDatabases } from '../../../test/start-server.ts'

const dayMs = 24 * 3600_000
let numbers = 30_000
const newChannel = () => generatedChannelId(++numbers)

for (const { kind, name, isAvailable } of usualDatabases)
  describe.skipIf(!isAvailable)(`channel previews, ${name}`, async () => {
    const test = await useServer({ database: isAvailable ? kind : 'embedded' })
    const request = createApiCaller(test.url)
    const requestsFor = (id: string) => test.fake.requests.filter(key => key.includes(id)).length
    const ago = (days: number) => new Date(test.clock.now().getTime() - days * dayMs)

    it('previews of followed channels show the upload rate and the newest videos', async () => {
      const [known, unknown] = [newChannel(), newChannel()]
      const user = await test.newUser()
      const { client } = user
      await follow(user, known)
      await pollNow(test)
      const { data } = await client.schedules.previewChannels({ body: { channelIds: [unknown, known, known] } })
      expect(data).toEqual([{ channelId: known, videosPerWeek: expect.any(Number), newest: expect.any(Array) }])
      const { videosPerWeek, newest } = data[0]!
      expect(videosPerWeek).toBeGreaterThan(0)
      expect(newest).toHaveLength(3)
      const dates = newest.map(({ publishedAt }) => publishedAt)
      expect(dates).toEqual(dates.toSorted().reverse())
      expect(requestsFor(unknown)).toBe(0)
    })

    it('previews do not reveal whether another user follows a channel', async () => {
      const [followed, unknown] = [newChannel(), newChannel()]
      await follow(await test.newUser(), followed)
      await pollNow(test)
      const { client } = await test.newUser()
      const others = Array.from({ length: 20 }, newChannel)
      for (const body of [
        { channelIds: [followed, unknown] },
        // At most 20 channels are fetched.
        { channelIds: [...others, followed, unknown], ask: true },
      ]) {
        const { data } = await client.schedules.previewChannels({ body })
        expect(new Set(data.map(({ channelId }) => channelId))).toEqual(new Set(body.ask ? others : []))
      }
      const forecastWith = async (last: string) =>
        (await client.schedules.preview({ body: { frequency: 'daily', channelIds: [...others, last] } }))
          .forecastPerMonth
      expect(await forecastWith(followed)).toBe(await forecastWith(unknown))
    })

    it('previews of other channels are fetched on request, once for all users, and again after a day', async () => {
      const id = newChannel()
      const [one, other] = [await test.newUser(), await test.newUser()]
      const body = { channelIds: [id], ask: true }
      // Each request arrives while an earlier one is being answered, or just after.
      const requests = Array.from({ length: 12 }, async (_, n) => {
        await sleep(n * 4)
        await [one, other][n % 2]!.client.schedules.previewChannels({ body })
      })
      await Promise.all(requests)
      expect(requestsFor(id)).toBe(1)
      await other.client.schedules.previewChannels({ body: { channelIds: [id] } })
      expect(requestsFor(id)).toBe(1)
      test.clock.advance(1.1 * dayMs)
      await other.client.schedules.previewChannels({ body })
      expect(requestsFor(id)).toBe(2)
    })

    it('previews do not count Shorts, and show no upload rate if the last poll is days old', async () => {
      const id = newChannel()
      await test.fake.publish(
        { channelId: id, title: 'A talk', at: ago(0.5) },
        { channelId: id, title: 'A Short', isShort: true, at: ago(0.1) },
      )
      const user = await test.newUser()
      const { client } = user
      const preview = async (ask: boolean) =>
        (await client.schedules.previewChannels({ body: { channelIds: [id], ask } })).data[0]!
      expect((await preview(true)).newest[0]!.title).toBe('A talk')
      await follow(user, id)
      test.clock.advance(3.1 * dayMs)
      expect(await preview(false)).toMatchObject({ videosPerWeek: null, newest: [{ title: 'A talk' }, {}, {}] })
    })

    it('previews are empty for unreachable channels, and omit blocked channels and invalid ids', async () => {
      const [unreachable, blocked] = [newChannel(), newChannel()]
      const { client, token } = await test.newUser()
      test.fake.fault(`*${unreachable}*`, { kind: 'status', status: 500 })
      await test.server.services.database.db
        .insertInto('blocks')
        .values({ kind: 'channel', subject: blocked, created_at: test.clock.now() })
        .execute()
      const channelIds = [unreachable, blocked, '../etc', 'UC']
      expect((await client.schedules.previewChannels({ body: { channelIds, ask: true } })).data).toEqual([
        { channelId: unreachable, videosPerWeek: null, newest: [] },
      ])
      expect(requestsFor(blocked)).toBe(0)
      test.fake.clearFaults()
      for (const body of [{ channelIds: [] }, { channelIds: Array(101).fill('UC') }, { channelIds: 'UC' }]) {
        const refused = await request('/api/schedules/channels', withToken(token, json(body)))
        expect([refused.status, refused.json.code]).toEqual([400, 'invalid_request'])
      }
    })
  })
