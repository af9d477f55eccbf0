import { describe, expect, it } from 'vitest'
import { useServer, usualDatabases } from '../../test/start-server.ts'
import { ProviderError } from '../errors.ts'
import { createLogger } from './logger.ts'

/** Returns the log line of an error. */
function lineAbout(err: unknown): string {
  let written = ''
  const logger = createLogger({ level: 'info', format: 'json' }, { write: line => (written += line) })
  logger.child({ job: 'some' }).error({ err }, 'job failed')
  return written
}

for (const { kind, name, isAvailable } of usualDatabases) {
  describe.skipIf(!isAvailable)(`the log line of a failed query, ${name}`, async () => {
    const test = isAvailable ? await useServer({ database: kind }) : undefined!

    it('logs what failed and where without values of the query [ASVS 1.3.10, 16.2.5, 16.4.1]', async () => {
      const { email } = await test.newUser()
      const values = { email, email_key: email, password_hash: 'canary-hash', timezone: 'UTC' }
      const failed = test.server.services.database.db.insertInto('users').values(values).execute()
      const line = lineAbout(await failed.catch((error: unknown) => error))
      expect(line).toMatch(/duplicate key.*users_email_key_key/)
      expect(JSON.parse(line).err).toMatchObject({
        code: '23505',
        table: 'users',
        stack: expect.stringContaining('at '),
      })
      for (const value of [email, 'canary-hash']) expect(line).not.toContain(value)
    })
  })
}

describe('the log line of a provider error', () => {
  it('logs the provider, the reason and the cause of a provider error [ASVS 16.3.4]', () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED'), { token: 'canary' })
    const error = new ProviderError({ provider: 'oembed', code: 'network', retryable: true, detail: 'cut', cause })
    const { err } = JSON.parse(lineAbout(error))
    expect(err).toMatchObject({ type: 'ProviderError', provider: 'oembed', code: 'network', detail: 'cut' })
    expect(err.stack).toContain('connect ECONNREFUSED')
    expect(JSON.stringify(err)).not.toContain('canary')
  })
})
