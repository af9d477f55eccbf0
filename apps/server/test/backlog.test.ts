import { describe, expect, inject, it } from 'vitest'
import { createDatabaseOn } from './postgres.ts'
import { startSmtp } from './smtp.ts'
import { startServer } from './start-server.ts'
import { eventually } from './waiting.ts'

const piledUp = 60
/** A worker that rested two seconds between two mails would need thirty for these, four at a time. */
const withinMs = 15_000

describe.runIf(inject('postgres'))('what has piled up while no worker ran', () => {
  it('is worked off without pauses', async () => {
    const databaseUrl = await createDatabaseOn(inject('postgres')!)
    const smtp = await startSmtp()
    const env = {
      MAIL_URL: smtp.url,
      MAIL_FROM: 'no-reply@recaps.example',
      SECRET_KEY: 'a key of a test, known to everybody',
    }
    const front = await startServer({ databaseUrl, env: { ...env, ROLES: 'api' } })
    try {
      for (let n = 0; n < piledUp; n++) await front.newUser()
      expect(smtp.taken).toEqual([])
      const worker = await startServer({ databaseUrl, fake: front.fake, env: { ...env, ROLES: 'worker' } })
      try {
        await eventually(
          async () => smtp.taken.length,
          count => count === piledUp,
          withinMs,
        )
      } finally {
        await worker.stop()
      }
    } finally {
      await front.stop()
      await smtp.close()
    }
  })
})
