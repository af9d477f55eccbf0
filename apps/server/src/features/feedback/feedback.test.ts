import { failures } from '@recaps/contract/failures'
import { Parser } from 'htmlparser2'
import type { ParsedMail } from 'mailparser'
import { describe, expect, it } from 'vitest'
import { createApiCaller, json, withToken } from '../../../test/calls.ts'
import { hostileTexts } from '../../../test/hostile-texts.ts'
import { readMails, recipientAddress, waitForMails } from '../../../test/mailbox.ts'
import { useServer } from '../../../test/start-server.ts'
import { eventually } from '../../../test/wait-for.ts'

const support = 'help@recaps.example'
const test = await useServer({ env: { SUPPORT_EMAIL: support } })
const request = createApiCaller(test.url)
const { db } = test.server.services.database

const send = (body: object, token = '') => request('/api/feedback', withToken(token, json(body)))
const mailAbout = async (subject: string) => (await waitForMails(test.dataDir, support, new RegExp(`${subject}$`)))[0]!
const replyAddresses = (mail: ParsedMail) => mail.replyTo?.value.map(({ address }) => address)

describe('feedback', () => {
  it('stores feedback, returns the stored row and mails it to support [spec 3.11]', async () => {
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
    expect(replyAddresses(mail)).toEqual(['guest@example.com'])
  })

  it('names the sender in the feedback mail and replies to their account unless they gave another address', async () => {
    const { token, email, id } = await test.newUser()
    await send({ subject: 'From an account', message: 'Hello.' }, token)
    const mail = await mailAbout('From an account')
    expect(mail.text).toContain(`${email} (user ${id})`)
    expect(replyAddresses(mail)).toEqual([email])
    const sent = await send({ subject: 'From elsewhere', message: 'Hello.', email: 'me@example.org' }, token)
    expect(sent.json.data.email).toBe('me@example.org')
    expect(replyAddresses(await mailAbout('From elsewhere'))).toEqual(['me@example.org'])
  })

  it('mails a copy of feedback only to the confirmed address of the account, never to a typed address', async () => {
    const { token, email, id } = await test.newUser()
    const body = { subject: 'Copied', message: 'One.\n\nTwo.', email: 'victim@example.com', copy: true }
    const refused = await send(body, token)
    expect([refused.status, refused.json.code]).toEqual([400, 'invalid_request'])
    expect(refused.json.error).toMatch(/confirmed address/)
    expect((await send(body)).status).toBe(400)
    expect(await db.selectFrom('feedback').select('id').where('subject', '=', 'Copied').execute()).toEqual([])

    await db.updateTable('users').set({ email_verified_at: test.clock.now() }).where('id', '=', id).execute()
    const sent = await send(body, token)
    const copy = (await waitForMails(test.dataDir, email, /Copied$/))[0]!
    expect(copy.subject).toBe('Your message to Recaps: Copied')
    expect(copy.text).toMatch(/One\.\n\nTwo\./)
    expect(copy.text).toContain(`number ${sent.json.data.id}. We’ll reply to victim@example.com`)
    expect([copy.replyTo, copy.cc, copy.bcc]).toEqual([undefined, undefined, undefined])

    await send({ ...body, subject: 'Not copied', copy: false }, token)
    await mailAbout('Not copied')
    const mails = await readMails(test.dataDir)
    expect(mails.filter(mail => recipientAddress(mail) === 'victim@example.com')).toEqual([])
    expect(mails.filter(mail => recipientAddress(mail) === email && /Copied/i.test(mail.subject ?? ''))).toHaveLength(1)
  })

  it('accepts feedback without a reply address [spec 5.10]', async () => {
    for (const [subject, email] of [
      ['Null', null],
      ['Empty', ''],
    ])
      expect((await send({ subject, message: 'Hello.', email })).json.data.email).toBeNull()
    const mail = await mailAbout('Empty')
    expect(replyAddresses(mail)).toBeUndefined()
    expect(mail.text).toContain('No reply address was given')
  })

  it('deletes feedback with the account it came from', async () => {
    const { token, id } = await test.newUser()
    const { json: sent } = await send({ subject: 'To be deleted', message: 'Hello.' }, token)
    await db.deleteFrom('users').where('id', '=', id).execute()
    expect(await db.selectFrom('feedback').select('id').where('id', '=', sent.data.id).execute()).toEqual([])
  })

  it.each([
    ['no subject', { message: 'x' }, /subject/],
    ['an empty subject', { subject: '  ', message: 'x' }, /enter a subject/],
    ['a subject of invisible characters', { subject: '\u202e\u0007', message: 'x' }, /enter a subject/],
    ['a long subject', { subject: 'x'.repeat(201), message: 'x' }, /at most 200/],
    ['no message', { subject: 'x' }, /message/],
    ['an empty message', { subject: 'x', message: '\n' }, /enter a message/],
    ['a long message', { subject: 'x', message: 'x'.repeat(10_001) }, /at most 10,000/],
    ['an invalid address', { subject: 'x', message: 'x', email: 'me at home' }, /email/],
    ['a header in the address', { subject: 'x', message: 'x', email: 'a@example.com\r\nBcc: b@example.com' }, /email/],
    ['two addresses', { subject: 'x', message: 'x', email: 'a@example.com,b@example.com' }, /email/],
  ])('rejects feedback with %s and mails nothing', async (_, body, sentence) => {
    const count = async () => (await db.selectFrom('feedback').select('id').execute()).length
    const before = await count()
    const refused = await send(body)
    expect([refused.status, refused.json.code]).toEqual([400, 'invalid_request'])
    expect(refused.json.error).toMatch(sentence)
    expect(await count()).toBe(before)
  })

  it('accepts feedback five times an hour per user and per network [threat 24]', async () => {
    const { token } = await test.newUser()
    const network = { 'X-Forwarded-For': '203.0.113.7' }
    const body = { subject: 'Again', message: 'and again' }
    for (const call of [withToken(token, json(body)), json(body, { headers: network })]) {
      for (let times = 0; times < 5; times++) expect((await request('/api/feedback', call)).status).toBe(200)
      const refused = await request('/api/feedback', call)
      expect([refused.status, refused.json.error]).toEqual([429, failures.too_many_requests.sentence])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000)
    }
  })

  it.each([
    ['quotes', '"'],
    ['line breaks', 'x\n'],
    ['single characters and breaks', '"\n'],
    ['CJK characters', '映画'],
  ])('keeps the mail small for a feedback message of maximum length, full of %s', async (name, filling) => {
    const message = filling.repeat(10_000).slice(0, 9_999).trim()
    expect((await send({ subject: `Long ${name}`, message })).status).toBe(200)
    const mail = await mailAbout(`Long ${name}`)
    expect(Buffer.byteLength(String(mail.html))).toBeLessThan(90 * 1024)
  })
})

