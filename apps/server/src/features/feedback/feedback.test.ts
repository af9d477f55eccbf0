import { failures } from '@recaps/contract/failures'
import { Parser } from 'htmlparser2'
import type { ParsedMail } from 'mailparser'
import { describe, expect, it } from 'vitest'
import { callsTo, json, withToken } from '../../../test/calls.ts'
import { hostileTexts } from '../../../test/hostile-texts.ts'
import { addressOf, mailsIn, mailsTo } from '../../../test/mailbox.ts'
import { useServer } from '../../../test/start-server.ts'
import { eventually } from '../../../test/waiting.ts'

const support = 'help@recaps.example'
const test = await useServer({ env: { SUPPORT_EMAIL: support } })
const ask = callsTo(test.url)
const { db } = test.server.services.database

const send = (body: object, token = '') => ask('/api/feedback', withToken(token, json(body)))
const mailAbout = async (subject: string) => (await mailsTo(test.dataDir, support, new RegExp(`${subject}$`)))[0]!
const answersTo = (mail: ParsedMail) => mail.replyTo?.value.map(({ address }) => address)

describe('feedback', () => {
  it('is kept, answered with what was kept, and mailed to support [spec 3.11]', async () => {
    const sent = await send({ subject: 'A first idea', message: 'One.\n\nTwo.', email: 'guest@example.com' })
    expect(sent.status).toBe(200)
    expect(sent.json).toEqual({
      success: true,
      message: expect.stringContaining('Thank you'),
      data: {
        id: expect.any(Number),
        email: 'guest@example.com',
        subject: 'A first idea',
        message: 'One.\n\nTwo.',
        createdAt: expect.any(String),
        updatedAt: null,
      },
    })
    const mail = await mailAbout('A first idea')
    expect(mail.subject).toBe('Feedback for Recaps: A first idea')
    expect(mail.text).toMatch(/One\.\n\nTwo\./)
    expect(mail.text).toContain('without being signed in')
    expect(answersTo(mail)).toEqual(['guest@example.com'])
  })

  it('of a user says whose it is, and is answered to their account unless they say where', async () => {
    const { token, email, id } = await test.newUser()
    await send({ subject: 'From an account', message: 'Hello.' }, token)
    const mail = await mailAbout('From an account')
    expect(mail.text).toContain(`${email} (user ${id})`)
    expect(answersTo(mail)).toEqual([email])
    const sent = await send({ subject: 'From elsewhere', message: 'Hello.', email: 'me@example.org' }, token)
    expect(sent.json.data.email).toBe('me@example.org')
    expect(answersTo(await mailAbout('From elsewhere'))).toEqual(['me@example.org'])
  })

  it('goes to its writer as well where that is asked for: to the confirmed address of the account, whatever is typed in', async () => {
    const { token, email, id } = await test.newUser()
    const body = { subject: 'Copied', message: 'One.\n\nTwo.', email: 'victim@example.com', copy: true }
    const refused = await send(body, token)
    expect([refused.status, refused.json.code]).toEqual([400, 'invalid_request'])
    expect(refused.json.error).toMatch(/confirmed address/)
    expect((await send(body)).status).toBe(400)
    expect(await db.selectFrom('feedback').select('id').where('subject', '=', 'Copied').execute()).toEqual([])

    await db.updateTable('users').set({ email_verified_at: test.clock.now() }).where('id', '=', id).execute()
    const sent = await send(body, token)
    const copy = (await mailsTo(test.dataDir, email, /Copied$/))[0]!
    expect(copy.subject).toBe('Your message to Recaps: Copied')
    expect(copy.text).toMatch(/One\.\n\nTwo\./)
    expect(copy.text).toContain(`number ${sent.json.data.id}; we answer to victim@example.com`)
    expect([copy.replyTo, copy.cc, copy.bcc]).toEqual([undefined, undefined, undefined])

    await send({ ...body, subject: 'Not copied', copy: false }, token)
    await mailAbout('Not copied')
    const mails = await mailsIn(test.dataDir)
    expect(mails.filter(mail => addressOf(mail) === 'victim@example.com')).toEqual([])
    expect(mails.filter(mail => addressOf(mail) === email && /Copied/i.test(mail.subject ?? ''))).toHaveLength(1)
  })

  it('needs no address to answer to [spec 5.10]', async () => {
    for (const [subject, email] of [
      ['Null', null],
      ['Empty', ''],
    ])
      expect((await send({ subject, message: 'Hello.', email })).json.data.email).toBeNull()
    const mail = await mailAbout('Empty')
    expect(answersTo(mail)).toBeUndefined()
    expect(mail.text).toContain('No address to answer to')
  })

  it('is forgotten with the account it came from', async () => {
    const { token, id } = await test.newUser()
    const { json: sent } = await send({ subject: 'To be forgotten', message: 'Hello.' }, token)
    await db.deleteFrom('users').where('id', '=', id).execute()
    expect(await db.selectFrom('feedback').select('id').where('id', '=', sent.data.id).execute()).toEqual([])
  })

  it.each([
    ['no subject', { message: 'x' }, /subject/],
    ['an empty subject', { subject: '  ', message: 'x' }, /enter a subject/],
    ['a subject of signs that are not seen', { subject: '\u202e\u0007', message: 'x' }, /enter a subject/],
    ['a long subject', { subject: 'x'.repeat(201), message: 'x' }, /at most 200/],
    ['no message', { subject: 'x' }, /message/],
    ['an empty message', { subject: 'x', message: '\n' }, /enter a message/],
    ['a long message', { subject: 'x', message: 'x'.repeat(10_001) }, /at most 10,000/],
    ['no address where one is said to be', { subject: 'x', message: 'x', email: 'me at home' }, /email/],
    ['a header in the address', { subject: 'x', message: 'x', email: 'a@example.com\r\nBcc: b@example.com' }, /email/],
    ['two addresses', { subject: 'x', message: 'x', email: 'a@example.com,b@example.com' }, /email/],
  ])('with %s is refused, and nothing is mailed', async (_, body, sentence) => {
    const count = async () => (await db.selectFrom('feedback').select('id').execute()).length
    const before = await count()
    const refused = await send(body)
    expect([refused.status, refused.json.code]).toEqual([400, 'invalid_request'])
    expect(refused.json.error).toMatch(sentence)
    expect(await count()).toBe(before)
  })

  it('is taken five times an hour from one user, and from one network [threat 24]', async () => {
    const { token } = await test.newUser()
    const network = { 'X-Forwarded-For': '203.0.113.7' }
    const body = { subject: 'Again', message: 'and again' }
    for (const call of [withToken(token, json(body)), json(body, { headers: network })]) {
      for (let times = 0; times < 5; times++) expect((await ask('/api/feedback', call)).status).toBe(200)
      const refused = await ask('/api/feedback', call)
      expect([refused.status, refused.json.error]).toEqual([429, failures.too_many_requests.sentence])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000)
    }
  })

  it.each([
    ['quotes', '"'],
    ['line breaks', 'x\n'],
    ['single characters and breaks', '"\n'],
    ['signs of another script', '映画'],
  ])('that is as long as it may be, full of %s, still fits into a mail', async (name, filling) => {
    const message = filling.repeat(10_000).slice(0, 9_999).trim()
    expect((await send({ subject: `Long ${name}`, message })).status).toBe(200)
    const mail = await mailAbout(`Long ${name}`)
    expect(Buffer.byteLength(String(mail.html))).toBeLessThan(90 * 1024)
  })
})

