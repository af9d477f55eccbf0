import { describe, expect, inject, it } from 'vitest'
import { createDatabaseOn } from './postgres.ts'
import { startSmtp } from './smtp.ts'
import { startServer } from './start-server.ts'
import { eventually } from './wait-for.ts'

const backlog = 60
/** A worker that sends four mails at a time and pauses two seconds in between would need thirty seconds. */
const deadlineMs = 15_000

describe.runIf(inject('postgres'))('a backlog of jobs', () => {
  it('a worker drains a backlog of jobs without pauses', async () => {
    const databaseUrl = await createDatabaseOn(inject('postgres')!)
    const smtp = await startSmtp()
    const env = {
      MAIL_URL: smtp.url,
      MAIL_FROM: 'no-reply@recaps.example',
      SECRET_KEY: 'a secret key that only tests ever use',
    }
    const api = await startServer({ databaseUrl, env: { ...env, ROLES: 'api' } })
    try {
      for (let n = 0; n < backlog; n++) await api.newUser()
      expect(smtp.accepted).toEqual([])
      const worker = await startServer({ databaseUrl, fake: api.fake, env: { ...env, ROLES: 'worker' } })
      try {
        await eventually(
          async () => smtp.accepted.length,
          count => count === backlog,
          deadlineMs,
        )
      } finally {
        await worker.stop()
      }
    } finally {
      await api.stop()
      await smtp.close()
    }
  })
})
