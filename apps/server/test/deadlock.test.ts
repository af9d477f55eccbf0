import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { follow } from './followed-channels.ts'
import { createDatabaseOn, untilLocked } from './postgres.ts'
import { password, startServer } from './start-server.ts'
import { eventually, refusal } from './wait-for.ts'

describe.runIf(inject('postgres'))('a request in a database deadlock', () => {
  it('a request is retried after a database deadlock instead of failing', async () => {
    const databaseUrl = await createDatabaseOn(inject('postgres')!)
    const test = await startServer({ databaseUrl })
    const pool = new pg.Pool({ connectionString: databaseUrl })
    try {
      const user = await test.newUser()
      await follow(user, 'UCaaaaaaaaaaaaaaaaaaaaaa')
      const other = await pool.connect()
      // PostgreSQL cancels the transaction whose deadlock_timeout ends first, so not this one.
      await other.query(`set deadlock_timeout = '1h'`)
      await other.query('begin')
      await other.query('select from schedules for update')
      const deleted = user.client.account.delete({ body: { password } })
      await untilLocked(pool)
      await other.query('select from users where id = $1 for key share', [user.id])
      await other.query('commit')
      other.release()

      await deleted
      expect(await refusal(user.client.users.profile())).toMatchObject({ status: 401 })
      const countDeadlocks = `select deadlocks from pg_stat_database where datname = current_database()`
      await eventually(
        async () => (await pool.query<{ deadlocks: number }>(countDeadlocks)).rows[0]!.deadlocks,
        deadlocks => Number(deadlocks) === 1,
      )
    } finally {
      await pool.end()
      await test.stop()
    }
  })
})
