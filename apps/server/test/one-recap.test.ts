import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { createDatabaseOn } from './postgres.ts'
import { startServer } from './start-server.ts'
import { eventually, untilState, youtube } from './waiting.ts'

const link = 'https://www.youtube.com/watch?v=Sli7FA6EbqI'

describe.runIf(inject('postgres'))('a video that several ask for', () => {
  it('has one text, also for those who ask in the moment in which it becomes readable', async () => {
    const databaseUrl = await createDatabaseOn(inject('postgres')!)
    const test = await startServer({ databaseUrl })
    const pool = new pg.Pool({ connectionString: databaseUrl })
    try {
      const [first, second] = [await test.newUser(), await test.newUser()]
      const { id } = await first.client.summaries.request({ body: { urlOrId: link, type: youtube } })
      await untilState(first.client, id, 'ready')

      // As it is while its text is being written; it becomes readable after the second user has looked and before they enter.
      await pool.query(`update recaps set state = 'working'`)
      const holder = await pool.connect()
      await holder.query('begin')
      await holder.query('lock table recaps in share row exclusive mode')
      const asked = second.client.summaries.request({ body: { urlOrId: link, type: youtube } })
      await eventually(
        async () => (await pool.query(`select 1 from pg_stat_activity where wait_event_type = 'Lock'`)).rowCount ?? 0,
        waiting => waiting > 0,
      )
      await holder.query(`update recaps set state = 'readable'`)
      await holder.query('commit')
      holder.release()

      const joined = await asked
      expect((await untilState(second.client, joined.id, 'ready')).id).toBe(joined.id)
      expect((await pool.query('select count(*)::int as texts from recaps')).rows).toEqual([{ texts: 1 }])
      expect(await second.client.subscriptions.user()).toMatchObject({ month: { used: 1 } })
    } finally {
      await pool.end()
      await test.stop()
    }
  })
})
