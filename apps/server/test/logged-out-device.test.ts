import { startFakePush } from '@recaps/fake-push'
import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { createDatabaseOn, untilLocked } from './postgres.ts'
import { startServer } from './start-server.ts'
import { refusal } from './wait-for.ts'

describe.runIf(inject('postgres'))('a device that is registered while its session is logged out', () => {
  it('rejects a device registration with 401 when its session is logged out at the same moment', async () => {
    const databaseUrl = await createDatabaseOn(inject('postgres')!)
    const test = await startServer({ databaseUrl })
    const fake = await startFakePush()
    const pool = new pg.Pool({ connectionString: databaseUrl })
    try {
      const { client, id } = await test.newUser()
      const logOut = await pool.connect()
      let registered: ReturnType<typeof refusal> | undefined
      try {
        await logOut.query('begin')
        await logOut.query('delete from sessions where user_id = $1', [id])
        const token = fake.browser().subscription
        registered = refusal(client.notifications.registerToken({ body: { token, platform: 'web' } }))
        await untilLocked(pool)
        await logOut.query('commit')
      } finally {
        logOut.release(true)
      }
      expect(await registered).toMatchObject({ status: 401, code: 'unauthorized' })
    } finally {
      await pool.end()
      await fake.close()
      await test.stop()
    }
  })
})