/** Every element name of the HTML, each with its attribute names. */
function elementShapes(html: string): Set<string> {
  const found = new Set<string>()
  const parser = new Parser({ onopentag: (name, attributes) => found.add(`${name} ${Object.keys(attributes).sort()}`) })
  parser.end(html)
  return found
}

describe('feedback with hostile text', () => {
  it('turns hostile feedback into neither markup nor mail headers', async () => {
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
      async () => (await readMails(test.dataDir)).filter(mail => /: \d+ /.test(mail.subject ?? '')),
      found => found.length === Math.ceil(hostileTexts.length / perMail),
    )
    for (const mail of mails) {
      expect(
        [...elementShapes(String(mail.html))].filter(shape => !elementShapes(String(harmless.html)).has(shape)),
      ).toEqual([])
      expect([...mail.headers.keys()].sort()).toEqual([...harmless.headers.keys()].sort())
      expect([recipientAddress(mail), replyAddresses(mail), mail.cc, mail.bcc]).toEqual([
        support,
        ['a@example.com'],
        undefined,
        undefined,
      ])
      expect(mail.attachments).toEqual([])
      expect(mail.subject).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
    }
    // The text itself must stay readable.
    expect(mails.map(({ text }) => text).join()).toContain('<script>alert(1)</script>')
  })
})
