import type { ParsedMail } from 'mailparser'
import { describe, expect, it } from 'vitest'
import { createApiCaller, json, withToken } from '../../../test/calls.ts'
import { readMails, recipientAddress, tokenFromMail, waitForMails } from '../../../test/mailbox.ts'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { password, useServer } from '../../../test/start-server.ts'
import { eventually } from '../../../test/wait-for.ts'

const test = await useServer({ env: { TRUSTED_PROXIES: '1' }, ports: { speech: silentSpeech } })
const request = createApiCaller(test.url)
const { db } = test.server.services.database
const lure = 'WIN €500 at https://evil.example'

let networks = 0
/** Each request comes from a new network, as an attacker's could. */
const post = (path: string, body: object, token?: string, method = 'POST') => {
  networks += 1
  const headers = { 'X-Forwarded-For': `198.19.${networks}.9` }
  const call = json(body, { method, headers })
  return request(path, token === undefined ? call : withToken(token, call))
}
const register = (email: string) => post('/api/auth/register', { email, password, firstName: lure, lastName: lure })
const confirm = (id: number) =>
  db.updateTable('users').set({ email_verified_at: test.clock.now() }).where('id', '=', id).execute()

/** All mails to the address after the outbox is empty. */
async function mailsAfterAll(email: string): Promise<ParsedMail[]> {
  await eventually(
    () => db.selectFrom('outbox').select('id').where('state', 'in', ['queued', 'sending']).execute(),
    waiting => waiting.length === 0,
  )
  return (await readMails(test.dataDir)).filter(mail => recipientAddress(mail) === email)
}
const textsOf = (mails: ParsedMail[]) =>
  mails.map(({ subject, text, html, headerLines }) => JSON.stringify([subject, text, html, headerLines])).join()

describe('an address registered by an attacker', () => {
  it('mails at most three confirmations an hour to an address that is registered and deleted repeatedly [threat 32]', async () => {
    const victim = `looped-${Date.now()}@example.com`
    for (let round = 0; round < 12; round++) {
      const { json: created } = await register(victim)
      expect([204, 429]).toContain((await post('/api/auth/resend-verification', {}, created.token)).status)
      expect((await post('/api/users/account', { password }, created.token, 'DELETE')).status).toBe(204)
    }
    const mails = await mailsAfterAll(victim)
    expect(mails.length).toBeGreaterThan(0)
    expect(mails.length).toBeLessThanOrEqual(3)
    for (const { subject } of mails) expect(subject).toMatch(/^Confirm your email address/)
    expect(textsOf(mails)).not.toMatch(/WIN|evil\.example/)
  })

  it('mails no password notices and no chosen name to an unconfirmed address', async () => {
    const victim = `changed-${Date.now()}@example.com`
    let { token } = (await register(victim)).json
    for (let round = 0; round < 10; round++) {
      const [currentPassword, newPassword] = [round, round + 1].map(n => (n === 0 ? password : `${password} ${n}`))
      expect((await post('/api/users/password', { currentPassword, newPassword }, token, 'PUT')).status).toBe(204)
      token = (await post('/api/auth/login', { email: victim, password: newPassword })).json.token
    }
    await register(victim)
    const mails = await mailsAfterAll(victim)
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Confirm/)])

    // Requesting a reset does not confirm the address, so the reset mail omits the name too.
    await post('/api/auth/request-password-reset', { email: victim })
    const [reset] = await waitForMails(test.dataDir, victim, /new password/)
    expect(textsOf([reset!])).not.toMatch(/WIN|evil\.example/)
  })

  it('mails an unconfirmed address at most ten times a day', async () => {
    const victim = `daily-${Date.now()}@example.com`
    for (let hour = 0; hour < 6; hour++) {
      for (const { json: created } of [await register(victim), await register(victim), await register(victim)])
        if (created.token) await post('/api/users/account', { password }, created.token, 'DELETE')
      // The limits use the system clock, so the test resets the hourly limit instead of waiting.
      await test.server.services.limits.reset('mail_address', await keyOf(victim))
    }
    expect((await mailsAfterAll(victim)).length).toBeLessThanOrEqual(10)
  })
})

describe('a confirmed address', () => {
  it('mails password notices with the owner’s name to a confirmed address, at most three an hour', async () => {
    const { email, token, id } = await test.newUser()
    await confirm(id)
    await post('/api/users/profile', { firstName: 'Grace', lastName: 'Hopper' }, token, 'PUT')
    let session = token
    for (let round = 0; round < 6; round++) {
      const [currentPassword, newPassword] = [round, round + 1].map(n => (n === 0 ? password : `${password} ${n}`))
      await post('/api/users/password', { currentPassword, newPassword }, session, 'PUT')
      session = (await post('/api/auth/login', { email, password: newPassword })).json.token
    }
    const notices = (await mailsAfterAll(email)).filter(({ subject }) => /password was changed/.test(subject ?? ''))
    expect(notices.length).toBeGreaterThan(0)
    expect(notices.length).toBeLessThanOrEqual(2)
    expect(notices[0]!.text).toContain('Hello Grace,')
  })

  it('mails a requested reset link even after others have used up the limit of unrequested mails [threat 32]', async () => {
    const { email, id } = await test.newUser()
    await confirm(id)
    for (let round = 0; round < 12; round++) await register(email)
    await post('/api/auth/request-password-reset', { email })
    const [mail] = await waitForMails(test.dataDir, email, /new password/)
    const newPassword = 'seven green umbrellas'
    expect((await post('/api/auth/reset-password', { token: tokenFromMail(mail!), newPassword })).status).toBe(204)
    expect(
      (await mailsAfterAll(email)).filter(({ subject }) => /already have a .* account/.test(subject!)),
    ).toHaveLength(2)
  })
})

async function keyOf(email: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(email))
  return Buffer.from(hash).toString('hex')
}
