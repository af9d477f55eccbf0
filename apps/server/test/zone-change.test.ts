import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { follow } from './followed-channels.ts'
import { createDatabaseOn, untilLocked } from './postgres.ts'
import { startServer } from './start-server.ts'

describe.runIf(inject('postgres'))('a time zone change at the moment the schedule is due', () => {
  it('a time zone change waits until the run has started, without a deadlock', async () => {
    const databaseUrl = await createDatabaseOn(inject('postgres')!)
    const test = await startServer({ databaseUrl })
    const pool = new pg.Pool({ connectionString: databaseUrl })
    try {
      const user = await test.newUser()
      await follow(user, 'UCaaaaaaaaaaaaaaaaaaaaaa')
      const claim = await pool.connect()
      await claim.query('begin')
      await claim.query('select from schedules for update')
      const changed = user.client.users.changeSettings({ body: { timeZone: 'Asia/Tokyo' } })
      await untilLocked(pool)
      // A new run references its user, so it takes this lock.
      await claim.query('select from users where id = $1 for key share', [user.id])
      await claim.query('commit')
      claim.release()
      expect(await changed).toMatchObject({ timeZone: 'Asia/Tokyo' })
    } finally {
      await pool.end()
      await test.stop()
    }
  })
})
