import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { follow } from './followed-channels.ts'
import { createDatabaseOn, untilLocked } from './postgres.ts'
import { startServer } from './start-server.ts'

describe.runIf(inject('postgres'))('a time zone that is changed in the moment in which the schedule is due', () => {
  it('waits until the run is begun, and neither stands in the way of the other', async () => {
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
      // What a run of theirs does that is entered now: it refers to its user.
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