/** The names of all elements with those of their attributes. */
function shapes(html: string): Set<string> {
  const found = new Set<string>()
  const parser = new Parser({ onopentag: (name, attributes) => found.add(`${name} ${Object.keys(attributes).sort()}`) })
  parser.end(html)
  return found
}

describe('hostile feedback', () => {
  it('becomes neither markup nor a header of the mail', async () => {
    expect(new Set(hostileTexts).size).toBeGreaterThan(250)
    await send({ subject: 'Harmless', message: 'One.\nTwo.', email: 'a@example.com' })
    const harmless = await mailAbout('Harmless')
    const perMail = 10
    for (let from = 0; from < hostileTexts.length; from += perMail) {
      const texts = hostileTexts.slice(from, from + perMail)
      const subject = `${from} ${texts[0]}`.slice(0, 200)
      const sent = await send({ subject, message: texts.join('\n'), email: 'a@example.com' })
      expect([subject, sent.status]).toEqual([subject, 200])
    }
    const mails = await eventually(
      async () => (await mailsIn(test.dataDir)).filter(mail => /: \d+ /.test(mail.subject ?? '')),
      found => found.length === Math.ceil(hostileTexts.length / perMail),
    )
    for (const mail of mails) {
      expect([...shapes(String(mail.html))].filter(shape => !shapes(String(harmless.html)).has(shape))).toEqual([])
      expect([...mail.headers.keys()].sort()).toEqual([...harmless.headers.keys()].sort())
      expect([addressOf(mail), answersTo(mail), mail.cc, mail.bcc]).toEqual([
        support,
        ['a@example.com'],
        undefined,
        undefined,
      ])
      expect(mail.attachments).toEqual([])
      expect(mail.subject).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
    }
    // What was written is there to be read.
    expect(mails.map(({ text }) => text).join()).toContain('<script>alert(1)</script>')
  })
})
