import { type Kysely, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { down, up } from '../../migrations/0027-search.ts'
import { silentSpeech } from '../../test/silent-speech.ts'
import { databases, useServer } from '../../test/start-server.ts'
import { talks } from '../../test/talks.ts'
import { readableSummary } from '../../test/wait-for.ts'

for (const { kind, name, isAvailable } of databases) {
  describe.skipIf(!isAvailable)(`the migration of the search index, ${name}`, async () => {
    const test = isAvailable ? await useServer({ database: kind, ports: { speech: silentSpeech } }) : undefined!

    it('removes the search index on the way down, and indexes all existing recaps on the way up', async () => {
      const { client } = await test.newUser()
      const { services } = test.server
      const { db } = services.database
      const untyped = db as unknown as Kysely<unknown>
      const { id, videoInfo } = await readableSummary(client, talks[0]!)
      const search = async (q: string) => (await client.summaries.list({ query: { q } })).data.map(item => item.id)

      await down(untyped)
      const leftovers = sql<{ name: string }>`select proname as name from pg_proc where proname like '%search%'
        and pronamespace = 'public'::regnamespace union all
        select relname from pg_class where relname like 'search_%' union all
        select tgname from pg_trigger where tgname like '%search%'`
      expect((await leftovers.execute(db)).rows).toEqual([])
      const change = { title: 'Renamed meanwhile', channel: 'Elsewhere' }
      await db.updateTable('videos').set(change).where('video_id', '=', videoInfo.videoId).execute()

      await up(untyped)
      expect(await search('renamed')).toEqual([])
      await db.updateTable('videos').set({ channel: 'Here' }).where('video_id', '=', videoInfo.videoId).execute()
      expect(await search('renamed here')).toEqual([id])
      await services.summaries.indexForSearch(new AbortController().signal)
      expect(await search('renamed here')).toEqual([id])
      expect((await sql`select from search_backlog`.execute(db)).rows).toEqual([])
    })

    it('indexes both the title and the text of a recap when they change concurrently', async () => {
      const { client } = await test.newUser()
      const { db } = test.server.services.database
      const { id, videoInfo } = await readableSummary(client, talks[1]!)
      for (let round = 0; round < 20; round++) {
        await Promise.all([
          db
            .updateTable('videos')
            .set({ title: `Title${round}` })
            .where('video_id', '=', videoInfo.videoId)
            .execute(),
          db
            .updateTable('recaps')
            .set({ headline: `Headline${round}` })
            .where('video_id', '=', videoInfo.videoId)
            .execute(),
        ])
        const q = `title${round} headline${round}`
        expect([q, (await client.summaries.list({ query: { q } })).data.map(item => item.id)]).toEqual([q, [id]])
      }
    })
  })
}
