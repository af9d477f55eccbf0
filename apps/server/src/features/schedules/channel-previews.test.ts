import { setTimeout as sleep } from 'node:timers/promises'
import { madeUpChannelId } from '@recaps/fake-youtube'
import { describe, expect, it } from 'vitest'
import { callsTo, json, withToken } from '../../../test/calls.ts'
import { follow, pollNow } from '../../../test/followed-channels.ts'
import { databases, useServer } from '../../../test/start-server.ts'

const dayMs = 24 * 3600_000
let numbers = 30_000
const newChannel = () => madeUpChannelId(++numbers)

for (const { kind, name, isHere } of databases)
  describe.skipIf(!isHere)(`a preview of channels, ${name}`, async () => {
    const test = await useServer({ database: isHere ? kind : 'embedded' })
    const ask = callsTo(test.url)
    const outside = (id: string) => test.fake.requests.filter(key => key.includes(id)).length
    const ago = (days: number) => new Date(test.clock.now().getTime() - days * dayMs)

    it('tells how often they upload and what they brought last, of those that the user follows', async () => {
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
      expect(outside(unknown)).toBe(0)
    })

    it('does not tell whether somebody else follows a channel', async () => {
      const [followed, unknown] = [newChannel(), newChannel()]
      await follow(await test.newUser(), followed)
      await pollNow(test)
      const { client } = await test.newUser()
      const others = Array.from({ length: 20 }, newChannel)
      for (const body of [
        { channelIds: [followed, unknown] },
        // So many are asked about at most.
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

    it('asks about the others once where it is wanted, for everybody, and again after a day', async () => {
      const id = newChannel()
      const [one, other] = [await test.newUser(), await test.newUser()]
      const body = { channelIds: [id], ask: true }
      // Each comes while one before it is being answered, or just after.
      const asks = Array.from({ length: 12 }, async (_, place) => {
        await sleep(place * 4)
        await [one, other][place % 2]!.client.schedules.previewChannels({ body })
      })
      await Promise.all(asks)
      expect(outside(id)).toBe(1)
      await other.client.schedules.previewChannels({ body: { channelIds: [id] } })
      expect(outside(id)).toBe(1)
      test.clock.advance(1.1 * dayMs)
      await other.client.schedules.previewChannels({ body })
      expect(outside(id)).toBe(2)
    })

    it('counts no Shorts, and says nothing of how often where nobody has looked for days', async () => {
      const id = newChannel()
      await test.fake.publish(
        { channelId: id, title: 'A talk', at: ago(0.5) },
        { channelId: id, title: 'A Short', isShort: true, at: ago(0.1) },
      )
      const user = await test.newUser()
      const { client } = user
      const look = async (ask: boolean) =>
        (await client.schedules.previewChannels({ body: { channelIds: [id], ask } })).data[0]!
      expect((await look(true)).newest[0]!.title).toBe('A talk')
      await follow(user, id)
      test.clock.advance(3.1 * dayMs)
      expect(await look(false)).toMatchObject({ videosPerWeek: null, newest: [{ title: 'A talk' }, {}, {}] })
    })

    it('is silent about what cannot be asked, is blocked here, or is no channel', async () => {
      const [silent, blocked] = [newChannel(), newChannel()]
      const { client, token } = await test.newUser()
      test.fake.fault(`*${silent}*`, { kind: 'status', status: 500 })
      await test.server.services.database.db
        .insertInto('blocks')
        .values({ kind: 'channel', subject: blocked, created_at: test.clock.now() })
        .execute()
      const channelIds = [silent, blocked, '../etc', 'UC']
      expect((await client.schedules.previewChannels({ body: { channelIds, ask: true } })).data).toEqual([
        { channelId: silent, videosPerWeek: null, newest: [] },
      ])
      expect(outside(blocked)).toBe(0)
      test.fake.clearFaults()
      for (const body of [{ channelIds: [] }, { channelIds: Array(101).fill('UC') }, { channelIds: 'UC' }]) {
        const refused = await ask('/api/schedules/channels', withToken(token, json(body)))
        expect([refused.status, refused.json.code]).toEqual([400, 'invalid_request'])
      }
    })
  })
