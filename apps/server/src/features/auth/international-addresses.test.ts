import { describe, expect, it } from 'vitest'
import { createApiCaller, json, withToken } from '../../../test/calls.ts'
import { tokenFromMail, waitForMails } from '../../../test/mailbox.ts'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { password, useServer } from '../../../test/start-server.ts'

const better = 'seven green umbrellas'

describe('an international e-mail address', async () => {
  const test = await useServer({ ports: { speech: silentSpeech } })
  const request = createApiCaller(test.url)
  const register = (email: string) => request('/api/auth/register', json({ email, password }))
  const login = (email: string, secret = password) => request('/api/auth/login', json({ email, password: secret }))

  it.each([
    ['info@münchen.example', ['INFO@MÜNCHEN.example', 'info@mu\u0308nchen.example', 'info@xn--mnchen-3ya.example']],
    ['ada@xn--bcher-kva.example', ['ada@bücher.example', 'Ada@BÜCHER.example']],
    ['用户@例え.jp', ['用户@xn--r8jz45g.jp', ' 用户@例え.jp ']],
    ['Иван@пример.рф', ['иван@ПРИМЕР.РФ', 'иван@xn--e1afmkfd.xn--p1ai']],
    ['Jo\u0308rg@example.com', ['jörg@example.com', 'JÖRG@EXAMPLE.COM']],
    ['δοκιμή@παράδειγμα.example', ['ΔΟΚΙΜΉ@παράδειγμα.example']],
  ])('creates one account for all spellings of an international address: %s', async (email, others) => {
    const created = await register(email)
    expect([created.status, created.json.user?.email]).toEqual([200, email.normalize('NFC')])
    for (const other of [email, ...others]) {
      const opened = await login(other)
      expect([other, opened.status, opened.json.user?.id]).toEqual([other, 200, created.json.user.id])
      const again = await register(other)
      expect([other, again.json.code]).toEqual([other, 'email_taken'])
    }
  })

  it('creates separate accounts for addresses that differ in an accent', async () => {
    const ids = []
    for (const email of ['zoe@exämple.example', 'zoë@exämple.example', 'zoe@example.example', 'zoë@example.example'])
      ids.push((await register(email)).json.user.id)
    expect(new Set(ids).size).toBe(4)
  })

  it.each([
    'zoë@example',
    'zoë@@example.com',
    'zo\u200bë@example.com',
    'zoë\u202e@example.com',
    'zoë@exam\u00a0ple.com',
    'zoë＠example.com',
    'zoë@example.com\r\nBcc: all@example.com',
  ])('rejects a malformed international address: %j', async email => {
    const refused = await register(email)
    expect([refused.status, refused.json.error]).toEqual([400, 'Please enter a valid email'])
  })

  it.each([
    ['müller@example.com', 'MÜLLER@example.com'],
    ['post@über.example', 'post@xn--ber-goa.example'],
    ['почта@пример.рф', 'почта@xn--e1afmkfd.xn--p1ai'],
  ])('sends mails with working links to an international address: %s', async (email, otherwise) => {
    const { token } = (await register(email)).json
    const [welcome] = await waitForMails(test.dataDir, email, /confirm/i)
    const confirmed = await request(
      '/api/auth/verify-email',
      withToken(token, json({ token: tokenFromMail(welcome!) })),
    )
    expect(confirmed.status).toBeLessThan(300)
    await request('/api/auth/request-password-reset', json({ email: otherwise }))
    const [mail] = await waitForMails(test.dataDir, email, /new password/)
    expect(
      (await request('/api/auth/reset-password', json({ token: tokenFromMail(mail!), newPassword: better }))).status,
    ).toBe(204)
    expect((await login(email, better)).json.user).toMatchObject({ email, emailVerified: true })
  })
})
