import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { createApiCaller, json } from '../../../test/calls.ts'
import { readMails, tokenFromMail, waitForMails } from '../../../test/mailbox.ts'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { type FakeSmtp, type MailTreatment, startSmtp } from '../../../test/smtp.ts'
import { password, startServer, useServer, usualDatabases } from '../../../test/start-server.ts'
import { eventually } from '../../../test/wait-for.ts'
import { accountExists } from '../auth/mails.ts'

const failures: MailTreatment[] = [
  { refuseReceiver: 450 },
  { refuseReceiver: 550 },
  { refuseAfterData: 421 },
  'cut after data',
  'take and cut',
]

for (const { kind, name, isAvailable } of usualDatabases) {
  describe.skipIf(!isAvailable)(`sending mails ${name}`, async () => {
    const smtp: FakeSmtp = isAvailable ? await startSmtp() : undefined!
    afterAll(() => smtp.close())
    const test = isAvailable
      ? await useServer({
          database: kind,
          ports: { speech: silentSpeech },
          env: { MAIL_URL: smtp.url, MAIL_FROM: 'no-reply@recaps.example', MAIL_RETRY_SECONDS: '1' },
        })
      : undefined!
    const rows = () => test.server.services.database.db.selectFrom('outbox').selectAll().orderBy('id', 'desc').execute()
    /** The outbox row of a new user's verification mail, once it was sent or has failed. */
    const finishedMail = async () => {
      const { id } = await test.newUser()
      return await eventually(
        async () => (await rows()).find(row => row.user_id === id),
        row => row !== undefined && ['sent', 'failed'].includes(row.state),
      )
    }

    it('sends a mail once and erases its data', async () => {
      smtp.attempts = 0
      const row = await finishedMail()
      expect(row).toMatchObject({ state: 'sent', attempts: 0, reason: null, data: {} })
      expect(smtp.attempts).toBe(1)
      expect(smtp.accepted.at(-1)!.messageId).toBe(row!.message_id)
    })

    it.each(failures)('retries a refused mail exactly once and then marks it as failed: %j', async treatment => {
      smtp.treat(treatment)
      smtp.attempts = 0
      const row = await finishedMail()
      expect(row).toMatchObject({ state: 'failed', attempts: 2, reason: expect.stringMatching(/^E[A-Z]+/) })
      expect(row!.settled_at).toBeInstanceOf(Date)
      await new Promise(resolve => setTimeout(resolve, 1_500))
      expect(smtp.attempts).toBe(2)
      smtp.treat('take')
    })

    it('sends the second attempt of a mail with the same Message-ID and the same link', async () => {
      smtp.treat('take and cut')
      const before = smtp.accepted.length
      const { id } = await test.newUser()
      await eventually(
        async () => smtp.accepted.length,
        taken => taken > before,
      )
      smtp.treat('take')
      const row = await eventually(
        async () => (await rows()).find(one => one.user_id === id),
        one => one?.state === 'sent',
      )
      expect(row!.attempts).toBe(1)
      const [first, second] = smtp.accepted.slice(before)
      expect(second!.messageId).toBe(first!.messageId)
      expect(second!.text).toBe(first!.text)
    })

    it('creates no mail if its transaction is rolled back', async () => {
      const { db } = test.server.services.database
      const { notifications } = test.server.services
      const { id } = await test.newUser()
      const before = (await rows()).length
      const failing = db.transaction().execute(async trx => {
        await notifications.sendMail(trx, accountExists, { userId: id }, {})
        throw new Error('the change fails')
      })
      await expect(failing).rejects.toThrow('the change fails')
      expect(await rows()).toHaveLength(before)
    })
  })
}

