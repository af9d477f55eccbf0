import { describe, expect, it } from 'vitest'
import { silence } from '../../../test/silence.ts'
import { databases, useServer } from '../../../test/start-server.ts'
import { talks } from '../../../test/talks.ts'
import { readableSummary, refusal } from '../../../test/waiting.ts'

for (const { kind, name, isHere } of databases) {
  describe.skipIf(!isHere)(`the list, ${name}`, async () => {
    const test = isHere ? await useServer({ database: kind, ports: { speech: silence } }) : undefined!

    it('is searched in titles, channels and headlines, by the signs as they stand', async () => {
      const { client } = await test.newUser()
      const { db } = test.server.services.database
      const facts = [
        ['100% rye_bread', 'Back\\slash bakers', 'How starch turns'],
        ['1000 rye breads', 'The Café', 'Was Ümlaute tun'],
        ["O'Brien; drop table", '<b>Bold</b> people', 'A quiet harbour'],
      ] as const
      const ids: number[] = []
      for (const [at, [title, channel, headline]] of facts.entries()) {
        const { id, videoInfo } = await readableSummary(client, talks[at]!)
        ids.push(id)
        await db
          .updateTable('videos')
          .set({ title, channel, channel_id: `UC${at}` })
          .where('video_id', '=', videoInfo.videoId)
          .execute()
        await db.updateTable('recaps').set({ headline }).where('video_id', '=', videoInfo.videoId).execute()
      }
      const found = async (query: Parameters<typeof client.summaries.list>[0] & object) =>
        (await client.summaries.list(query)).data.map(item => ids.indexOf(item.id)).sort()
      for (const [q, expected] of [
        ['rye', [0, 1]],
        ['100%', [0]],
        ['rye_b', [0]],
        ['back\\slash', [0]],
        ['CAFÉ', [1]],
        ['QUIET', [2]],
        ["o'brien;", [2]],
        ['<B>', [2]],
        ['%', [0]],
        ['_', [0]],
        ['\\', [0]],
        ['nothing like it', []],
        ['   ', [0, 1, 2]],
        ['x'.repeat(200), []],
      ] as const)
        expect([q, await found({ query: { q } })]).toEqual([q, expected])
      expect(await found({ query: { channel: 'UC1' } })).toEqual([1])
      expect(await found({ query: { q: 'rye', channel: 'UC0', origin: 'request', state: 'unread' } })).toEqual([0])
      expect(await found({ query: { origin: 'upload' } })).toEqual([])
      expect((await refusal(client.summaries.list({ query: { q: 'x'.repeat(201) } }))).status).toBe(400)
      expect((await (await test.newUser()).client.summaries.list({ query: { q: 'rye' } })).data).toEqual([])
    })

    it('names each channel that a summary is of, those with the most first, and none of what is deleted', async () => {
      const { client } = await test.newUser()
      const { db } = test.server.services.database
      const channels = ['UCtwo', 'UCtwo', 'UCone', null, 'UCgone']
      const ids: number[] = []
      for (const [at, channelId] of channels.entries()) {
        const { id, videoInfo } = await readableSummary(client, talks[at]!)
        ids.push(id)
        await db
          .updateTable('videos')
          .set({ channel: `Name ${at}`, channel_id: channelId })
          .where('video_id', '=', videoInfo.videoId)
          .execute()
      }
      await client.summaries.delete({ params: { id: ids[4]! } })
      expect((await client.summaries.channels()).data).toEqual([
        { channelId: 'UCtwo', channel: 'Name 1', count: 2 },
        { channelId: 'UCone', channel: 'Name 2', count: 1 },
      ])
      expect((await (await test.newUser()).client.summaries.channels()).data).toEqual([])
    })
  })
}
