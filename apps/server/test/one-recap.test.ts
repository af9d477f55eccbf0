import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { createDatabaseOn, untilLocked } from './postgres.ts'
import { startServer, type TestServer, type TestUser } from './start-server.ts'
import { untilState, youtube } from './waiting.ts'

const link = 'https://www.youtube.com/watch?v=Sli7FA6EbqI'

describe.runIf(inject('postgres'))('a video that several ask for', () => {
  it('has one text, also for those who ask in the moment in which it becomes readable', async () => {
    await withText(async ({ test, pool, waiting }) => {
      const second = await test.newUser()
      // It becomes readable after the second user has looked and before they enter.
      const holder = await pool.connect()
      await holder.query('begin')
      await holder.query('lock table recaps in share row exclusive mode')
      const asked = second.client.summaries.request({ body: { urlOrId: link, type: youtube } })
      await waiting('%', 1)
      await holder.query(`update recaps set state = 'readable'`)
      await holder.query('commit')
      holder.release()

      const joined = await asked
      expect((await untilState(second.client, joined.id, 'ready')).id).toBe(joined.id)
      expect((await pool.query('select count(*)::int as texts from recaps')).rows).toEqual([{ texts: 1 }])
      expect(await second.client.subscriptions.user()).toMatchObject({ month: { used: 1 } })
    })
  })

  it('has one text when one joins and one begins it in that moment, and neither stands in the way of the other', async () => {
    await withText(async ({ test, pool, waiting }) => {
      const [joiner, beginner] = [await test.newUser(), await test.newUser()]
      const ask = ({ client }: TestUser) => client.summaries.request({ body: { urlOrId: link, type: youtube } })
      // Whoever begins a text stops here while the gate is shut: they have looked, and nothing was readable.
      await pool.query(`
        create function pass_gate() returns trigger language plpgsql as
          'begin perform pg_advisory_lock(1); perform pg_advisory_unlock(1); return new; end';
        create trigger gate before insert on recaps for each row execute function pass_gate()`)
      const [holder, gate] = [await pool.connect(), await pool.connect()]
      await holder.query('begin')
      await holder.query('select from recaps for update')
      const joined = ask(joiner)
      await waiting('select%from "recaps"%', 1)
      await gate.query('select pg_advisory_lock(1)')
      const begun = ask(beginner)
      await waiting('insert into "recaps"%', 1)
      await holder.query(`update recaps set state = 'readable'`)
      await holder.query('commit')
      // What was to be joined is in work no more, so the joiner begins one as well.
      await waiting('insert into "recaps"%', 2)
      await gate.query('select pg_advisory_unlock(1)')
      for (const connection of [holder, gate]) connection.release()

      for (const [user, { id }] of [
        [joiner, await joined],
        [beginner, await begun],
      ] as const)
        expect((await untilState(user.client, id, 'ready')).id).toBe(id)
      expect((await pool.query('select count(*)::int as texts from recaps')).rows).toEqual([{ texts: 1 }])
    })
  })
})

interface World {
  test: TestServer
  pool: pg.Pool
  /** Until so many statements that begin like this wait for a lock. */
  waiting(like: string, count: number): Promise<unknown>
}

/** A video that somebody has a summary of, as it is while its text is being written. */
async function withText(act: (world: World) => Promise<void>): Promise<void> {
  const databaseUrl = await createDatabaseOn(inject('postgres')!)
  const test = await startServer({ databaseUrl })
  const pool = new pg.Pool({ connectionString: databaseUrl })
  const waiting = (like: string, count: number) => untilLocked(pool, like, count)
  try {
    const first = await test.newUser()
    const { id } = await first.client.summaries.request({ body: { urlOrId: link, type: youtube } })
    await untilState(first.client, id, 'ready')
    await pool.query(`update recaps set state = 'working'`)
    await act({ test, pool, waiting })
  } finally {
    await pool.end()
    await test.stop()
  }
}