describe('mail contents', async () => {
  const publicUrl = 'https://recaps.example.com'
  const test = await useServer({
    ports: { speech: silentSpeech },
    env: { PUBLIC_URL: publicUrl, PRODUCT_NAME: 'Re<b>caps</b> & Co' },
  })
  const ask = createApiCaller(test.url)
  const forged = {
    Host: 'evil.example',
    'X-Forwarded-Host': 'evil.example',
    Forwarded: 'host=evil.example',
    Origin: 'https://evil.example',
  }
  const register = (body: object) => ask('/api/auth/register', json({ password, ...body }, { headers: forged }))

  it('links in mails only to the configured address, regardless of the requested host [threat 26]', async () => {
    await register({ email: 'host@example.com' })
    await ask('/api/auth/request-password-reset', json({ email: 'host@example.com' }, { headers: forged }))
    await waitForMails(test.dataDir, 'host@example.com', /new password/)
    for (const mail of await readMails(test.dataDir)) {
      const links = [...`${mail.html}`.matchAll(/(?:href|src)="([^"]+)"/g)].map(match => match[1]!)
      expect(links.length).toBeGreaterThan(0)
      for (const link of links)
        expect(link.startsWith(`${publicUrl}/`) || link.startsWith('mailto:support@')).toBe(true)
      expect(`${mail.html}${mail.text}${mail.messageId}`).not.toContain('evil')
    }
  })

  const hostile = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    'Ada</p><a href="https://evil.example">click</a>',
    'a\r\nBcc: everybody@example.com\r\n\r\n<h1>x</h1>',
    '\u202Egnp.exe \u2066x\u2069',
    '{{constructor.constructor("alert(1)")()}}',
    "';alert(1)//",
    '&lt;script&gt;',
    '<!--[if mso]><a href="https://evil.example">x</a><![endif]-->',
    '\u0001\u0007bell',
  ]

  it.each(hostile)(
    'shows the name %j in mails as plain text [ASVS 1.2.1, 1.3.7, 1.3.11] [threat 11]',
    async firstName => {
      const email = `xss-${crypto.randomUUID()}@example.com`
      const plain = `plain-${crypto.randomUUID()}@example.com`
      await register({ email, firstName })
      await register({ email: plain, firstName: 'Ada' })
      // Mails greet users by name only after they confirm their address.
      const { db } = test.server.services.database
      await db.updateTable('users').set({ email_verified_at: test.clock.now() }).execute()
      for (const address of [email, plain]) await ask('/api/auth/request-password-reset', json({ email: address }))
      const [mail] = await waitForMails(test.dataDir, email, /new password/)
      const [other] = await waitForMails(test.dataDir, plain, /new password/)
      expect(other!.text).toContain('Hello Ada,')
      const tags = (html: string) => [...html.matchAll(/<\/?([a-z!][\w-]*)/gi)].map(match => match[1])
      expect(tags(`${mail!.html}`)).toEqual(tags(`${other!.html}`))
      expect(mail!.headers.has('bcc')).toBe(false)
      expect(mail!.text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]|\p{Cc}(?<!\n)/u)
      expect(mail!.headerLines.length).toBe(other!.headerLines.length)
    },
  )

  it('sends mails with the same content as plain text, below the size limit and with dark mode styles', async () => {
    await register({ email: 'whole@example.com', firstName: 'Grace' })
    const [mail] = await waitForMails(test.dataDir, 'whole@example.com', /Confirm/)
    const { html, text } = mail!
    expect(Buffer.byteLength(`${html}`)).toBeLessThan(90 * 1024)
    for (const expected of ['Confirm your email address', 'Hello,', 'three days']) expect(text).toContain(expected)
    expect(text).toMatch(/https:\/\/recaps\.example\.com\/verify-email\?token=[\w-]{43}\b/)
    expect(text).not.toMatch(/<\/?(p|a|td|h1|div)\b|&\w+;/)
    expect(html).toContain('prefers-color-scheme: dark')
    expect(html).toContain('<html dir="ltr" lang="en">')
    expect(mail!.subject).toBe('Confirm your email address for Re<b>caps</b> & Co')
  })
})

describe('mails stored on this machine', () => {
  it('stores the token of a mailed link only in the mail and not in the database', async () => {
    const storedRows: string[] = []
    const test = await startServer({ ports: { speech: silentSpeech } })
    const ask = createApiCaller(test.url)
    const { email } = await test.newUser()
    await ask('/api/auth/request-password-reset', json({ email }))
    const tokens = [
      ...(await waitForMails(test.dataDir, email, /new password/)),
      ...(await waitForMails(test.dataDir, email, /Confirm/)),
    ].map(tokenFromMail)
    const { db } = test.server.services.database
    const tables = await sql<{ name: string }>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`.execute(
      db,
    )
    for (const { name } of tables.rows) {
      const { rows } = await sql.raw<{ row: string }>(`select t::text as row from ${name} t`).execute(db)
      storedRows.push(...rows.map(({ row }) => row))
    }
    expect(storedRows.length).toBeGreaterThan(10)
    for (const token of tokens) expect(storedRows.filter(row => row.includes(token))).toEqual([])
    await test.stop()
  })
})
