import { describe, expect, it } from 'vitest'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { useServer, usualDatabases } from '../../../test/start-server.ts'
import { talks } from '../../../test/talks.ts'
import { readableSummary, refusal, untilState } from '../../../test/wait-for.ts'

/** A video without captions. */
const withoutCaptions = 'SWS_Wd36bSQ'

for (const { kind, name, isAvailable } of usualDatabases) {
  describe.skipIf(!isAvailable)(`usage history, ${name}`, async () => {
    const test = isAvailable ? await useServer({ database: kind, ports: { speech: silentSpeech } }) : undefined!

    it('lists each charged or refunded quota unit, newest first', async () => {
      const { client } = await test.newUser()
      const live = await readableSummary(client, talks[0]!)
      const deleted = await readableSummary(client, talks[1]!)
      await client.summaries.delete({ params: { id: deleted.id } })
      const failed = await client.summaries.request({ body: { type: 'youtube', urlOrId: withoutCaptions } })
      await untilState(client, failed.id, 'failed')
      const { data, nextCursor } = await client.summaries.usage()
      expect(data.map(({ summaryId, state, reason }) => [summaryId, state, reason])).toEqual([
        [failed.id, 'released', 'no_captions'],
        [null, 'committed', null],
        [live.id, 'committed', null],
      ])
      expect([data[2]!.title, data[2]!.origin, nextCursor]).toEqual([live.videoInfo.title, 'request', null])
      const { month } = await client.summaries.list()
      expect(month.used).toBe(data.filter(({ state }) => state !== 'released').length)
    })

    it('returns the usage history in pages and only to its user', async () => {
      const user = await test.newUser()
      const { id } = await readableSummary(user.client, talks[0]!)
      const line = { user_id: user.id, summary_id: id, month: '2020-01', created_at: new Date() }
      const { db } = test.server.services.database
      await db
        .insertInto('usage_entries')
        .values(Array.from({ length: 60 }, () => ({ ...line, state: 'released' as const, reason: 'network' })))
        .execute()
      const first = await user.client.summaries.usage()
      expect(first.data).toHaveLength(50)
      const rest = await user.client.summaries.usage({ query: { cursor: first.nextCursor! } })
      expect([rest.data.length, rest.nextCursor]).toEqual([11, null])
      expect(new Set([...first.data, ...rest.data].map(line => line.id)).size).toBe(61)
      expect((await (await test.newUser()).client.summaries.usage()).data).toEqual([])
      for (const cursor of ['0', 'x', '1.5'])
        expect((await refusal(user.client.summaries.usage({ query: { cursor } }))).status).toBe(400)
    })
  })
}
