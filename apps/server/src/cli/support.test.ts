import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startFakeStripe } from '@recaps/fake-stripe'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { waitForMails } from '../../test/mailbox.ts'
import { createDatabaseOn } from '../../test/postgres.ts'
import { runCommand } from '../../test/run-command.ts'
import { password, startServer, usualDatabases } from '../../test/start-server.ts'
import { refusal } from '../../test/wait-for.ts'

const support = (env: Record<string, string>, ...args: string[]) => runCommand('support.ts', args, env)

for (const { kind, name, isAvailable } of usualDatabases) {
  describe.skipIf(!isAvailable)(`the support command, ${name}`, async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'recaps-support-'))
    afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
    const databaseUrl = kind === 'PostgreSQL' && isAvailable ? await createDatabaseOn(inject('postgres')!) : undefined
    if (!databaseUrl) cpSync(inject('template'), dataDir, { recursive: true })
    const env = { DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) }
    const start = () => startServer({ env: { DATA_DIR: dataDir }, ...(databaseUrl ? { databaseUrl } : {}) })
    const run = (...args: string[]) => support(env, ...args)

    // These errors do not depend on the database, so one kind is enough.
    if (usualDatabases.findLast(database => database.isAvailable)?.kind === kind)
      it('rejects unknown accounts, invalid or taken addresses and missing arguments, and explains why', async () => {
        const server = await start()
        const [first, second] = [await server.newUser(), await server.newUser()]
        if (!databaseUrl) await server.stop()
        for (const [args, code, sentence] of [
          [['show', 'nobody@example.com'], 1, 'No account has the address nobody@example.com.'],
          [['change-email', 'nobody@example.com', 'b@example.com'], 1, 'No account has the address'],
          [['change-email', first.email, 'home'], 1, 'home is not an email address.'],
          [['change-email', first.email, second.email], 1, 'Another account already uses the address'],
          [['block-video'], 2, 'block-video takes one argument.'],
        ] as const) {
          const refused = await run(...args)
          expect([refused.code, refused.stdout]).toEqual([code, ''])
          expect(refused.stderr).toContain(sentence)
        }
        if (databaseUrl) await server.stop()
      }, 180_000)

    it('shows an account, changes its address, blocks and unblocks, and writes each action to the audit log', async () => {
      let server = await start()
      const first = await server.newConfirmedUser()
      // Only one process can open the embedded database, so the server must not be running.
      if (!databaseUrl) {
        const refused = await run('show', first.email)
        expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/is in use by another process/)])
        await server.stop()
      }

      const shown = await run('show', first.email.toUpperCase())
      expect([shown.code, shown.stderr]).toEqual([0, ''])
      expect(shown.stdout).toContain(`user: ${first.id}\naddress: ${first.email} (confirmed `)
      expect(shown.stdout).toMatch(
        /time zone: Europe\/Rome\npassword: set\nplan: .*\nsessions: 1\nsummaries: 0\nschedule: none/,
      )
      expect(shown.stdout).not.toMatch(/argon2|[A-Za-z0-9_-]{40}/)

      const moved = await run('change-email', first.email, 'New.Home@example.com')
      expect([moved.code, moved.stderr]).toEqual([0, ''])
      expect((await run('block-video', 'Sli7FA6EbqI', '--reason', 'Its creator asked')).stdout).toContain('is blocked.')
      expect((await run('block-video', 'Sli7FA6EbqI')).stdout).toContain('was already blocked.')
      expect((await run('block-channel', 'UC_x5XG1OV2P6uZZ5FSM9Ttw')).code).toBe(0)
      expect((await run('block-channel', 'UC_x5XG1OV2P6uZZ5FSM9Ttw', '--undo')).stdout).toContain('no longer blocked')

      if (!databaseUrl) server = await start()
      const { anonymous } = server
      expect((await refusal(anonymous.auth.login({ body: { email: first.email, password } }))).status).toBe(401)
      const { user } = await anonymous.auth.login({ body: { email: 'new.home@example.com', password } })
      expect(user).toMatchObject({ id: first.id, email: 'New.Home@example.com', emailVerified: false })
      expect(await waitForMails(dataDir, 'New.Home@example.com', /Confirm your email address/)).toHaveLength(1)
      const [notice] = await waitForMails(dataDir, first.email, /now has a different email address/)
      expect(notice!.text).not.toContain('New.Home')

      const { db } = server.server.services.database
      expect(await db.selectFrom('blocks').select(['kind', 'subject', 'reason']).execute()).toEqual([
        { kind: 'video', subject: 'Sli7FA6EbqI', reason: 'Its creator asked' },
      ])
      const auditEvents = await db
        .selectFrom('audit_events')
        .select(['user_id', 'details'])
        .where('event', '=', 'support_acted')
        .orderBy('id')
        .execute()
      expect(auditEvents).toEqual([
        { user_id: first.id, details: { action: 'show' } },
        { user_id: first.id, details: { action: 'change-email' } },
        { user_id: null, details: { action: 'block-video', subject: 'Sli7FA6EbqI' } },
        { user_id: null, details: { action: 'block-channel', subject: 'UC_x5XG1OV2P6uZZ5FSM9Ttw' } },
        { user_id: null, details: { action: 'unblock-channel', subject: 'UC_x5XG1OV2P6uZZ5FSM9Ttw' } },
      ])
      await server.stop()
    }, 180_000)
  })
}

describe('the support command without a database', () => {
  it('prints its usage and explains configuration errors without showing secrets', async () => {
    expect((await support({}, '--help')).stdout).toContain('Usage: npm run support')
    const refused = await support({ DATABASE_URL: 'mysql://x' }, 'show', 'a@example.com')
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('DATABASE_URL must be a postgres:// URL'),
    ])
    const lost = await support({ DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/x' }, 'show', 'a@example.com')
    expect(lost.code).toBe(1)
    expect(lost.stderr).toContain('Cannot connect to PostgreSQL')
    expect(lost.stderr).not.toContain('secret')
  })

  it('creates the missing prices at Stripe and explains why it could not', async () => {
    const none = await support({}, 'create-prices')
    expect([none.code, none.stderr]).toEqual([1, 'Stripe is not configured. Set STRIPE_SECRET_KEY first.\n'])
    const fake = await startFakeStripe()
    const keys = {
      STRIPE_SECRET_KEY: fake.keys.secret,
      STRIPE_PUBLISHABLE_KEY: fake.keys.publishable,
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      STRIPE_URL: fake.url,
    }
    const made = await support(keys, 'create-prices')
    expect([made.code, made.stderr, made.stdout]).toEqual([
      0,
      '',
      expect.stringMatching(/^Basic: 4.99 usd a month created/),
    ])
    expect((await support(keys, 'create-prices')).stdout).toMatch(/^Basic: 4.99 usd a month exists/)
    const wrong = await support({ ...keys, STRIPE_SECRET_KEY: 'sk_test_another' }, 'create-prices')
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringMatching(/^Stripe did not create the prices: .*401/)])
    expect(wrong.stderr).not.toContain('sk_test_another')
    await fake.close()
  })
})
