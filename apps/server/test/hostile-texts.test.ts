import { Parser } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { createApiCaller, json, withToken } from './calls.ts'
import { hostileTexts } from './hostile-texts.ts'
import { readMails, recipientAddress } from './mailbox.ts'
import { silentSpeech } from './silent-speech.ts'
import { password, useServer } from './start-server.ts'
import { eventually } from './wait-for.ts'

const maxNameLength = 100
/** Every third text; tests of feedback mails use them all. Skips texts with lone surrogates, which mails cannot encode. */
const names = hostileTexts
  .filter((_, at) => at % 3 === 0)
  .map(text => text.slice(0, maxNameLength))
  .filter(text => text.isWellFormed() && text.trim() !== '')

describe('hostile user names', async () => {
  const test = await useServer({ ports: { speech: silentSpeech } })
  const ask = createApiCaller(test.url)
  const { db } = test.server.services.database
  let networks = 0
  const register = async (firstName: string, lastName: string) => {
    const email = `named-${++networks}@example.com`
    const headers = { 'X-Forwarded-For': `10.${networks >> 8}.${networks & 255}.1` }
    const answer = await ask('/api/auth/register', json({ email, password, firstName, lastName }, { headers }))
    expect([firstName, lastName, answer.status]).toEqual([firstName, lastName, 200])
    return { email, token: answer.json.token as string, headers }
  }
  const mailsOf = async (addresses: readonly string[]) => {
    await eventually(
      () => db.selectFrom('outbox').select('id').where('state', 'in', ['queued', 'sending']).execute(),
      waiting => waiting.length === 0,
    )
    return (await readMails(test.dataDir)).filter(mail => addresses.includes(recipientAddress(mail)))
  }

  it('hostile user names are plain text in every mail, never markup or headers [threat 11]', async () => {
    const plain = await register('Ada', 'Lovelace')
    const strangers = []
    for (let at = 0; at + 1 < names.length; at += 2) strangers.push(await register(names[at]!, names[at + 1]!))
    // Mails greet users by name only after they confirm their address.
    await mailsOf([plain.email])
    await db.updateTable('users').set({ email_verified_at: test.clock.now() }).execute()
    for (const { email, headers } of [plain, ...strangers])
      await ask('/api/auth/request-password-reset', json({ email }, { headers }))
    const [confirm, reset] = [/Confirm/, /password/i]
    const harmless = await mailsOf([plain.email])
    expect(harmless.find(mail => reset.test(mail.subject!))?.text).toContain('Hello Ada,')
    const hostile = await mailsOf(strangers.map(({ email }) => email))
    for (const subject of [confirm, reset]) {
      const expectedMail = harmless.find(mail => subject.test(mail.subject!))!
      const others = hostile.filter(mail => subject.test(mail.subject!))
      expect(others.length).toBe(strangers.length)
      for (const mail of others) {
        expect(shape(String(mail.html))).toEqual(shape(String(expectedMail.html)))
        expect([...mail.headers.keys()].sort()).toEqual([...expectedMail.headers.keys()].sort())
        expect(mail.subject).toBe(expectedMail.subject)
        expect([mail.cc, mail.bcc, mail.attachments]).toEqual([undefined, undefined, []])
      }
    }
  }, 300_000)

  it('the API returns hostile user names as data, never as a page [threat 9]', async () => {
    const { token } = await register('Ada', 'Lovelace')
    for (const name of names.slice(0, 40)) {
      await ask('/api/users/profile', withToken(token, json({ firstName: name, lastName: name }, { method: 'PUT' })))
      const { headers, json: profile } = await ask('/api/users/profile', withToken(token))
      expect(headers.get('content-type')).toMatch(/^application\/json/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(profile.firstName).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
    }
  })
})

/** The elements in order, with the names of their attributes. */
function shape(html: string): string[] {
  const found: string[] = []
  const parser = new Parser({
    onopentag: (name, attributes) => found.push(`${name} ${Object.keys(attributes).sort()}`),
  })
  parser.end(html)
  return found
}
