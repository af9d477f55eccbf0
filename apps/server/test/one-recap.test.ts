import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { createDatabaseOn, untilLocked } from './postgres.ts'
import { startServer, type TestServer, type TestUser } from './start-server.ts'
import { untilState, youtube } from './wait-for.ts'

const link = 'https://www.youtube.com/watch?v=Sli7FA6EbqI'

describe.runIf(inject('postgres'))('a video that several users request', () => {
  it('makes one recap when a second user requests the video at the moment its text becomes readable', async () => {
    await withRecapInProgress(async ({ test, pool, untilWaiting }) => {
      const second = await test.newUser()
      // The text becomes readable after the second request has looked for a recap and before it saves its summary.
      const holder = await pool.connect()
      await holder.query('begin')
      await holder.query('lock table recaps in share row exclusive mode')
      const secondRequest = second.client.summaries.request({ body: { urlOrId: link, type: youtube } })
      await untilWaiting('%', 1)
      await holder.query(`update recaps set state = 'readable'`)
      await holder.query('commit')
      holder.release()

      const joined = await secondRequest
      expect((await untilState(second.client, joined.id, 'ready')).id).toBe(joined.id)
      expect((await pool.query('select count(*)::int as texts from recaps')).rows).toEqual([{ texts: 1 }])
      expect(await second.client.subscriptions.user()).toMatchObject({ month: { used: 1 } })
    })
  })

  it('makes one recap, without a deadlock, when one request joins it and another starts it at the same moment', async () => {
    await withRecapInProgress(async ({ test, pool, untilWaiting }) => {
      const [joiner, starter] = [await test.newUser(), await test.newUser()]
      const request = ({ client }: TestUser) => client.summaries.request({ body: { urlOrId: link, type: youtube } })
      // A request that starts a recap waits here while the gate is shut: it has already looked, and found nothing readable.
      await pool.query(`
        create function pass_gate() returns trigger language plpgsql as
          'begin perform pg_advisory_lock(1); perform pg_advisory_unlock(1); return new; end';
        create trigger gate before insert on recaps for each row execute function pass_gate()`)
      const [holder, gate] = [await pool.connect(), await pool.connect()]
      await holder.query('begin')
      await holder.query('select from recaps for update')
      const joined = request(joiner)
      await untilWaiting('select%from "recaps"%', 1)
      await gate.query('select pg_advisory_lock(1)')
      const started = request(starter)
      await untilWaiting('insert into "recaps"%', 1)
      await holder.query(`update recaps set state = 'readable'`)
      await holder.query('commit')
      // The recap to join is no longer in progress, so the joining request starts one as well.
      await untilWaiting('insert into "recaps"%', 2)
      await gate.query('select pg_advisory_unlock(1)')
      for (const connection of [holder, gate]) connection.release()

      for (const [user, { id }] of [
        [joiner, await joined],
        [starter, await started],
      ] as const)
        expect((await untilState(user.client, id, 'ready')).id).toBe(id)
      expect((await pool.query('select count(*)::int as texts from recaps')).rows).toEqual([{ texts: 1 }])
    })
  })
})

interface Setup {
  test: TestServer
  pool: pg.Pool
  /** Waits until `count` statements that match the SQL pattern wait for a lock. */
  untilWaiting(like: string, count: number): Promise<unknown>
}

/** Prepares a video with one summary, whose text is still being written. */
async function withRecapInProgress(run: (setup: Setup) => Promise<void>): Promise<void> {
  const databaseUrl = await createDatabaseOn(inject('postgres')!)
  const test = await startServer({ databaseUrl })
  const pool = new pg.Pool({ connectionString: databaseUrl })
  const untilWaiting = (like: string, count: number) => untilLocked(pool, like, count)
  try {
    const first = await test.newUser()
    const { id } = await first.client.summaries.request({ body: { urlOrId: link, type: youtube } })
    await untilState(first.client, id, 'ready')
    await pool.query(`update recaps set state = 'working'`)
    await run({ test, pool, untilWaiting })
  } finally {
    await pool.end()
    await test.stop()
  }
}
